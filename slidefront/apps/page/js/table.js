// The distance of every board to the goal, and what follows from it: the nearest moves and a shortest solution.

import { unpack, unpackAscending } from "./coding.js";

const NEVER = 65535;

// Any table that tells the next move: the rest follows from that.
export class NextMoves {
  // A shortest solution, as a list of moves.
  solution(board) {
    const moves = [];
    for (let move = this.next(board); move; move = this.next(board)) {
      moves.push(move);
      board = move.after;
    }
    return moves;
  }
}

export class DistanceTable extends NextMoves {
  constructor(rules, keys, distances) {
    super();
    Object.assign(this, { rules, keys, distances });
  }

  static async read(rules, space) {
    const keys = await unpackAscending(space.keys, BigUint64Array);
    return new DistanceTable(rules, keys, await unpack(space.distances, Uint16Array));
  }

  // The place of a board among the sorted keys, -1 where it is not there.
  find(board) {
    const key = this.rules.key(board);
    let [low, high] = [0, this.keys.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.keys[middle] < key) low = middle + 1;
      else high = middle;
    }
    return low < this.keys.length && this.keys[low] === key ? low : -1;
  }

  board(at) {
    return this.rules.fromKey(this.keys[at]);
  }

  // The fewest moves from a board; null where no moves lead to the goal, or where the board is not in the space.
  distance(board) {
    const at = this.find(board);
    return at < 0 || this.distances[at] === NEVER ? null : this.distances[at];
  }

  // A move that brings a board nearer; null at the goal.
  next(board) {
    const here = this.distance(board);
    if (!here) return null;
    return this.rules.moves(board).find((move) => this.distance(move.after) === here - 1) ?? null;
  }

  randomBoard() {
    return this.board(Math.floor(Math.random() * this.keys.length));
  }

  // Some board at a distance; null where there is none.
  boardAt(distance) {
    const found = [];
    this.distances.forEach((one, at) => one === distance && found.push(at));
    return found.length ? this.board(found[Math.floor(Math.random() * found.length)]) : null;
  }

  get deepest() {
    return this.distances.reduce((most, one) => (one !== NEVER && one > most ? one : most), 0);
  }
}
