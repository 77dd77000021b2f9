// Shortest solutions by layers from both ends: all boards near the goal are found once, layer by layer; then the layers
// from a board, until one has a board that is known. What a board is made of is the matter of its coder (`code_cells.js`,
// `code_pieces.js`): here it is two words, and its neighbours are what the coder writes into two arrays.

// Boards in the order in which they were added, and a table of hashes to find them again. A slot of the table has the
// number of a board in its low bits, of which there can be 16 million, and a part of its hash above: so a board that is
// not there is known without a look at others, which lie far away in memory.
const NUMBER = (1 << 24) - 1;

class BoardList {
  constructor() {
    this.size = 0;
    this.high = new Int32Array(0);
    this.low = new Int32Array(0);
    this.enlarge(4096);
  }

  enlarge(room) {
    const { high, low, size } = this;
    this.high = new Int32Array(room);
    this.low = new Int32Array(room);
    this.high.set(high);
    this.low.set(low);
    this.slots = new Int32Array(2 * room).fill(-1);
    for (let at = 0; at < size; at++) this.put(high[at], low[at], at);
  }

  hash(high, low) {
    let hash = Math.imul(high, 0x9e3779b1) ^ Math.imul(low, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    return hash ^ (hash >>> 13);
  }

  // The number of a board; -1 if it is not there.
  find(high, low) {
    const { slots } = this;
    const mask = slots.length - 1;
    const hash = this.hash(high, low);
    const part = (hash >>> 1) & ~NUMBER;
    for (let at = hash & mask; slots[at] >= 0; at = (at + 1) & mask) {
      const number = slots[at] ^ part;
      if (number <= NUMBER && number >= 0 && this.high[number] === high && this.low[number] === low) return number;
    }
    return -1;
  }

  // Puts a board that is not there into the table.
  put(high, low, number) {
    const { slots } = this;
    const mask = slots.length - 1;
    const hash = this.hash(high, low);
    let at = hash & mask;
    while (slots[at] >= 0) at = (at + 1) & mask;
    slots[at] = ((hash >>> 1) & ~NUMBER) | number;
  }

  add(high, low) {
    if (this.find(high, low) >= 0) return;
    if (this.size === this.high.length) this.enlarge(2 * this.size);
    this.put(high, low, this.size);
    this.high[this.size] = high;
    this.low[this.size++] = low;
  }
}

export class TwoWay {
  // `near` and `far` are the most boards to keep around the goal, and around the board that is asked about.
  constructor(coder, { near, far }) {
    Object.assign(this, { coder, far, near: new BoardList(), ends: [0], whole: false });
    for (const [high, low] of coder.goals) this.near.add(high, low);
    if (this.near.size > 0) this.ends.push(this.near.size);
    while (this.near.size > 0 && !this.whole && this.layer(this.near, this.ends, near)) {
      this.whole = this.ends.at(-1) === this.ends.at(-2);
    }
  }

  // Adds the layer after the last one; false if there are too many boards, or would be if it grows as the one before.
  layer(boards, ends, most) {
    const [before, first, last] = [ends.at(-3) ?? 0, ends.at(-2), ends.at(-1)];
    const size = last - first;
    if (last + size * Math.min(2, size / Math.max(1, first - before)) > most) return false;
    const { nearHigh, nearLow } = this.coder;
    for (let at = first; at < last; at++) {
      const count = this.coder.expand(boards.high[at], boards.low[at]);
      for (let one = 0; one < count; one++) boards.add(nearHigh[one], nearLow[one]);
      if (boards.size > most) return false;
    }
    ends.push(boards.size);
    return true;
  }

  // How far a board is from the goal; -1 where that is not known.
  known(high, low) {
    const at = this.near.find(high, low);
    if (at < 0 || at >= this.ends.at(-1)) return this.coder.solved(high, low) ? 0 : -1;
    return this.ends.findIndex((end) => at < end) - 1;
  }

  // Finds the boards of a shortest solution, by their keys: null where there is none, undefined where it is too far.
  solve(board, tell = () => {}) {
    const boards = new BoardList();
    boards.add(...this.coder.words(board));
    const ends = [0, 1];
    for (let depth = 0; ; depth++) {
      for (let at = ends[depth]; at < ends[depth + 1]; at++) {
        if (this.known(boards.high[at], boards.low[at]) < 0) continue;
        const words = [...this.wayTo(boards, ends, at, depth), ...this.wayFrom(boards.high[at], boards.low[at])];
        return words.map(([high, low]) => this.coder.key(high, low));
      }
      if (this.whole) return null;
      tell(depth + Math.max(1, this.ends.length - 1));
      if (!this.layer(boards, ends, this.far)) return undefined;
      if (ends.at(-1) === ends.at(-2)) return null;
    }
  }

  // The boards after one that is known, to the goal.
  wayFrom(high, low) {
    const { nearHigh, nearLow } = this.coder;
    const way = [];
    for (let left = this.known(high, low); left > 0; left--) {
      const count = this.coder.expand(high, low);
      let one = 0;
      while (one < count && this.known(nearHigh[one], nearLow[one]) !== left - 1) one++;
      [high, low] = [nearHigh[one], nearLow[one]];
      way.push([high, low]);
    }
    return way;
  }

  // The boards after the start up to one of a layer: goes back through the layers, for each move has one that undoes it.
  wayTo(boards, ends, at, depth) {
    const { nearHigh, nearLow } = this.coder;
    const way = [];
    for (; depth > 0; depth--) {
      way.unshift([boards.high[at], boards.low[at]]);
      const count = this.coder.expand(boards.high[at], boards.low[at]);
      for (let one = 0; one < count; one++) {
        const before = boards.find(nearHigh[one], nearLow[one]);
        if (before >= ends[depth - 1] && before < ends[depth]) at = before;
      }
    }
    return way;
  }
}
