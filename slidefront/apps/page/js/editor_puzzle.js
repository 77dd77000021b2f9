// A block puzzle as it is drawn: reads it from texts, checks it, describes it as Python does, and writes its file.
//
// A sketch has `rows` of names (`.` blank, `#` wall, `-` gate), the `goal` as a map from a piece to the row and the column
// of its upper left corner, and the `fields` of its puzzle file.

import { choose, STEP } from "./rules.js";
import { counted } from "./svg.js";

const CARD = /^\s*(?:\d{1,9}\s+)?([A-Zxo.]{36})(?:\s+\d+)?\s*$/;
const LISTS = ["groups", "gate_pieces", "frozen", "parted"];

export class SketchError extends Error {}

export function emptySketch(rows = 5, columns = 4) {
  return { rows: Array.from({ length: rows }, () => Array(columns).fill(".")), goal: new Map(), fields: { metric: "move" } };
}

// Reads a card of Rush Hour, a puzzle file, or a grid.
export function readSketch(text) {
  const card = CARD.exec(text);
  if (card) return readCard(card[1]);
  if (/^\s*\w+\s*=/m.test(text)) return readFile(readToml(text));
  const [start, goal, ...others] = text.split(/(?<!\S)->(?!\S)/);
  if (others.length) throw new SketchError("There is more than one ->, which stands between the start and the goal.");
  const sketch = emptySketch();
  sketch.rows = readRows(start);
  if (goal !== undefined) sketch.goal = goalOfRows(readRows(goal, ["."]), sketch.rows);
  return sketch;
}

function readCard(letters) {
  const rows = Array.from({ length: 6 }, (_, r) => [...letters.slice(6 * r, 6 * r + 6)].map((one) => ({ o: ".", x: "#" })[one] ?? one));
  const row = rows.findIndex((names) => names.includes("A"));
  if (row < 0) throw new SketchError("A card needs the car A, which comes out to the right.");
  return { rows, goal: new Map([["A", [row, 4]]]), fields: { metric: "slide", axis: true } };
}

function readFile(values) {
  const { kind, home, goal, ...fields } = values;
  if (kind !== "blocks") throw new SketchError(`The editor draws puzzles of blocks, and this file is of ${kind ?? "no kind"}.`);
  delete fields.optimum;
  if (typeof home !== "string") throw new SketchError("The file has no home: write the grid in which the puzzle starts.");
  for (const name of LISTS) if (name in fields) fields[name] = name === "groups" ? fields.groups.map(namesOf) : namesOf(fields[name]);
  if ("axis" in fields && typeof fields.axis !== "boolean") fields.axis = namesOf(fields.axis);
  const sketch = { rows: readRows(home, ["."]), goal: new Map(), fields: { metric: "step", ...fields } };
  if (!["step", "slide", "move"].includes(sketch.fields.metric)) throw new SketchError(`The metric ${sketch.fields.metric} is unknown.`);
  if (Array.isArray(goal)) sketch.goal = goalOfPlaces(goal);
  else if (goal !== undefined) sketch.goal = goalOfText(goal, sketch.rows);
  const wrong = [...sketch.goal].find((one) => !fitsGoal(sketch, one));
  if (wrong) throw new SketchError(`The goal of ${wrong[0]} is not on the board.`);
  return sketch;
}

// Whether a place of the goal is that of a piece, and on the board.
export function fitsGoal({ rows }, [name, [row, column]]) {
  return piecesOf(rows).get(name)?.shape.every(([r, c]) => rows[row + r]?.[column + c] !== undefined);
}

function namesOf(value) {
  if (Array.isArray(value)) return value.map(String);
  const words = value.trim().split(/\s+/);
  return words.length > 1 ? words : [...words[0]];
}

// Rows and columns count from 1 wherever people write them, and from 0 in a sketch.
function goalOfPlaces(places) {
  const corner = places.find(([, ...place]) => place.some((number) => number < 1));
  if (corner) throw new SketchError(`Piece ${corner[0]} cannot be at row ${corner[1]}, column ${corner[2]}: rows and columns count from 1.`);
  return new Map(places.map(([name, row, column]) => [name, [row - 1, column - 1]]));
}

// A goal is a grid, or pieces with row and column: `X 4 2, A 1 1`, also as the page writes them.
function goalOfText(text, rows) {
  const parts = text.replace(/\bat row (\d+), column (\d+)/g, "$1 $2").split(",").map((part) => part.trim().split(/\s+/));
  const isList = parts.every((part) => part.length === 3 && /^\d+$/.test(part[1]) && /^\d+$/.test(part[2]));
  if (isList) return goalOfPlaces(parts.map(([name, row, column]) => [name, Number(row), Number(column)]));
  return goalOfRows(readRows(text, ["."]), rows);
}

function goalOfRows(goal, rows) {
  if (goal.length !== rows.length || goal[0].length !== rows[0].length) {
    throw new SketchError(`The goal has ${goal.length} x ${goal[0].length} cells, and the board has ${rows.length} x ${rows[0].length}.`);
  }
  const home = piecesOf(rows);
  const found = piecesOf(goal.map((row) => row.map((name) => (["_", "0"].includes(name) && !home.has(name) ? "." : name))));
  for (const [name, piece] of found) {
    const own = home.get(name);
    if (!own) throw new SketchError(`The goal names ${name}, and the board has no piece of that name.`);
    if (String(own.shape) !== String(piece.shape)) throw new SketchError(`Piece ${name} has another shape in the goal.`);
  }
  return new Map([...found].map(([name, { place }]) => [name, place]));
}

// Reads rows of cells: with / or ; or ends of lines between rows, or a list as JSON. The first mark that occurs is blank.
export function readRows(text, marks = [".", "_", "0"]) {
  const rows = text.trim().startsWith("[") ? readToml(`rows = ${text}`).rows : text.trim().split(/[/;\n]/).map((row) => row.trim());
  const cut = rows.map((row) => (Array.isArray(row) ? row.map(String) : row.split(/[\s,]+/).filter(Boolean)));
  const isTight = cut.every((row) => row.length === 1) && !rows.some(Array.isArray);
  const cells = isTight ? cut.map(([row]) => [...row]) : cut;
  const counts = new Map();
  for (const row of cells) counts.set(row.length, (counts.get(row.length) ?? 0) + 1);
  const [usual] = [...counts].sort((one, other) => other[1] - one[1])[0];
  const odd = cells.findIndex((row) => row.length !== usual || !usual);
  if (odd >= 0) throw new SketchError(`Row ${odd + 1} has ${counted(cells[odd].length, "cell")}, but the others have ${usual}.`);
  const names = new Set(cells.flat());
  const blank = marks.find((mark) => names.has(mark));
  return cells.map((row) => row.map((name) => (name === blank ? "." : name)));
}

// Reads the part of TOML that puzzle files use: texts, numbers, true and false, lists and inline tables.
export function readToml(text) {
  const values = {};
  let rest = text;
  const take = (pattern) => {
    const match = pattern.exec(rest);
    if (match) rest = rest.slice(match[0].length);
    return match;
  };
  const skip = () => take(/^(?:\s|#[^\n]*)*/);
  const wrong = () => new SketchError(`The file cannot be read at: ${rest.trim().split("\n")[0].slice(0, 40)}`);
  const value = () => {
    let match;
    if ((match = take(/^"""\n?([^]*?)"""/))) return unescaped(match[1].replace(/\\\n\s*/g, ""));
    if ((match = take(/^'''\n?([^]*?)'''/))) return match[1];
    if ((match = take(/^"((?:[^"\\\n]|\\.)*)"/))) return unescaped(match[1]);
    if ((match = take(/^'([^'\n]*)'/))) return match[1];
    if ((match = take(/^(true|false)\b/))) return match[1] === "true";
    if ((match = take(/^[+-]?\d+\b/))) return Number(match[0]);
    if (take(/^\[/)) return items("]", value);
    if (take(/^\{/)) return Object.fromEntries(items("}", entry));
    throw wrong();
  };
  const items = (end, item) => {
    const found = [];
    for (skip(); !rest.startsWith(end); skip()) {
      found.push(item());
      skip();
      if (!take(/^,/) && !rest.startsWith(end)) throw wrong();
    }
    rest = rest.slice(1);
    return found;
  };
  const entry = () => {
    const match = take(/^([A-Za-z0-9_-]+)\s*=[ \t]*/);
    if (!match) throw wrong();
    return [match[1], value()];
  };
  for (skip(); rest; skip()) {
    const [name, one] = entry();
    values[name] = one;
  }
  return values;
}

function unescaped(text) {
  const plain = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" };
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))/g, (_, four, eight, one) =>
    one ? (plain[one] ?? one) : String.fromCodePoint(parseInt(four ?? eight, 16)));
}

// Writes the puzzle file.
export function sketchToml({ rows, goal, fields }) {
  const lines = ['kind = "blocks"'];
  for (const name of ["title", "about", "author"]) if (fields[name]) lines.push(`${name} = ${JSON.stringify(fields[name])}`);
  lines.push(`metric = "${fields.metric}"`, `home = ${gridToml(rows)}`);
  if (goal.size) lines.push(`goal = ${gridToml(goalRows({ rows, goal }))}`);
  if (fields.goal_match) lines.push(`goal_match = ${JSON.stringify(fields.goal_match)}`);
  for (const name of LISTS) if (fields[name]?.length || (fields[name] && name !== "frozen" && name !== "parted")) lines.push(`${name} = ${JSON.stringify(fields[name])}`);
  if (fields.axis === true || fields.axis?.length) lines.push(`axis = ${JSON.stringify(fields.axis)}`);
  return `${lines.join("\n")}\n`;
}

function gridToml(rows) {
  const text = rowsText(rows);
  if (/["\\]/.test(text) || rows[0].length === 1) return JSON.stringify(rowsText(rows, "/"));
  return `"""\n${text}\n"""`;
}

export function rowsText(rows, cut = "\n") {
  const apart = rows.flat().some((name) => name.length > 1) ? " " : "";
  return rows.map((row) => row.join(apart)).join(cut);
}

// The goal as a grid: the pieces that it names, and the walls.
function goalRows({ rows, goal }) {
  const pieces = piecesOf(rows);
  const found = rows.map((row) => row.map((name) => (name === "#" ? "#" : ".")));
  for (const [name, [row, column]] of goal) {
    for (const [r, c] of pieces.get(name)?.shape ?? []) if (found[row + r]) found[row + r][column + c] = name;
  }
  return found;
}

// The pieces of rows by name, in the order of their first cells: for each its place and its shape.
export function piecesOf(rows) {
  const cells = new Map();
  rows.forEach((row, r) => row.forEach((name, c) => {
    if (![".", "#", "-"].includes(name)) cells.set(name, [...(cells.get(name) ?? []), [r, c]]);
  }));
  return new Map([...cells].map(([name, list]) => {
    const place = [0, 1].map((axis) => Math.min(...list.map((cell) => cell[axis])));
    return [name, { place, shape: list.map(([r, c]) => [r - place[0], c - place[1]]) }];
  }));
}

// The cells that steps in some ways lead to, over free cells.
function reachedCells(start, ways, isFree) {
  const cells = [start];
  const seen = new Set([String(start)]);
  for (const [row, column] of cells) {
    for (const way of ways) {
      const to = [row + STEP[way][1], column + STEP[way][0]];
      if (seen.has(String(to)) || !isFree(to)) continue;
      seen.add(String(to));
      cells.push(to);
    }
  }
  return cells;
}

function isJoined(shape) {
  const cells = new Set(shape.map(String));
  return reachedCells(shape[0], "UDLR", (cell) => cells.has(String(cell))).length === shape.length;
}

// Describes a sketch as `BlockPuzzle.description` does; a SketchError says what is still wrong with it.
export function describeSketch({ rows, goal, fields }) {
  const { frozen = [], parted = [], groups = null, metric } = fields;
  const [height, width] = [rows.length, rows[0].length];
  const outlines = piecesOf(rows);
  if (!outlines.size) throw new SketchError("There is no piece yet: drag across blank cells to draw one.");
  for (const [name, { shape }] of outlines) {
    if (!parted.includes(name) && !isJoined(shape)) throw new SketchError(`Piece ${name} is in several parts: join them, or draw one of them as another piece.`);
  }
  const named = new Set(goal.keys());
  const groupOf = (name) => groups?.find((group) => group.includes(name)) ?? [name];
  const gates = gatePieces(outlines, named, groupOf, fields);
  const solid = rows.map((row) => row.map((name) => (name === "#" || frozen.includes(name) ? "#" : name === "-" ? "-" : ".")));
  const pieces = [...outlines].map(([name, { place, shape }]) => ({ name, place, shape, ways: waysOf(name, shape, fields), gates: gates.has(name) }));
  const classes = new Map();
  for (const piece of pieces.filter(({ ways }) => ways)) {
    piece.places = placesOf(piece, solid);
    const isSingled = fields.goal_match !== "shape" && named.has(piece.name);
    const kin = isSingled || groups ? groupOf(piece.name) : [];
    const alike = JSON.stringify([kin, piece.shape, piece.ways, piece.places]);
    if (!classes.has(alike)) classes.set(alike, { members: [], places: piece.places });
    classes.get(alike).members.push(piece);
  }
  const list = [...classes.values()];
  const wanted = wantedPlaces(pieces, list, goal, fields, width);
  const numberOf = new Map(list.flatMap(({ members }, number) => members.map((piece) => [piece, number])));
  const ordered = [...list.flatMap(({ members }) => members), ...pieces.filter(({ ways }) => !ways)];
  const keys = radices(list);
  return {
    family: "blocks", kind: "blocks", metric, rows: height, columns: width,
    cells: rows.flat().map((name) => (name === "#" || name === "-" ? name : ".")),
    pieces: ordered.map((piece) => ({
      name: piece.name, shape: piece.shape, ways: piece.ways, gates: piece.gates,
      start: piece.place[0] * width + piece.place[1], class: numberOf.get(piece) ?? -1,
    })),
    classes: list.map(({ places }, number) => ({ keys: String(keys[number]), places, wanted: wanted[number] })),
    wantedTotal: [...named].filter((name) => !frozen.includes(name)).length,
    goal: [...goal].map(([name, [row, column]]) => [name, row * width + column]),
  };
}

function waysOf(name, shape, { frozen = [], axis = [] }) {
  if (frozen.includes(name)) return "";
  if (axis !== true && !(axis || []).includes(name)) return "UDLR";
  const [high, wide] = [0, 1].map((side) => new Set(shape.map((cell) => cell[side])).size);
  if (high === wide) throw new SketchError(`Piece ${name} is as wide as it is high, so it has no length to move along.`);
  return high > wide ? "UD" : "LR";
}

function gatePieces(outlines, named, groupOf, fields) {
  if (fields.gate_pieces) return new Set(fields.gate_pieces);
  const found = new Set([...named].flatMap(groupOf));
  if (fields.goal_match !== "shape") return found;
  const shapes = new Set([...found].map((name) => String(outlines.get(name)?.shape)));
  return new Set([...outlines].filter(([, { shape }]) => shapes.has(String(shape))).map(([name]) => name));
}

// The places that a piece can reach while no other piece moves or stands in its way, row by row.
function placesOf({ place, shape, ways, gates }, solid) {
  const width = solid[0].length;
  const isFree = ([row, column]) => shape.every(([r, c]) => {
    const there = solid[row + r]?.[column + c];
    return there === "." || (there === "-" && gates);
  });
  return reachedCells(place, ways, isFree).map(([row, column]) => row * width + column).sort((one, other) => one - other);
}

// For each class the numbers of the places that the goal wants.
function wantedPlaces(pieces, classes, goal, fields, width) {
  const wanted = classes.map(() => new Set());
  const taken = new Map();
  for (const [name, [row, column]] of goal) {
    const piece = pieces.find((one) => one.name === name);
    if (!piece) throw new SketchError(`The goal names ${name}, and the board has no piece of that name.`);
    const corner = row * width + column;
    for (const [r, c] of piece.shape) {
      const cell = String([row + r, column + c]);
      if (taken.has(cell)) throw new SketchError(`In the goal, the pieces ${taken.get(cell)} and ${name} overlap.`);
      taken.set(cell, name);
    }
    const takers = classes.flatMap(({ members, places }, number) => {
      const isTaker = fields.goal_match === "shape" ? String(members[0].shape) === String(piece.shape) : members.includes(piece);
      return isTaker && places.includes(corner) ? [number] : [];
    });
    const stays = !piece.ways && piece.place[0] === row && piece.place[1] === column;
    if (!stays && (!piece.ways || !takers.length)) throw new SketchError(`Piece ${name} can never reach its place in the goal.`);
    for (const number of stays ? [] : takers) wanted[number].add(classes[number].places.indexOf(corner));
  }
  return wanted.map((places) => [...places].sort((one, other) => one - other));
}

// How many numbers the part of a key has that each class takes: powers of two, if they are 64 bits together.
function radices(classes) {
  const sets = classes.map(({ members, places }) => choose(places.length, members.length));
  const product = (numbers) => numbers.reduce((one, other) => one * other, 1n);
  if (product(sets) > 1n << 64n || sets.some((one) => one > 1n << 63n)) {
    throw new SketchError("The puzzle is too large: let pieces of one shape count as the same, or freeze pieces.");
  }
  const fields = sets.map((one) => 1n << BigInt(one === 1n ? 0 : (one - 1n).toString(2).length));
  return product(fields) <= 1n << 64n ? fields : sets;
}
