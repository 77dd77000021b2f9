// The distances of all boards that travel in a page: with a list of the boards, or by rank.

import { scrambled } from "./problems.js";

// Reads an array of the page: base64, deflated, the lowest bytes of all numbers, then the next, and so on.

export async function unpack(text, Numbers = Uint8Array) {
  const letters = atob(text);
  const packed = new Uint8Array(letters.length);
  for (let at = 0; at < packed.length; at++) packed[at] = letters.charCodeAt(at);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const size = Numbers.BYTES_PER_ELEMENT;
  const found = new Numbers(bytes.length / size);
  const places = new Uint8Array(found.buffer);
  for (let rank = 0, at = 0; rank < size; rank++) {
    for (let to = rank; to < places.length; to += size) places[to] = bytes[at++];
  }
  return found;
}

// Reads ascending numbers, which are stored as the differences of neighbours.
export async function unpackAscending(text, Numbers) {
  const found = await unpack(text, Numbers);
  for (let at = 1; at < found.length; at++) found[at] += found[at - 1];
  return found;
}

// Any table that tells the next move: the rest follows from that.
class NextMoves {
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

// Every board with its distance.
export class DistanceTable extends NextMoves {
  constructor(rules, keys, distances, deepest) {
    super();
    Object.assign(this, { rules, keys, distances, deepest });
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

  // The fewest moves from a board; null where the board is not in the space.
  distance(board) {
    const at = this.find(board);
    return at < 0 ? null : this.distances[at];
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
}

// The distance of every board of a large space by rank: two bits are the distance modulo 3; one bit, with the side that
// the place of the hole is on, is the distance modulo 4. A board's rank is worked out as
// `slidefront/puzzles/transfer/ranks.py` explains: the place of the hole, then the number of a permutation.

const WALK = 400; // random moves after which a board is like any other
const TRIES = 30;

// Reads the distances of a page, in either form; `far` are the boards that the page lists, the farthest first.
export async function readTable(rules, space, far) {
  if (!space.ranks) {
    const keys = await unpackAscending(space.keys, BigUint64Array);
    return new DistanceTable(rules, keys, await unpack(space.distances, Uint16Array), space.depth);
  }
  const fields = { rules, deepest: space.depth, far, ...space.ranks, placeOf: await unpack(space.placeOf, Uint32Array) };
  for (const name of ["bits", "low", "high", "carriers", "carried"]) if (space[name]) fields[name] = await unpack(space[name]);
  return new RankedTable(fields);
}

class RankedTable extends NextMoves {
  constructor(fields) {
    super();
    Object.assign(this, fields);
    this.inverses = new Uint8Array(this.carriers.length);
    for (let row = 0; row < this.carriers.length; row += this.points) {
      for (let x = 0; x < this.points; x++) this.inverses[row + this.carriers[row + x]] = x;
    }
  }

  // Numbers a permutation by the levels from `first` to `last` of the chain, and takes their elements off it; -1 where
  // the chain does not lead to it.
  takeOff(left, first, last) {
    const { points, sizes, carried, inverses } = this;
    let number = 0;
    for (let level = first; level < last; level++) {
      const [to, ofLevel] = [left[level], level * points];
      if (!carried[ofLevel + to]) return -1;
      number = number * sizes[level] + carried.subarray(ofLevel, ofLevel + to).filter(Boolean).length;
      const row = (ofLevel + to) * points;
      left.forEach((x, at) => (left[at] = inverses[row + x]));
    }
    return number;
  }

  // The rank of a board; -1 where it cannot be reached.
  rank(board) {
    const { points, placeAt, tileOf, level, blocks, inner } = this;
    const anchor = this.rowOf[this.rules.anchor(board)];
    if (anchor < 0) return -1;
    const left = new Array(points).fill(0);
    board.forEach((label, cell) => label && (left[tileOf[label]] = placeAt[anchor][cell]));
    const block = this.takeOff(left, 0, level);
    const rest = block < 0 ? -1 : this.takeOff(left, level, points);
    return rest < 0 ? -1 : (anchor * blocks + block) * inner + this.placeOf[rest];
  }

  // The distance of a board modulo 3 or 4; null where it cannot be reached.
  code(board) {
    const rank = this.rank(board);
    if (rank < 0) return null;
    const bit = rank % this.perWord;
    const at = 8 * Math.floor(rank / this.perWord) + (bit >> 3);
    const read = (plane) => (plane[at] >> (bit & 7)) & 1;
    if (!this.sides) return read(this.low) + 2 * read(this.high);
    return 2 * read(this.bits) + this.sides[this.rowOf[this.rules.anchor(board)]];
  }

  // A move that brings a board nearer; null at the goal.
  next(board) {
    const code = this.code(board);
    if (code === null) return null;
    const nearer = this.sides ? (code + 3) % 4 : (code + 2) % 3;
    return this.rules.moves(board).find((move) => this.code(move.after) === nearer) ?? null;
  }

  // The fewest moves from a board; null where the board is not in the space.
  distance(board) {
    return this.code(board) === null ? null : this.solution(board).length;
  }

  randomBoard() {
    return scrambled(this.rules, this.rules.home, WALK + Math.round(Math.random()));
  }

  // Some board at a distance: on the way from a random board, or else from the one that is farthest away.
  boardAt(distance) {
    for (let tried = 0; tried <= TRIES; tried++) {
      let board = tried < TRIES ? this.randomBoard() : this.far[0];
      const moves = board ? this.solution(board) : [];
      if (moves.length < distance) continue;
      for (const move of moves.slice(0, moves.length - distance)) board = move.after;
      return board;
    }
    return null;
  }
}
