// Shortest solutions of tile boards with wide holes or equal tiles, and of graphs, of up to 16 cells: all boards near
// the goal are found once, layer by layer, as many as MOST; then the layers from a board, until one has a board that
// is known. A board is two words of eight cells each, four bits a cell.

export const MOST = 2_000_000;

// Boards in the order in which they were added, and a table of hashes to find them again.
class Boards {
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
    for (let at = 0; at < size; at++) this.slots[this.slot(high[at], low[at])] = at;
  }

  slot(high, low) {
    const mask = this.slots.length - 1;
    let hash = Math.imul(high, 0x9e3779b1) ^ Math.imul(low, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    let at = (hash ^ (hash >>> 13)) & mask;
    for (let found = this.slots[at]; found >= 0; found = this.slots[at]) {
      if (this.high[found] === high && this.low[found] === low) return at;
      at = (at + 1) & mask;
    }
    return at;
  }

  // The number of a board; -1 if it is not there.
  find(high, low) {
    return this.slots[this.slot(high, low)];
  }

  add(high, low) {
    let at = this.slot(high, low);
    if (this.slots[at] >= 0) return;
    if (this.size === this.high.length) {
      this.enlarge(2 * this.size);
      at = this.slot(high, low);
    }
    this.high[this.size] = high;
    this.low[this.size] = low;
    this.slots[at] = this.size++;
  }
}

export class TwoWay {
  constructor({ goal, holes, moves }, most = MOST) {
    this.most = most;
    this.movesAt = Array.from({ length: goal.length }, () => []);
    for (const [start, , way, carries] of moves) this.movesAt[Math.min(...holes[start])].push({ way, carries });
    const widest = Math.max(...this.movesAt.map((list) => list.length));
    this.nearHigh = new Int32Array(widest);
    this.nearLow = new Int32Array(widest);
    this.near = new Boards();
    this.ends = this.begin(this.near, goal);
    this.whole = false;
    while (this.layer(this.near, this.ends)) this.whole = this.ends.at(-1) === this.ends.at(-2);
  }

  // The first layer of a search: one board.
  begin(boards, board) {
    let [high, low] = [0, 0];
    board.forEach((label, cell) => {
      if (cell < 8) high |= label << (28 - 4 * cell);
      else low |= label << (60 - 4 * cell);
    });
    boards.add(high, low);
    return [0, 1];
  }

  // Adds the layer after the last one; false if there is none, or if there would be too many boards.
  layer(boards, ends) {
    const [first, last] = ends.slice(-2);
    if (first === last) return false;
    for (let at = first; at < last; at++) {
      const count = this.expand(boards.high[at], boards.low[at]);
      for (let one = 0; one < count; one++) boards.add(this.nearHigh[one], this.nearLow[one]);
      if (boards.size > this.most) return false;
    }
    ends.push(boards.size);
    return true;
  }

  movesOf(high, low) {
    let cell = 0;
    while (((cell < 8 ? high >>> (28 - 4 * cell) : low >>> (60 - 4 * cell)) & 15) !== 0) cell++;
    return this.movesAt[cell];
  }

  // Writes the boards that a move leads to; tells how many there are.
  expand(high, low) {
    const moves = this.movesOf(high, low);
    for (let one = 0; one < moves.length; one++) {
      let [afterHigh, afterLow] = [high, low];
      for (const [from] of moves[one].carries) {
        if (from < 8) afterHigh &= ~(15 << (28 - 4 * from));
        else afterLow &= ~(15 << (60 - 4 * from));
      }
      for (const [from, to] of moves[one].carries) {
        const label = (from < 8 ? high >>> (28 - 4 * from) : low >>> (60 - 4 * from)) & 15;
        if (to < 8) afterHigh |= label << (28 - 4 * to);
        else afterLow |= label << (60 - 4 * to);
      }
      this.nearHigh[one] = afterHigh;
      this.nearLow[one] = afterLow;
    }
    return moves.length;
  }

  // How far a board is from the goal; -1 where that is not known.
  known(high, low) {
    const at = this.near.find(high, low);
    return at < 0 || at >= this.ends.at(-1) ? -1 : this.ends.findIndex((end) => at < end) - 1;
  }

  // Finds a shortest solution as a list of ways: null where there is none, undefined where it is too far.
  solve(board, tell = () => {}) {
    const boards = new Boards();
    const ends = this.begin(boards, board);
    for (let depth = 0; ; depth++) {
      for (let at = ends[depth]; at < ends[depth + 1]; at++) {
        if (this.known(boards.high[at], boards.low[at]) >= 0) {
          return [...this.waysTo(boards, ends, at, depth), ...this.waysFrom(boards.high[at], boards.low[at])];
        }
      }
      if (this.whole) return null;
      tell(depth + this.ends.length - 1);
      if (!this.layer(boards, ends)) return undefined;
      if (ends.at(-1) === ends.at(-2)) return null;
    }
  }

  waysFrom(high, low) {
    const ways = [];
    for (let depth = this.known(high, low); depth > 0; depth--) {
      const count = this.expand(high, low);
      for (let one = 0; one < count; one++) {
        if (this.known(this.nearHigh[one], this.nearLow[one]) !== depth - 1) continue;
        ways.push(this.movesOf(high, low)[one].way);
        [high, low] = [this.nearHigh[one], this.nearLow[one]];
        break;
      }
    }
    return ways;
  }

  // Goes back through the layers from the start; each move has one that undoes it.
  waysTo(boards, ends, at, depth) {
    const ways = [];
    for (; depth > 0; depth--) {
      const [high, low] = [boards.high[at], boards.low[at]];
      const count = this.expand(high, low);
      const before = Array.from({ length: count }, (_, one) => boards.find(this.nearHigh[one], this.nearLow[one]));
      at = before.find((one) => one >= ends[depth - 1] && one < ends[depth]);
      this.expand(boards.high[at], boards.low[at]);
      const moves = this.movesOf(boards.high[at], boards.low[at]);
      ways.unshift(moves.find((_, one) => this.nearHigh[one] === high && this.nearLow[one] === low).way);
    }
    return ways;
  }
}
