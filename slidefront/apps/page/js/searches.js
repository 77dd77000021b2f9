// The searches of the worker, by the name of the algorithm: each finds the boards of a shortest solution by their keys.

import { TileSearch } from "./ida.js";
import { numbersOf } from "./rules.js";
import { CellCoder, PieceCoder, TwoWay } from "./twoway.js";

const MOST_OF_CELLS = { near: 2_000_000, far: 2_000_000 };
const MOST_OF_PIECES = { near: 5_000_000, far: 9_000_000 };

export function searchOf(rules, algorithm, most = null) {
  if (algorithm === "ida") return directionSearch(rules);
  if (rules.kind === "blocks") return new TwoWay(new PieceCoder(rules), most ?? MOST_OF_PIECES);
  return new TwoWay(new CellCoder(rules), most ?? MOST_OF_CELLS);
}

// IDA* finds directions, which are steps here.
function directionSearch(rules) {
  const { rows, columns, goal } = rules.description;
  const numbers = numbersOf(goal);
  const numbered = (board) => board.map((label) => numbers.get(label));
  const search = new TileSearch(rows, columns, numbered(goal));
  const solve = (board, tell) => {
    const directions = search.solve(numbered(board), tell);
    return directions === null ? null : [...directions].map((direction) => {
      board = rules.stepTowards(board, direction).after;
      return rules.key(board);
    });
  };
  return { solve };
}
