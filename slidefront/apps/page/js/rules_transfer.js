// The rules of tile boards and graph puzzles: a board is an array of labels, cell by cell, and label 0 is the hole.
// A step is the shortest move in its direction; in the line metric a move is several steps in one direction.

export class TransferRules {
  constructor(description) {
    this.description = description;
    this.kind = description.kind;
    this.metric = description.metric;
    this.names = description.names;
    this.rows = description.rows;
    this.columns = description.columns;
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
    const hole = [];
    board.forEach((label, cell) => label === 0 && hole.push(cell));
    return this.anchors.get(hole.join());
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
    return { what: moved.map((label) => this.names[label]).join(" "), way, carries, after };
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
    const bits = BigInt(this.description.cellBits);
    const mask = (1n << bits) - 1n;
    const board = [];
    for (let cell = 0; cell < this.rows * this.columns; cell++) {
      board.unshift(Number(key & mask));
      key >>= bits;
    }
    return board;
  }

  solved(board) {
    const goal = this.description.goal;
    return goal !== null && goal.every((label, cell) => label === board[cell]);
  }

  text(board) {
    return board.map((label) => this.names[label]).join(this.description.short ? "" : " ");
  }

  // Reads a board that `text` wrote; null where it is none of this puzzle.
  parse(text) {
    const names = this.description.short ? [...text.replace(/[\s/]/g, "")] : text.trim().split(/[\s/]+/);
    const board = names.map((name) => this.names.indexOf(name));
    const sorted = (labels) => labels.slice().sort((a, b) => a - b).join();
    const same = sorted(board) === sorted(this.home);
    return same && this.anchor(board) !== undefined ? board : null;
  }

  say(step) {
    return this.kind === "graph" ? `${step.what} goes to ${step.way}` : `${step.what} ${WORD_OF_WAY[step.way]}`;
  }
}

export const WORD_OF_WAY = { U: "up", D: "down", L: "left", R: "right" };
