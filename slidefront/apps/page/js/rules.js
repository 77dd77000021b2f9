// The rules of each family of puzzles, from the description in Python.

class Rules {
  constructor(description) {
    const { kind, metric, rows, columns } = description;
    Object.assign(this, { description, kind, metric, rows, columns });
  }
}

// The rules of tile boards and graph puzzles: a board is an array of labels, cell by cell, and label 0 is the hole.
// A step is the shortest move in its direction; in the line metric a move is several steps in one direction.

export class TransferRules extends Rules {
  constructor(description) {
    super(description);
    this.names = description.names;
    this.movesAt = description.holes.map(() => []);
    this.stepsAt = description.holes.map(() => new Map());
    for (const [start, end, way, carries] of description.moves) {
      const move = { end, way, carries };
      this.movesAt[start].push(move);
      const step = this.stepsAt[start].get(way);
      if (!step || carries.length < step.carries.length) this.stepsAt[start].set(way, move);
    }
    this.anchors = new Map(description.holes.map((cells, anchor) => [cells.join(), anchor]));
  }

  get home() {
    return this.description.home;
  }

  // The name of a label as people see it: a tile 10 is "10" on the board and "a" in a text.
  shown(label) {
    return this.description.numbered && label > 0 ? String(label) : this.names[label];
  }

  anchor(board) {
    return this.anchors.get([...board.keys()].filter((cell) => board[cell] === 0).join());
  }

  // Lists the moves of a board: what moves, its way, the tiles that it carries and the board after it.
  moves(board) {
    return this.movesAt[this.anchor(board)].map((move) => this.made(board, move));
  }

  made(board, { way, carries }) {
    const after = board.slice();
    for (const [from] of carries) after[from] = 0;
    for (const [from, to] of carries) after[to] = board[from];
    const moved = this.kind === "graph" ? [0] : carries.map(([from]) => board[from]);
    return { what: moved.map((label) => this.shown(label)).join(" "), way, carries, after };
  }

  // The step in a direction with the board after it; null where there is none.
  stepTowards(board, way) {
    const step = this.stepsAt[this.anchor(board)].get(way);
    return step ? this.made(board, step) : null;
  }

  // Makes one step, of any tiles where it names none; null where it is not legal.
  step(board, { what, way }) {
    const step = this.stepTowards(board, way);
    return step && (!what || step.what === what) ? step.after : null;
  }

  stepsOf({ what, way }) {
    return (this.metric === "line" ? what.split(" ") : [what]).map((one) => ({ what: one, way }));
  }

  key(board) {
    const bits = BigInt(this.description.cellBits);
    return board.reduce((key, label) => (key << bits) | BigInt(label), 0n);
  }

  fromKey(key) {
    const bits = this.description.cellBits;
    return this.home.map((_, cell) => Number(BigInt.asUintN(bits, key >> BigInt(bits * (this.home.length - 1 - cell)))));
  }

  solved(board) {
    const goal = this.description.goal;
    return goal !== null && goal.every((label, cell) => label === null || label === board[cell]);
  }

  text(board) {
    return board.map((label) => this.names[label]).join(this.description.short ? "" : " ");
  }

  // Reads a board that `text` wrote; null where it is none of this puzzle.
  parse(text) {
    if (/^\/|\/\/|\/$/.test(text)) return null; // a row is empty
    const names = this.description.short ? [...text.replace(/[\s/]/g, "")] : text.trim().split(/[\s/]+/);
    const board = names.map((name) => this.names.indexOf(name));
    const sorted = (labels) => labels.slice().sort((a, b) => a - b).join();
    const same = sorted(board) === sorted(this.home);
    return same && this.anchor(board) !== undefined ? board : null;
  }

  // Says a step; `before` is the board before it.
  say(step, before) {
    if (this.kind === "graph") return `${step.what} changes places with ${this.shown(before[Number(step.way)])}`;
    return `${step.what} ${WORD_OF_WAY[step.way]}`;
  }
}

// The numbers from 0 that a search counts labels by, in their order: a puzzle may have the labels 1, 2 and 15.
export function numbersOf(board) {
  const labels = [...new Set(board)].sort((one, other) => one - other);
  return new Map(labels.map((label, number) => [label, number]));
}

export const WORD_OF_WAY = { U: "up", D: "down", L: "left", R: "right" };

// The rules of block puzzles: a board is an array with the corner cell of each piece, in the order of the description.

export const STEP = { U: [0, -1], D: [0, 1], L: [-1, 0], R: [1, 0] };
const FREE = -1;
const WALL = -2;

export class BlockRules extends Rules {
  constructor(description) {
    super(description);
    this.pieces = description.pieces;
    this.index = new Map(this.pieces.map((piece, number) => [piece.name, number]));
    this.delta = { U: -this.columns, D: this.columns, L: -1, R: 1 };
    this.walls = description.cells.map((name) => name === "#");
    this.gates = description.cells.map((name) => name === "-");
    this.members = description.classes.map((_, number) =>
      this.pieces.flatMap((piece, at) => (piece.class === number ? [at] : [])),
    );
    this.placeNumber = description.classes.map((one) => new Map(one.places.map((cell, number) => [cell, number])));
    this.wanted = description.classes.map((one) => new Set(one.wanted));
    this.keys = description.classes.map((one) => BigInt(one.keys)); // how many numbers its part of a key has
  }

  get home() {
    return this.pieces.map((piece) => piece.start);
  }

  shown(piece) {
    return this.pieces[piece].name;
  }

  // The cells of a piece that lies with its corner in a cell.
  cells(piece, corner) {
    return this.pieces[piece].shape.map(([r, c]) => corner + r * this.columns + c);
  }

  // For each cell the piece that covers it, or FREE, or WALL.
  occupied(board) {
    const found = this.walls.map((wall) => (wall ? WALL : FREE));
    board.forEach((corner, piece) => {
      for (const cell of this.cells(piece, corner)) found[cell] = piece;
    });
    return found;
  }

  // Tells whether a piece at a corner can go one cell further, the others as `occupied` has them.
  canStep(occupied, piece, corner, way) {
    const one = this.pieces[piece];
    if (!one.ways.includes(way)) return false;
    const [right, down] = STEP[way];
    const [top, left] = [Math.floor(corner / this.columns), corner % this.columns];
    return one.shape.every(([r, c]) => {
      const [row, column] = [top + r + down, left + c + right];
      if (row < 0 || row >= this.rows || column < 0 || column >= this.columns) return false;
      const cell = row * this.columns + column;
      const there = occupied[cell];
      return (there === FREE || there === piece) && (!this.gates[cell] || one.gates);
    });
  }

  // Finds where one piece can go in one move of a metric, and by which steps: a map from corner cell to path.
  reach(board, piece, metric, occupied = this.occupied(board)) {
    const paths = new Map([[board[piece], ""]]);
    const waiting = [board[piece]];
    for (const corner of waiting) {
      const path = paths.get(corner);
      for (const way of this.pieces[piece].ways) {
        if (path && (metric === "step" || (metric === "slide" && way !== path.at(-1)))) continue;
        const to = corner + this.delta[way];
        if (!paths.has(to) && this.canStep(occupied, piece, corner, way)) {
          paths.set(to, path + way);
          waiting.push(to);
        }
      }
    }
    paths.delete(board[piece]);
    return paths;
  }

  // Lists the moves of a board in a metric: the piece, the steps that it takes, and the board after.
  moves(board, metric = this.metric) {
    const occupied = this.occupied(board);
    const found = [];
    this.pieces.forEach((one, piece) => {
      for (const [corner, way] of this.reach(board, piece, metric, occupied)) {
        found.push({ what: one.name, way, after: this.put(board, piece, corner) });
      }
    });
    return found;
  }

  put(board, piece, corner) {
    const after = board.slice();
    after[piece] = corner;
    return after;
  }

  // Makes one step of one piece by one cell; null where it is not legal.
  step(board, { what, way }) {
    const piece = this.index.get(what);
    if (piece === undefined || !this.canStep(this.occupied(board), piece, board[piece], way)) return null;
    return this.put(board, piece, board[piece] + this.delta[way]);
  }

  stepsOf(move) {
    return [...move.way].map((way) => ({ what: move.what, way }));
  }

  key(board) {
    let key = 0n;
    this.keys.forEach((keys, number) => {
      const places = this.members[number].map((piece) => this.placeNumber[number].get(board[piece]));
      const rank = places.sort((a, b) => a - b).reduce((sum, one, i) => sum + choose(one, i + 1), 0n);
      key = key * keys + rank;
    });
    return key;
  }

  // The board of a key; of equal pieces the first in the file lies first.
  fromKey(key) {
    const board = this.home;
    for (let number = this.description.classes.length - 1; number >= 0; number--) {
      let rank = key % this.keys[number];
      key /= this.keys[number];
      const members = this.members[number];
      for (let i = members.length; i > 0; i--) {
        let found = i - 1;
        while (choose(found + 1, i) <= rank) found += 1;
        rank -= choose(found, i);
        board[members[i - 1]] = this.description.classes[number].places[found];
      }
    }
    return board;
  }

  solved(board) {
    if (!this.description.goal.length) return false;
    const met = this.pieces.filter((piece, at) => this.wanted[piece.class]?.has(this.placeNumber[piece.class].get(board[at])));
    return met.length === this.description.wantedTotal;
  }

  text(board) {
    return this.rowsOf(this.occupied(board).map((piece, cell) => this.pieces[piece]?.name ?? this.description.cells[cell]));
  }

  rowsOf(names) {
    const apart = this.pieces.every((piece) => piece.name.length === 1) ? "" : " ";
    const rows = Array.from({ length: this.rows }, (_, r) => names.slice(r * this.columns, (r + 1) * this.columns));
    return rows.map((row) => row.join(apart)).join("/");
  }

  // Reads a board that `text` wrote; null where it is none of this puzzle.
  parse(text) {
    const apart = /\s/.test(text.trim()) ? /\s+/ : "";
    const rows = text.trim().split("/");
    const names = rows.flatMap((row) => (apart ? row.trim().split(apart) : [...row.trim()]));
    if (rows.length !== this.rows || names.length !== this.rows * this.columns) return null;
    const board = this.pieces.map((piece) => {
      const cells = names.flatMap((name, cell) => (name === piece.name ? [cell] : []));
      const [top, left] = [cells.map((cell) => Math.floor(cell / this.columns)), cells.map((cell) => cell % this.columns)];
      return cells.length ? Math.min(...top) * this.columns + Math.min(...left) : -1;
    });
    const full = names.map((name, cell) => (this.gates[cell] && name === "." ? "-" : name)); // gates may be left out
    const isLegal = board.every((corner, at) => {
      const { class: number, start } = this.pieces[at];
      return number < 0 ? corner === start : this.placeNumber[number].has(corner);
    });
    return isLegal && this.text(board) === this.rowsOf(full) ? board : null;
  }

  say(step) {
    return `${step.what} ${[...step.way].map((way) => WORD_OF_WAY[way]).join(", ")}`;
  }
}

export function choose(n, k) {
  if (k > n) return 0n;
  let found = 1n;
  for (let i = 1; i <= k; i++) found = (found * BigInt(n - k + i)) / BigInt(i);
  return found;
}

export function rulesOf(description) {
  const family = { transfer: TransferRules, blocks: BlockRules }[description.family];
  if (!family) throw new Error(`a puzzle of the family ${description.family} cannot be played here`);
  return new family(description);
}
