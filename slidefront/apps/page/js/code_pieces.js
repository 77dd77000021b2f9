// Boards of blocks as two words for the two-way search. A class of one piece has the number of its place; a class of
// equal pieces has a bit for each place. A field lies in one word: 25 places of five pieces alone take 5 x 5 bits.
// Sets of cells are two words as well, so that a step is free if the cells that it enters and those taken share none.

const DIRECTIONS = "UDLR";

function cellSet(cells) {
  const words = [0, 0];
  for (const cell of cells) words[cell >> 5] |= 1 << (cell & 31);
  return words;
}

// Gives each class its word, its first bit and how many bits it has. Two words are enough, or Python chooses no search.
function fieldsOf(rules) {
  const free = [32, 32];
  return rules.description.classes.map(({ places }, number) => {
    const alone = rules.members[number].length === 1;
    const bits = alone ? Math.max(1, 32 - Math.clz32(places.length - 1)) : places.length;
    const word = free.findIndex((left) => left >= bits);
    free[word] -= bits;
    return { alone, word, shift: 32 - free[word] - bits, mask: bits === 32 ? -1 : (1 << bits) - 1 };
  });
}

export class PieceCoder {
  constructor(rules) {
    this.rules = rules;
    this.fields = fieldsOf(rules);
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

  // For each piece and place the cells that it covers, and for each way the place and the cells that a step enters.
  tables() {
    const { rules, corners, most } = this;
    const size = this.corners.length * most;
    this.covers = [0, 1].map(() => new Int32Array(size));
    this.enters = [0, 1].map(() => new Int32Array(4 * size));
    this.next = new Int32Array(4 * size).fill(-1);
    const bare = rules.walls.map((wall) => (wall ? -2 : -1));
    for (const piece of this.movable) {
      corners[piece].forEach((corner, place) => {
        const at = piece * most + place;
        const here = cellSet(rules.cells(piece, corner));
        [0, 1].forEach((word) => (this.covers[word][at] = here[word]));
        [...DIRECTIONS].forEach((way, turn) => {
          const to = rules.placeNumber[this.classOf[piece]].get(corner + rules.delta[way]);
          if (to === undefined || !rules.canStep(bare, piece, corner, way)) return;
          const there = cellSet(rules.cells(piece, corners[piece][to]));
          this.next[4 * at + turn] = to;
          [0, 1].forEach((word) => (this.enters[word][4 * at + turn] = there[word] & ~here[word]));
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
    const go = this.rules.metric === "move" ? this.anyPath : this.straight;
    for (let one = 0; one < movable.length; one++) {
      const at = movable[one] * most + places[movable[one]];
      go.call(this, movable[one], taken0 & ~covers0[at], taken1 & ~covers1[at], high, low);
    }
    return this.count;
  }

  // The place beside another; -1 where the way there is not free.
  step(piece, place, turn, taken0, taken1) {
    const at = 4 * (piece * this.most + place) + turn;
    return (this.enters[0][at] & taken0) | (this.enters[1][at] & taken1) ? -1 : this.next[at];
  }

  straight(piece, taken0, taken1, high, low) {
    const slides = this.rules.metric === "slide";
    for (let turn = 0; turn < 4; turn++) {
      let to = this.step(piece, this.places[piece], turn, taken0, taken1);
      while (to >= 0) {
        this.write(piece, to, high, low);
        to = slides ? this.step(piece, to, turn, taken0, taken1) : -1;
      }
    }
  }

  anyPath(piece, taken0, taken1, high, low) {
    const { seen, waiting } = this;
    this.mark += 1;
    waiting[0] = this.places[piece];
    seen[waiting[0]] = this.mark;
    for (let at = 0, last = 1; at < last; at++) {
      for (let turn = 0; turn < 4; turn++) {
        const to = this.step(piece, waiting[at], turn, taken0, taken1);
        if (to < 0 || seen[to] === this.mark) continue;
        seen[to] = this.mark;
        waiting[last++] = to;
        this.write(piece, to, high, low);
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
