// Boards as pictures: the parts that the board in play and the small pictures beside it are made of.

import { put, svg } from "./svg.js";

export const CELL = 100;
const FRAME = 19; // how thick the frame of a board is
const PLAIN = "#dddddd";

export function pictureSize(rules) {
  if (rules.kind !== "graph") return [rules.columns * CELL, rules.rows * CELL];
  const points = rules.description.positions;
  const scale = graphScale(rules);
  const most = (axis) => Math.max(...points.map((point) => point[axis])) * scale;
  return [most(0) + 1.3 * CELL, most(1) + 1.3 * CELL];
}

// Vertices are so far apart that no two circles touch.
function graphScale(rules) {
  const points = rules.description.positions;
  let nearest = 1;
  points.forEach(([x, y], at) => {
    for (const [ox, oy] of points.slice(0, at)) nearest = Math.min(nearest, Math.hypot(x - ox, y - oy));
  });
  return Math.min(1400, (1.35 * CELL) / Math.max(nearest, 0.05));
}

// The upper left corner of a cell, or the middle of a vertex.
export function cellPoint(rules, cell) {
  if (rules.kind !== "graph") return [(cell % rules.columns) * CELL, Math.floor(cell / rules.columns) * CELL];
  const scale = graphScale(rules);
  return rules.description.positions[cell].map((at) => at * scale + 0.65 * CELL);
}

// Text that fits: long names are written smaller.
export function label(text, x, y, size, wide) {
  const fitting = Math.min(size, (1.6 * wide) / Math.max(1, [...text].length));
  const attributes = { x, y, "font-size": fitting, class: "name", "text-anchor": "middle", "dominant-baseline": "central" };
  return svg("text", attributes, text);
}

// The colour of a piece, by its name; if colours show shapes, that of the first piece with its shape. Pieces that the goal
// names and frozen ones keep their colours.
function colour(rules, name) {
  const isPlain = (piece) => piece.ways && rules.description.goal.every(([wanted]) => wanted !== piece.name);
  const plain = rules.byShape ? rules.pieces.filter(isPlain) : [];
  const shape = plain.find((piece) => piece.name === name)?.shape.join();
  const first = plain.find((piece) => piece.shape.join() === shape);
  return rules.colours?.[first?.name ?? name] ?? PLAIN;
}

// A piece is a dark underside, a face a little above it, and a shine along the edge of the face.
function solid(kind, shape, inside, fill, ...others) {
  const dark = darker(fill);
  const under = svg(kind, { ...shape, class: "under", fill: dark, transform: "translate(0 4)" });
  const face = svg(kind, { ...shape, class: "face", fill, stroke: dark, transform: "translate(0 -2)" });
  const shine = svg(kind, { ...inside, class: "shine", transform: "translate(0 -2)" });
  return svg("g", { class: "piece" }, under, face, shine, ...others);
}

function darker(hex) {
  const parts = [1, 3, 5].map((at) => Math.round(0.55 * Number.parseInt(hex.slice(at, at + 2), 16)));
  return `rgb(${parts.join(" ")})`;
}

function square(margin, rx) {
  return { x: margin, y: margin, width: CELL - 2 * margin, height: CELL - 2 * margin, rx };
}

function tileNode(rules, tile) {
  const fill = colour(rules, rules.shown(tile));
  return solid("rect", square(4, 14), square(9, 10), fill, label(rules.shown(tile), CELL / 2, CELL / 2, 46, CELL - 24));
}

function pieceNode(rules, _corner, piece) {
  const { name, ways, shape } = rules.pieces[piece];
  const { path, inside, middle: [x, y] } = rules.outlines.pieces[name];
  const text = label(name, x * CELL, y * CELL, 40, CELL - 30);
  const screwed = ways ? [] : shape; // frozen pieces are screwed to the board
  const rivets = screwed.map(([row, column]) => svg("circle", { class: "rivet", cx: column * CELL + 22, cy: row * CELL + 22, r: 6 }));
  return solid("path", { d: path }, { d: inside }, colour(rules, name), text, ...rivets);
}

function vertexNode(rules, mark) {
  const node = solid("circle", { r: 0.46 * CELL }, { r: 0.41 * CELL }, colour(rules, rules.names[mark]), label(rules.shown(mark), 0, 0, 40, 0.7 * CELL));
  node.classList.toggle("mover", mark === 0);
  return node;
}

// What lies under the pieces: the frame with its exit, the board, its walls and gates, a dot in each empty cell.
export function backgroundNodes(rules) {
  if (rules.kind === "graph") return graphNodes(rules);
  const [width, height] = pictureSize(rules);
  const framed = { x: -FRAME, y: -FRAME, width: width + 2 * FRAME, height: height + 2 * FRAME };
  const nodes = [svg("rect", { class: "frame", ...framed, rx: 24 })];
  nodes.push(svg("rect", { class: "board", x: -1, y: -1, width: width + 2, height: height + 2, rx: 9 }), ...exitNodes(rules));
  for (let cell = 0; cell < rules.rows * rules.columns; cell++) {
    const [x, y] = cellPoint(rules, cell);
    nodes.push(svg("circle", { class: "blank", cx: x + CELL / 2, cy: y + CELL / 2, r: 5 }));
    if (rules.gates?.[cell]) nodes.push(svg("rect", { class: "gate", x: x + 4, y: y + 4, width: CELL - 8, height: CELL - 8, rx: 8 }));
  }
  if (rules.outlines?.walls) nodes.push(svg("path", { class: "wall", d: rules.outlines.walls, "fill-rule": "evenodd" }));
  return nodes;
}

// The side of the board where the one piece of the goal leaves it, and the first and last cell of the opening there;
// null if the goal is not at one side that the piece has to come to.
export function exitOf(rules) {
  const { goal } = rules.description;
  if (rules.kind !== "blocks" || goal.length !== 1) return null;
  const [[name, corner]] = goal;
  const { start, shape, ways } = rules.pieces[rules.index.get(name)];
  const [high, wide] = [0, 1].map((axis) => Math.max(...shape.map((cell) => cell[axis])));
  const [row, column] = [Math.floor(corner / rules.columns), corner % rules.columns];
  const touches = (cell) => {
    const [r, c] = [Math.floor(cell / rules.columns), cell % rules.columns];
    return { U: r === 0, D: r + high === rules.rows - 1, L: c === 0, R: c + wide === rules.columns - 1 };
  };
  const [side, ...others] = [...ways].filter((one) => touches(corner)[one] && !touches(start)[one]);
  if (!side || others.length) return null;
  return "UD".includes(side) ? { side, first: column, last: column + wide } : { side, first: row, last: row + high };
}

function exitNodes(rules) {
  const exit = exitOf(rules);
  if (!exit) return [];
  const [width, height] = pictureSize(rules);
  const [from, length] = [exit.first * CELL, (exit.last - exit.first + 1) * CELL];
  const across = exit.side === "L" || exit.side === "R";
  const edge = { U: -FRAME - 2, L: -FRAME - 2, D: height - 2, R: width - 2 }[exit.side];
  const gap = across ? { x: edge, y: from, width: FRAME + 4, height: length } : { x: from, y: edge, width: length, height: FRAME + 4 };
  const middle = from + length / 2;
  const [x, y] = across ? [edge + FRAME / 2 + 2, middle] : [middle, edge + FRAME / 2 + 2];
  const turn = { R: 0, D: 90, L: 180, U: 270 }[exit.side];
  const chevrons = [-24, 0, 24].map((by) => svg("path", { class: "chevron", d: `M-5 ${by - 8}L4 ${by}L-5 ${by + 8}`, transform: `translate(${x} ${y}) rotate(${turn})` }));
  return [svg("rect", { class: "exit", ...gap }), ...chevrons];
}

function graphNodes(rules) {
  const points = rules.description.positions.map((_, vertex) => cellPoint(rules, vertex));
  const edges = rules.description.moves.filter(([start, end]) => start < end).map(([start, end]) => {
    const [[x1, y1], [x2, y2]] = [points[start], points[end]];
    return svg("line", { class: "edge", x1, y1, x2, y2 });
  });
  return [...edges, ...points.map(([cx, cy]) => svg("circle", { class: "vertex", cx, cy, r: 0.52 * CELL }))];
}

// The part of the plane that a picture shows: left, top, width and height.
export function viewBox(rules) {
  const [width, height] = pictureSize(rules);
  const margin = rules.kind === "graph" ? 10 : FRAME + 4;
  return [-margin, -margin, width + 2 * margin, height + 2 * margin];
}

// The nodes of a board, each in its place: null for a hole, and where a goal accepts anything.
export function boardNodes(rules, board) {
  const nodeOf = { blocks: pieceNode, tiles: tileNode, graph: vertexNode }[rules.kind];
  return board.map((value, at) => {
    if (value === null || (rules.kind === "tiles" && value === 0)) return null;
    const node = nodeOf(rules, value, at);
    put(node, cellPoint(rules, rules.kind === "blocks" ? value : at));
    return node;
  });
}

// A small picture of a board.
export function picture(rules, board, title) {
  const nodes = [svg("title", {}, title), ...backgroundNodes(rules), ...boardNodes(rules, board).filter(Boolean)];
  return svg("svg", { class: "picture", viewBox: viewBox(rules).join(" "), role: "img" }, ...nodes);
}

// The goal as a board, without the pieces that it leaves free; null if there is none.
export function goalBoard(rules) {
  const { goal } = rules.description;
  if (rules.kind !== "blocks") return goal;
  const places = new Map(goal);
  return goal.length ? rules.pieces.map((piece) => places.get(piece.name) ?? (piece.ways ? null : piece.start)) : null;
}

// A straight arrow from one point towards another, which begins and ends some way after the first.
export function arrowBetween([x, y], [ex, ey], from, to) {
  const far = Math.hypot(ex - x, ey - y);
  return arrowNode([from, to].map((by) => [x + (by * (ex - x)) / far, y + (by * (ey - y)) / far]));
}

// An arrow along some points, with a rim so that it shows on any colour.
export function arrowNode(points) {
  const [[bx, by], [x, y]] = points.slice(-2);
  const far = Math.hypot(x - bx, y - by) || 1;
  const [dx, dy] = [(x - bx) / far, (y - by) / far];
  const neck = [x - 24 * dx, y - 24 * dy];
  const shaft = `M${[...points.slice(0, -1), neck].map((point) => point.join(" ")).join("L")}`;
  const head = `M${x} ${y}L${neck[0] - 19 * dy} ${neck[1] + 19 * dx}L${neck[0] + 19 * dy} ${neck[1] - 19 * dx}Z`;
  const parts = [["rim", shaft + head], ["shaft", shaft], ["head", head]];
  return svg("g", { class: "arrow" }, ...parts.map(([name, d]) => svg("path", { class: name, d })));
}
