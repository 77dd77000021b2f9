// The two-way search, and the coders that put boards into two words for it.

// Boards of tiles and graphs of up to 16 cells as two words: eight cells each, with four bits per cell, as in keys.

function labelAt(high, low, cell) {
  return (cell < 8 ? high >>> (28 - 4 * cell) : low >>> (60 - 4 * cell)) & 15;
}

export class CellCoder {
  constructor(rules) {
    const { goal, holes } = rules.description;
    this.rules = rules;
    this.cells = [...goal.keys()];
    this.movesAt = Array.from({ length: goal.length }, () => []);
    holes.forEach((cells, anchor) => (this.movesAt[Math.min(...cells)] = rules.movesAt[anchor]));
    const widest = Math.max(...this.movesAt.map((list) => list.length));
    this.nearHigh = new Int32Array(widest);
    this.nearLow = new Int32Array(widest);
    this.goals = [this.words(goal)];
  }

  words(board) {
    let [high, low] = [0, 0];
    board.forEach((label, cell) => {
      if (cell < 8) high |= label << (28 - 4 * cell);
      else low |= label << (60 - 4 * cell);
    });
    return [high, low];
  }

  key(high, low) {
    return this.rules.key(this.cells.map((cell) => labelAt(high, low, cell)));
  }

  solved(high, low) {
    return high === this.goals[0][0] && low === this.goals[0][1];
  }

  // Writes the boards that a move leads to; tells how many there are. A cell that a tile goes to is the hole, or a cell
  // that another tile of the move leaves.
  expand(high, low) {
    let hole = 0;
    while (labelAt(high, low, hole) !== 0) hole++;
    const moves = this.movesAt[hole];
    for (let one = 0; one < moves.length; one++) {
      let [afterHigh, afterLow] = [high, low];
      for (const [from, to] of moves[one].carries) {
        const number = labelAt(high, low, from);
        for (const cell of [from, to]) {
          if (cell < 8) afterHigh ^= number << (28 - 4 * cell);
          else afterLow ^= number << (60 - 4 * cell);
        }
      }
      this.nearHigh[one] = afterHigh;
      this.nearLow[one] = afterLow;
    }
    return moves.length;
  }
}

// Boards of blocks as two words for the two-way search. A class of one piece has the number of its place; a class of
// equal pieces has a bit for each place. A field lies in one word: 25 places of five pieces alone take 5 x 5 bits.
// Sets of cells are two words as well, so that a step is free if the cells that it enters and those taken share none.

function cellSet(cells) {
  const words = [0, 0];
  for (const cell of cells) words[cell >> 5] |= 1 << (cell & 31);
  return words;
}

// Gives each class its word, its first bit and how many bits it has, the largest first; null if two words are not enough.
export function fieldsOf({ classes, pieces }) {
  const free = [32, 32];
  const fields = classes.map(({ places }, number) => {
    const alone = pieces.filter((piece) => piece.class === number).length === 1;
    const bits = alone ? Math.max(1, 32 - Math.clz32(places.length - 1)) : places.length;
    return { alone, bits, mask: bits === 32 ? -1 : (1 << bits) - 1 };
  });
  for (const field of [...fields].sort((one, other) => other.bits - one.bits)) {
    field.word = free.findIndex((left) => left >= field.bits);
    if (field.word < 0) return null;
    free[field.word] -= field.bits;
    field.shift = 32 - free[field.word] - field.bits;
  }
  return fields;
}

export class PieceCoder {
  constructor(rules) {
    this.rules = rules;
    this.fields = fieldsOf(rules.description);
    this.movable = rules.pieces.flatMap((piece, at) => (piece.class >= 0 ? [at] : []));
    this.classOf = rules.pieces.map((piece) => piece.class);
    this.corners = this.classOf.map((number) => rules.description.classes[number]?.places ?? []);
    this.places = new Int32Array(rules.pieces.length);
    this.most = Math.max(...this.corners.map((corners) => corners.length));
    this.nearHigh = new Int32Array(this.movable.length * this.most);
    this.nearLow = new Int32Array(this.movable.length * this.most);
    this.waiting = new Int32Array(this.most);
    this.seen = new Int32Array(this.most);
    this.mark = 0;
    this.fixed = cellSet(rules.occupied(rules.home).flatMap((piece, cell) => (piece === -2 || this.classOf[piece] < 0 ? [cell] : [])));
    this.tables();
    this.goals = this.goalBoards();
  }

  // For each piece and place the cells that it covers, and for each way the cells that a step enters and the place after it.
  tables() {
    const { rules, corners, most } = this;
    const size = this.corners.length * most;
    this.covers = [0, 1].map(() => new Int32Array(size));
    this.steps = new Int32Array(12 * size).fill(-1);
    const bare = rules.walls.map((wall) => (wall ? -2 : -1));
    for (const piece of this.movable) {
      corners[piece].forEach((corner, place) => {
        const at = piece * most + place;
        const here = cellSet(rules.cells(piece, corner));
        [0, 1].forEach((word) => (this.covers[word][at] = here[word]));
        [..."UDLR"].forEach((way, turn) => {
          const to = rules.placeNumber[this.classOf[piece]].get(corner + rules.delta[way]);
          if (to === undefined || !rules.canStep(bare, piece, corner, way)) return;
          const there = cellSet(rules.cells(piece, corners[piece][to]));
          this.steps.set([there[0] & ~here[0], there[1] & ~here[1], to], 12 * at + 3 * turn);
        });
      });
    }
  }

  // The one goal, where the goal fixes every piece that can move; else none are listed and `solved` tells them.
  goalBoards() {
    const { classes, wantedTotal } = this.rules.description;
    const fixed = classes.every(({ wanted }, number) => wanted.length === this.rules.members[number].length);
    if (!fixed || wantedTotal !== this.movable.length) return [];
    const words = [0, 0];
    classes.forEach(({ wanted }, number) => wanted.forEach((place) => this.put(words, number, place)));
    return [words];
  }

  put(words, number, place) {
    const { alone, word, shift } = this.fields[number];
    words[word] |= alone ? place << shift : 1 << (shift + place);
  }

  words(board) {
    const words = [0, 0];
    for (const piece of this.movable) {
      const number = this.classOf[piece];
      this.put(words, number, this.rules.placeNumber[number].get(board[piece]));
    }
    return words;
  }

  // Finds the place of each piece; of equal pieces the first lies first.
  read(high, low) {
    const { fields, places } = this;
    const { members } = this.rules;
    for (let number = 0; number < fields.length; number++) {
      const { alone, word, shift, mask } = fields[number];
      let field = ((word ? low : high) >>> shift) & mask;
      const pieces = members[number];
      if (alone) places[pieces[0]] = field;
      else {
        for (let one = 0; one < pieces.length; one++, field &= field - 1) places[pieces[one]] = 31 - Math.clz32(field & -field);
      }
    }
  }

  key(high, low) {
    this.read(high, low);
    const board = this.rules.home;
    for (const piece of this.movable) board[piece] = this.corners[piece][this.places[piece]];
    return this.rules.key(board);
  }

  solved(high, low) {
    if (this.goals.length) return high === this.goals[0][0] && low === this.goals[0][1];
    this.read(high, low);
    let met = 0;
    for (const piece of this.movable) met += this.rules.wanted[this.classOf[piece]].has(this.places[piece]) ? 1 : 0;
    return met === this.rules.description.wantedTotal;
  }

  // Writes the boards that a move leads to; tells how many there are.
  expand(high, low) {
    const { movable, places, most } = this;
    const [covers0, covers1] = this.covers;
    let [taken0, taken1] = this.fixed;
    this.read(high, low);
    for (let one = 0; one < movable.length; one++) {
      const at = movable[one] * most + places[movable[one]];
      taken0 |= covers0[at];
      taken1 |= covers1[at];
    }
    this.count = 0;
    for (let one = 0; one < movable.length; one++) {
      const at = movable[one] * most + places[movable[one]];
      this.reach(movable[one], taken0 & ~covers0[at], taken1 & ~covers1[at], high, low);
    }
    return this.count;
  }

  // The place beside another; -1 where the way there is not free.
  step(piece, place, turn, taken0, taken1) {
    const { steps } = this;
    const at = 12 * (piece * this.most + place) + 3 * turn;
    return (steps[at] & taken0) | (steps[at + 1] & taken1) ? -1 : steps[at + 2];
  }

  // Writes the boards that one piece can make, as `reach` of the rules lists them.
  reach(piece, taken0, taken1, high, low) {
    const { seen, waiting } = this;
    const { metric } = this.rules;
    const mark = ++this.mark;
    waiting[0] = this.places[piece];
    seen[waiting[0]] = mark;
    for (let at = 0, last = 1; at < last; at++) {
      for (let turn = 0; turn < 4; turn++) {
        let to = this.step(piece, waiting[at], turn, taken0, taken1);
        while (to >= 0 && seen[to] !== mark) {
          seen[to] = mark;
          this.write(piece, to, high, low);
          if (metric === "move") waiting[last++] = to;
          to = metric === "slide" ? this.step(piece, to, turn, taken0, taken1) : -1;
        }
      }
    }
  }

  write(piece, to, high, low) {
    const { alone, word, shift } = this.fields[this.classOf[piece]];
    const from = this.places[piece];
    const change = alone ? (from ^ to) << shift : (1 << (shift + from)) | (1 << (shift + to));
    this.nearHigh[this.count] = word ? high : high ^ change;
    this.nearLow[this.count++] = word ? low ^ change : low;
  }
}

// Shortest solutions by layers from both ends: all boards near the goal are found once, layer by layer; then the layers
// from a board, until one has a board that is known. What a board is made of is the matter of its coder: here it is two
// words, and its neighbours are what the coder writes into two arrays.

// Boards in the order in which they were added, and a table of hashes to find them again. A slot of the table has the
// number of a board in its low bits, of which there can be 16 million, and a part of its hash above: so a board that is
// not there is known without a look at others, which lie far away in memory.
const NUMBER = (1 << 24) - 1;

export class BoardList {
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

// Adds the neighbours of the boards from `first` to before `last`; false if the list has too many boards then.
export function addNeighbours(coder, boards, first, last, most) {
  const { nearHigh, nearLow } = coder;
  for (let at = first; at < last; at++) {
    const count = coder.expand(boards.high[at], boards.low[at]);
    for (let one = 0; one < count; one++) boards.add(nearHigh[one], nearLow[one]);
    if (boards.size > most) return false;
  }
  return true;
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
    if (!addNeighbours(this.coder, boards, first, last, most)) return false;
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
