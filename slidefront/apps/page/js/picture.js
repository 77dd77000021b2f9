// Boards as pictures: the parts that the board in play and the small pictures beside it are made of.

import { svg } from "./svg.js";

export const CELL = 100;
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

export function vertexPoint(rules, vertex) {
  const [x, y] = rules.description.positions[vertex];
  const scale = graphScale(rules);
  return [x * scale + 0.65 * CELL, y * scale + 0.65 * CELL];
}

export function cellPoint(rules, cell) {
  return [(cell % rules.columns) * CELL, Math.floor(cell / rules.columns) * CELL];
}

// Text that fits: long names are written smaller.
export function label(text, x, y, size, wide) {
  const fitting = Math.min(size, (1.6 * wide) / Math.max(1, [...text].length));
  const attributes = { x, y, "font-size": fitting, class: "name", "text-anchor": "middle", "dominant-baseline": "central" };
  return svg("text", attributes, text);
}

// The colour of a piece, by its name: the file has those of all pieces.
function colour(rules, name) {
  return rules.colours?.[name] ?? PLAIN;
}

export function tileNode(rules, tile) {
  const fill = colour(rules, rules.shown(tile));
  const square = svg("rect", { x: 3, y: 3, width: CELL - 6, height: CELL - 6, rx: 14, fill });
  return svg("g", { class: "piece" }, square, label(rules.shown(tile), CELL / 2, CELL / 2 + 2, 46, CELL - 24));
}

export function pieceNode(rules, piece) {
  const { name } = rules.pieces[piece];
  const { path, middle: [x, y] } = rules.outlines.pieces[name];
  const shape = svg("path", { d: path, fill: colour(rules, name) });
  return svg("g", { class: "piece" }, shape, label(name, x * CELL, y * CELL + 2, 40, CELL - 30));
}

export function vertexNode(rules, mark) {
  const circle = svg("circle", { r: 0.46 * CELL, fill: colour(rules, rules.names[mark]) });
  return svg("g", { class: mark === 0 ? "piece mover" : "piece" }, circle, label(rules.shown(mark), 0, 2, 40, 0.7 * CELL));
}

// What lies under the pieces: the board, its walls and gates, a dot in each cell that may be blank.
export function backgroundNodes(rules) {
  if (rules.kind === "graph") return graphNodes(rules);
  const [width, height] = pictureSize(rules);
  const nodes = [svg("rect", { class: "board", x: -8, y: -8, width: width + 16, height: height + 16, rx: 20 })];
  for (let cell = 0; cell < rules.rows * rules.columns; cell++) {
    const [x, y] = cellPoint(rules, cell);
    nodes.push(svg("circle", { class: "blank", cx: x + CELL / 2, cy: y + CELL / 2, r: 5 }));
    if (rules.gates?.[cell]) {
      nodes.push(svg("rect", { class: "gate", x: x + 6, y: y + 6, width: CELL - 12, height: CELL - 12, rx: 8 }));
    }
  }
  nodes.push(svg("path", { class: "wall", d: rules.outlines.walls }));
  return nodes;
}

function graphNodes(rules) {
  const nodes = [];
  for (const [start, end] of rules.description.moves) {
    if (start > end) continue;
    const [[x1, y1], [x2, y2]] = [start, end].map((vertex) => vertexPoint(rules, vertex));
    nodes.push(svg("line", { class: "edge", x1, y1, x2, y2 }));
  }
  rules.description.positions.forEach((_, vertex) => {
    const [cx, cy] = vertexPoint(rules, vertex);
    nodes.push(svg("circle", { class: "vertex", cx, cy, r: 0.52 * CELL }));
  });
  return nodes;
}

export function viewBox(rules) {
  const [width, height] = pictureSize(rules);
  return `-10 -10 ${width + 20} ${height + 20}`;
}

// A small picture of a board.
export function picture(rules, board, title) {
  const nodes = [svg("title", {}, title), ...backgroundNodes(rules)];
  const put = (node, [x, y]) => {
    node.setAttribute("transform", `translate(${x} ${y})`);
    nodes.push(node);
  };
  if (rules.kind === "blocks") {
    board.forEach((corner, piece) => corner === null || put(pieceNode(rules, piece), cellPoint(rules, corner)));
  } else {
    board.forEach((tile, cell) => {
      if (rules.kind === "graph") put(vertexNode(rules, tile), vertexPoint(rules, cell));
      else if (tile !== 0) put(tileNode(rules, tile), cellPoint(rules, cell));
    });
  }
  return svg("svg", { class: "picture", viewBox: viewBox(rules), role: "img" }, ...nodes);
}

// The goal as a board, without the pieces that it leaves free; null if there is none.
export function goalBoard(rules) {
  const { goal } = rules.description;
  if (rules.kind !== "blocks") return goal;
  const places = new Map(goal);
  return goal.length ? rules.pieces.map((piece) => places.get(piece.name) ?? (piece.ways ? null : piece.start)) : null;
}

// Where the goal wants a piece: its outline, and a tag with its name, so that it is plain which piece is to come there.
export function targetNode(rules, piece) {
  const { shape, name } = rules.pieces[piece];
  const top = Math.min(...shape.map(([r]) => r));
  const right = Math.max(...shape.filter(([r]) => r === top).map(([, c]) => c));
  const [cx, cy] = [(right + 1) * CELL - 21, top * CELL + 21];
  return svg(
    "g",
    { class: "target-name" },
    svg("path", { class: "target", d: rules.outlines.pieces[name].inside }),
    svg("circle", { class: "tag", cx, cy, r: 18, fill: colour(rules, name) }),
    label(name, cx, cy + 1, 22, 22),
  );
}
