// How pieces that are drawn look: their outlines and colours, as Python draws them, and the data with which the page
// plays a puzzle.

import { fitsWords } from "./editor_search.js";
import { describeSketch, piecesOf, rowsText } from "./editor_puzzle.js";

const AROUND = [[1, 0, 0, 0], [0, 1, 1, 0], [-1, 0, 1, 1], [0, -1, 0, 1]]; // a way around a cell, and where it begins
const ROUNDS = 0.84; // how much darker each further round of colours is

// Writes the outline of cells as the data of a path, clockwise, a little inside the cells, with round corners.
export function outlinePath(cells, size, inset, radius) {
  const corners = new Set(cells.map(([r, c]) => `${c},${r}`));
  const sides = new Map();
  for (const [x, y] of cells.map(([r, c]) => [c, r]).sort((one, other) => one[0] - other[0] || one[1] - other[1])) {
    for (const [right, down, dx, dy] of AROUND) {
      if (!corners.has(`${x + down},${y - right}`)) sides.set(`${x + dx},${y + dy},${right},${down}`, [x + dx, y + dy, right, down]);
    }
  }
  const rest = new Map(sides);
  let path = "";
  while (rest.size) {
    const loop = [];
    let [side] = rest.values();
    while (rest.delete(side.join())) {
      loop.push(side);
      const [x, y, right, down] = side;
      const turns = [[-down, right], [right, down], [down, -right]].map((way) => [x + right, y + down, ...way]);
      side = turns.find((turn) => sides.has(turn.join()));
    }
    path += roundedPath(cornersOf(loop, size, inset), radius);
  }
  return path;
}

// The corners where a loop turns, each moved inside along both of its sides.
function cornersOf(loop, size, inset) {
  return loop.flatMap(([x, y, right, down], at) => {
    const [, , before, below] = loop.at(at - 1);
    if (before === right && below === down) return [];
    return [[x * size - (below + down) * inset, y * size + (before + right) * inset]];
  });
}

function roundedPath(corners, radius) {
  const point = ([x, y]) => `${Number(x.toPrecision(6))} ${Number(y.toPrecision(6))}`;
  const parts = corners.map((corner, at) => {
    const [enter, leave] = [corners.at(at - 1), corners[(at + 1) % corners.length]].map((end) => {
      const away = [end[0] - corner[0], end[1] - corner[1]];
      const share = Math.min(0.5, radius / Math.hypot(...away));
      return [corner[0] + away[0] * share, corner[1] + away[1] * share];
    });
    return `${at ? "L" : "M"}${point(enter)}Q${point(corner)} ${point(leave)}`;
  });
  return `${parts.join("")}Z`;
}

// Where the name of a piece is: its middle if the piece covers that, or else the nearest cell.
export function namePlace(cells) {
  const has = new Set(cells.map(String));
  const [y, x] = [0, 1].map((axis) => {
    const lines = cells.map((cell) => cell[axis]);
    return (Math.min(...lines) + Math.max(...lines) + 1) / 2;
  });
  const around = [0.01, -0.01].flatMap((down) => [0.01, -0.01].map((right) => String([Math.trunc(y - down), Math.trunc(x - right)])));
  if (around.every((cell) => has.has(cell))) return [x, y];
  const away = ([r, c]) => (r + 0.5 - y) ** 2 + (c + 0.5 - x) ** 2;
  const [[row, column]] = [...cells].sort((one, other) => away(one) - away(other) || one[0] - other[0] || one[1] - other[1]);
  return [column + 0.5, row + 0.5];
}

// The colour of each piece: those of the goal and frozen ones have their own, unless the goal is a whole board.
export function pieceColours({ rows, goal, fields }, palette) {
  const pieces = piecesOf(rows);
  const { frozen = [] } = fields;
  const free = [...pieces.keys()].filter((name) => !frozen.includes(name));
  const isPartial = [...goal.keys()].filter((name) => !frozen.includes(name)).length < free.length;
  const special = (name) => (frozen.includes(name) ? palette.frozen : isPartial && goal.has(name) ? palette.wanted : null);
  const plain = [...pieces.keys()].filter((name) => !special(name));
  const areTiles = rows.length > 1 && [...pieces.values()].every(({ shape }) => shape.length === 1);
  return Object.fromEntries([...pieces].map(([name, { place }]) => [
    name, special(name) ?? shade(areTiles ? place[0] : plain.indexOf(name), palette.pieces),
  ]));
}

function shade(number, colours) {
  const share = ROUNDS ** Math.min(Math.floor(number / colours.length), 2);
  const colour = parseInt(colours[number % colours.length].slice(1), 16);
  const part = (shift) => Math.round(((colour >> shift) & 255) * share).toString(16).padStart(2, "0");
  return `#${part(16)}${part(8)}${part(0)}`;
}

export function sketchOutlines({ rows }) {
  const walls = rows.flatMap((row, r) => row.flatMap((name, c) => (name === "#" ? [[r, c]] : [])));
  const pieces = [...piecesOf(rows)].map(([name, { shape }]) => [
    name, { path: outlinePath(shape, 100, 3, 16), inside: outlinePath(shape, 100, 9, 14), middle: namePlace(shape) },
  ]);
  return { walls: outlinePath(walls, 100, 1, 8), pieces: Object.fromEntries(pieces) };
}

// The data with which `startPage` plays a sketch.
export function playData(sketch, palette) {
  const description = describeSketch(sketch);
  const goal = [...sketch.goal].map(([name, [row, column]]) => `${name} at row ${row + 1}, column ${column + 1}`);
  const title = sketch.fields.title || "My puzzle";
  return {
    name: title, title, about: sketch.fields.about ?? "", start: rowsText(sketch.rows, "/"), goal: goal.join(", "), rules: description,
    optimum: null, hints: true, algorithm: goal.length && fitsWords(description) ? "two-way" : null, unsolvable: null,
    solution: null, route: null, colours: pieceColours(sketch, palette), outlines: sketchOutlines(sketch), space: null,
    graph: null, problems: [], growth: null, hardest: [],
  };
}
