// Small puzzles for the tests, described as Python describes them.

import { rulesOf } from "../../../../slidefront/apps/page/js/rules.js";

export function tiles(rows, columns) {
  const cells = rows * columns;
  const moves = [];
  for (let hole = 0; hole < cells; hole++) {
    const [row, column] = [Math.floor(hole / columns), hole % columns];
    if (row + 1 < rows) moves.push([hole, hole + columns, "U", [[hole + columns, hole]]]);
    if (row > 0) moves.push([hole, hole - columns, "D", [[hole - columns, hole]]]);
    if (column + 1 < columns) moves.push([hole, hole + 1, "L", [[hole + 1, hole]]]);
    if (column > 0) moves.push([hole, hole - 1, "R", [[hole - 1, hole]]]);
  }
  const home = Array.from({ length: cells }, (_, cell) => (cell + 1) % cells);
  const names = ["_", ..."123456789abcdef"].slice(0, cells);
  const holes = home.map((_, cell) => [cell]);
  return rulesOf({
    family: "transfer", kind: "tiles", metric: "step", rows, columns, names, numbered: true, short: true, cellBits: 4,
    holes, moves, home, goal: home, positions: null,
  });
}

// A and B are alike; a piece may go anywhere on two rows of three cells, and A is to come to the lower right corner.
//     A B .
//     . C .
export function blocks(metric) {
  const places = [0, 1, 2, 3, 4, 5];
  const piece = (name, start, number) => ({ name, shape: [[0, 0]], ways: "UDLR", gates: false, start, class: number });
  return rulesOf({
    family: "blocks", kind: "blocks", metric, rows: 2, columns: 3, cells: [".", ".", ".", ".", ".", "."],
    pieces: [piece("A", 0, 0), piece("B", 1, 0), piece("C", 4, 1)],
    classes: [{ keys: 16, places, wanted: [5] }, { keys: 8, places, wanted: [] }],
    wantedTotal: 1, goal: [["A", 5]],
  });
}

// Three vertices in a line: A - B - C, and A moves.
export function line() {
  return rulesOf({
    family: "transfer", kind: "graph", metric: "step", rows: 1, columns: 3, names: ["A", "B", "C"], numbered: false,
    short: true, cellBits: 4, holes: [[0], [1], [2]],
    moves: [[0, 1, "1", [[1, 0]]], [1, 0, "0", [[0, 1]]], [1, 2, "2", [[2, 1]]], [2, 1, "1", [[1, 2]]]],
    home: [0, 1, 2], goal: [1, 2, 0], positions: [[0, 0], [0.5, 0], [1, 0]],
  });
}

// The distance of every board from one, the slow and obvious way.
export function distances(rules, start) {
  const found = new Map([[rules.text(start), 0]]);
  const waiting = [start];
  for (const board of waiting) {
    for (const { after } of rules.moves(board)) {
      if (found.has(rules.text(after))) continue;
      found.set(rules.text(after), found.get(rules.text(board)) + 1);
      waiting.push(after);
    }
  }
  return found;
}
