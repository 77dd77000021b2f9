// The searches of the worker, by the name of the algorithm: each finds the boards of a shortest solution by their keys.

import { TileSearch } from "./ida.js";
import { CellCoder, PieceCoder, TwoWay } from "./twoway.js";

const MOST_OF_CELLS = { near: 2_000_000, far: 2_000_000 };
const MOST_OF_PIECES = { near: 5_000_000, far: 9_000_000 };

export function searchOf(rules, algorithm, most = null) {
  if (algorithm === "ida") return new WaysSearch(rules);
  if (rules.kind === "blocks") return new TwoWay(new PieceCoder(rules), most ?? MOST_OF_PIECES);
  return new TwoWay(new CellCoder(rules), most ?? MOST_OF_CELLS);
}

// IDA* finds ways, which are steps here.
class WaysSearch {
  constructor(rules) {
    const { rows, columns, goal } = rules.description;
    Object.assign(this, { rules, search: new TileSearch(rows, columns, goal) });
  }

  solve(board, tell) {
    const ways = this.search.solve(board, tell);
    return ways && [...ways].map((way) => {
      board = this.rules.stepTowards(board, way).after;
      return this.rules.key(board);
    });
  }
}
