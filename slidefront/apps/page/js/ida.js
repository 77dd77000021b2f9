// IDA* and its bound: pattern databases.

import { STEP } from "./rules.js";

// Pattern databases: for a few tiles, how many of their own moves they need at least from wherever they stand, other
// tiles being all alike. Groups that share no tile may be added up. A table is addressed by the cells of the tiles,
// four bits each, and is made here in about a tenth of a second by a search from the goal.

export const GROUP = 5;

// Cuts the tiles into groups of neighbours: the cells of the goal in a winding line, five at a time.
export function groupsOf(rows, columns, goal) {
  const line = [];
  for (let row = 0; row < rows; row++) {
    for (let at = 0; at < columns; at++) line.push(goal[row * columns + (row % 2 ? columns - 1 - at : at)]);
  }
  const tiles = line.filter((label) => label > 0);
  const groups = [];
  for (let first = 0; first < tiles.length; first += GROUP) groups.push(tiles.slice(first, first + GROUP));
  return groups;
}

export class Pattern {
  constructor(rows, columns, goalCell, tiles) {
    const cells = rows * columns;
    Object.assign(this, { tiles, columns, all: (1 << cells) - 1, notFirst: 0, notLast: 0 });
    for (let cell = 0; cell < cells; cell++) {
      if (cell % columns > 0) this.notFirst |= 1 << cell;
      if (cell % columns < columns - 1) this.notLast |= 1 << cell;
    }
    this.distance = new Uint8Array(1 << (4 * tiles.length));
    this.visited = new Uint16Array(this.distance.length);
    const first = tiles.reduce((index, tile, slot) => index | (goalCell[tile] << (4 * slot)), 0);
    let layer = [first, 1 << goalCell[0]];
    for (let depth = 0; layer.length > 0; depth++) {
      const after = [];
      for (let at = 0; at < layer.length; at += 2) this.expand(layer[at], layer[at + 1], depth, after);
      layer = after;
    }
    this.visited = null;
  }

  near(mask) {
    const across = ((mask & this.notLast) << 1) | ((mask & this.notFirst) >> 1);
    return ((mask << this.columns) | (mask >> this.columns) | across) & this.all;
  }

  // All cells that the hole can come to past tiles that are alike.
  region(hole, taken) {
    let [region, grown] = [0, hole];
    while (grown !== region) {
      region = grown;
      grown |= this.near(region) & ~taken;
    }
    return region;
  }

  expand(index, hole, depth, after) {
    const { visited } = this;
    if (visited[index] & hole) return;
    let taken = 0;
    for (let slot = 0; slot < this.tiles.length; slot++) taken |= 1 << ((index >> (4 * slot)) & 15);
    const region = this.region(hole, taken);
    if (visited[index] === 0) this.distance[index] = depth;
    visited[index] |= region;
    for (let slot = 0; slot < this.tiles.length; slot++) {
      const cell = (index >> (4 * slot)) & 15;
      for (let ways = this.near(1 << cell) & region; ways; ways &= ways - 1) {
        const to = 31 - Math.clz32(ways & -ways);
        const next = index ^ ((cell ^ to) << (4 * slot));
        if (!(visited[next] & (1 << cell))) after.push(next, 1 << cell);
      }
    }
  }
}

// IDA* for tile boards of up to 16 cells with a hole of one cell and tiles that all differ: shortest solutions. A search
// up to a limit goes depth first and never takes a move back; a table of boards that were seen at this limit, with as
// many moves left, cuts off most of what several ways lead to.

const WAYS = "UDLR"; // the way the tile goes; the hole goes the other way
const BACK = [1, 0, 3, 2];
const SEEN_BITS = 16;
const LEAST_LEFT = 12; // boards with fewer moves left are not noted: it takes longer than to search on

export class TileSearch {
  constructor(rows, columns, goal) {
    Object.assign(this, { rows, columns, goal });
    this.goalCell = new Int32Array(goal.length);
    goal.forEach((label, cell) => (this.goalCell[label] = cell));
    this.neighbours();
    this.hashes();
    this.patterns();
  }

  // The tables of at most three groups of tiles; a group that is not there has a table of one zero.
  patterns() {
    const groups = groupsOf(this.rows, this.columns, this.goal);
    const tables = groups.map((tiles) => new Pattern(this.rows, this.columns, this.goalCell, tiles).distance);
    this.tables = [0, 1, 2].map((number) => tables[number] ?? new Uint8Array(1));
    this.groupOf = new Int8Array(this.goal.length);
    this.shiftOf = new Int8Array(this.goal.length);
    groups.forEach((tiles, number) => {
      tiles.forEach((tile, slot) => {
        this.groupOf[tile] = number;
        this.shiftOf[tile] = 4 * slot;
      });
    });
  }

  // For each cell of the hole and each way the cell that a tile comes from, -1 where there is none.
  neighbours() {
    const { rows, columns } = this;
    this.from = Int8Array.from({ length: 4 * rows * columns }, (_, at) => {
      const [right, down] = STEP[WAYS[at % 4]];
      const [row, column] = [Math.floor(at / 4 / columns) - down, (Math.floor(at / 4) % columns) - right];
      return row >= 0 && row < rows && column >= 0 && column < columns ? row * columns + column : -1;
    });
  }

  // Two random words for each tile in each cell (xorshift, so that every search is the same).
  hashes() {
    const cells = this.rows * this.columns;
    let state = 0x9e3779b9 | 0;
    const random = () => {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      return state;
    };
    this.hash = Int32Array.from({ length: 2 * cells * cells }, random);
    this.seen = new Int32Array(2 << SEEN_BITS);
    this.searches = 0;
  }

  // The places of the tiles of each group, which address its table.
  places(board) {
    const places = [0, 0, 0];
    board.forEach((tile, cell) => tile && (places[this.groupOf[tile]] |= cell << this.shiftOf[tile]));
    return places;
  }

  bound(board) {
    return this.places(board).reduce((sum, place, group) => sum + this.tables[group][place], 0);
  }

  // Tells whether the goal can be reached: from parity, or on a single line from the order of the tiles.
  solvable(board) {
    const { rows, columns, goal, goalCell } = this;
    if (rows === 1 || columns === 1) return board.filter(Boolean).join() === goal.filter(Boolean).join();
    const cells = board.map((label) => goalCell[label]);
    let odd = 0;
    for (let i = 0; i < cells.length; i++) for (let j = 0; j < i; j++) odd ^= cells[j] > cells[i] ? 1 : 0;
    const side = (cell) => (Math.floor(cell / columns) + (cell % columns)) & 1;
    return odd === (side(board.indexOf(0)) ^ side(goalCell[0]));
  }

  // Finds a shortest solution as a string of ways; null where there is none. `tell` hears the length that is tried.
  solve(board, tell = () => {}) {
    if (!this.solvable(board)) return null;
    for (let limit = this.bound(board); ; limit += 2) {
      tell(limit);
      const found = this.upTo(board, limit);
      if (found !== null) return found;
    }
  }

  upTo(start, limit) {
    const { from, hash, seen, groupOf, shiftOf } = this;
    const cells = start.length;
    const board = Int8Array.from(start);
    const [first, second, third] = this.tables;
    const path = new Int8Array(limit + 1);
    const mask = (1 << SEEN_BITS) - 1;
    const salt = Math.imul((this.searches += 1), 0x2545f491); // no search trusts what another has noted

    // The places of the tiles of three groups are a, b and c; low and high are the hash of the board.
    function search(hole, last, a, b, c, left, low, high) {
      if (left === 0) return 0; // the bound has led here: this is the goal
      if (left >= LEAST_LEFT) {
        const slot = ((low ^ salt) & mask) << 1;
        const mark = (high & ~127) | left;
        if (seen[slot] === (low ^ salt) && seen[slot + 1] === mark) return -1;
        seen[slot] = low ^ salt;
        seen[slot + 1] = mark;
      }
      for (let way = 0; way < 4; way++) {
        if (way === last) continue;
        const cell = from[hole * 4 + way];
        if (cell < 0) continue;
        const tile = board[cell];
        const change = (cell ^ hole) << shiftOf[tile];
        const group = groupOf[tile];
        const aAfter = group === 0 ? a ^ change : a;
        const bAfter = group === 1 ? b ^ change : b;
        const cAfter = group === 2 ? c ^ change : c;
        if (first[aAfter] + second[bAfter] + third[cAfter] >= left) continue;
        const gone = 2 * (tile * cells + cell);
        const come = 2 * (tile * cells + hole);
        board[hole] = tile;
        board[cell] = 0;
        const lowAfter = low ^ hash[gone] ^ hash[come];
        const highAfter = high ^ hash[gone + 1] ^ hash[come + 1];
        const found = search(cell, BACK[way], aAfter, bAfter, cAfter, left - 1, lowAfter, highAfter);
        board[cell] = tile;
        board[hole] = 0;
        if (found >= 0) {
          path[found] = way;
          return found + 1;
        }
      }
      return -1;
    }

    let low = 0;
    let high = 0;
    board.forEach((tile, cell) => {
      low ^= hash[2 * (tile * cells + cell)];
      high ^= hash[2 * (tile * cells + cell) + 1];
    });
    const length = search(start.indexOf(0), -1, ...this.places(start), limit, low, high);
    if (length < 0) return null;
    return Array.from(path.slice(0, length).reverse(), (way) => WAYS[way]).join("");
  }
}
