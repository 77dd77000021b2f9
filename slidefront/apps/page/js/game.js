// One game: the board, the moves made so far, undo and redo, and how many moves they are in the metric of the puzzle.

export class Game extends EventTarget {
  constructor(rules, board = rules.home) {
    super();
    Object.assign(this, { rules, start: board, board, entries: [], undone: [] });
  }

  get solved() {
    return this.rules.solved(this.board);
  }

  // The steps since the start.
  get steps() {
    return this.entries.flatMap((entry) => entry.steps);
  }

  get count() {
    return countMoves(this.steps, this.rules);
  }

  // The boards from the start to the present one.
  get path() {
    const boards = [this.start];
    for (const step of this.steps) boards.push(this.rules.step(boards.at(-1), step));
    return boards;
  }

  // Makes steps as one entry; does nothing if one of them is not legal. Returns whether they were made.
  play(steps) {
    const after = afterSteps(this.rules, this.board, steps);
    if (after === null || steps.length === 0) return false;
    this.entries.push({ steps, before: this.board, after });
    this.undone = [];
    this.board = after;
    this.tell({ steps });
    return true;
  }

  undo() {
    this.shift(this.entries, this.undone, "before");
  }

  redo() {
    this.shift(this.undone, this.entries, "after");
  }

  shift(from, to, side) {
    const entry = from.pop();
    if (!entry) return;
    to.push(entry);
    this.board = entry[side];
    this.tell();
  }

  // Begins with a board, from which the moves are counted.
  begin(board) {
    Object.assign(this, { start: board, board, entries: [], undone: [] });
    this.tell({ begin: true });
  }

  // Keeps the first entries and plays others in place of the rest: what the solution player does.
  rewrite(kept, moves) {
    this.entries.length = kept;
    this.board = kept > 0 ? this.entries[kept - 1].after : this.start;
    for (const move of moves) {
      const [before, steps] = [this.board, this.rules.stepsOf(move)];
      this.board = afterSteps(this.rules, before, steps);
      this.entries.push({ steps, before, after: this.board });
    }
    this.undone = [];
    this.tell({ player: true });
  }

  tell(detail = {}) {
    this.dispatchEvent(new CustomEvent("change", { detail }));
  }
}

// The board after some steps; null if one of them is not legal.
function afterSteps(rules, board, steps) {
  return steps.reduce((now, step) => now && rules.step(now, step), board);
}

// The moves as the rules list them, each told by the key of the board that it leads to.
export function movesTo(rules, board, keys) {
  return keys.map((key) => {
    const move = rules.moves(board).find(({ after }) => rules.key(after) === key);
    board = move.after;
    return move;
  });
}

// The moves of a route that Python writes: what moves and its way.
export function movesAlong(rules, board, route) {
  let now = board;
  return movesTo(rules, board, route.map(([what, way]) => rules.key((now = afterSteps(rules, now, rules.stepsOf({ what, way }))))));
}

// Counts steps as a metric does.
export function countMoves(steps, rules) {
  return movesOf(steps, rules).length;
}

// Writes the moves as people share them: X DR, A L; 4 5 L where one move takes both tiles.
export function movesText(steps, rules) {
  return movesOf(steps, rules).map(({ what, way }) => `${what} ${way}`).join(", ");
}

// Joins steps to the moves of the metric. In the move metric a piece that comes back to its place has not moved.
function movesOf(steps, { metric, delta }) {
  const moves = [];
  for (const { what, way } of steps) {
    const last = moves.at(-1);
    if (metric === "line" && last?.way === way) last.what += ` ${what}`;
    else if (last?.what === what && (metric === "move" || (metric === "slide" && last.way[0] === way))) last.way += way;
    else moves.push({ what, way });
    if (metric === "move" && [...moves.at(-1).way].reduce((sum, step) => sum + delta[step], 0) === 0) moves.pop();
  }
  return moves;
}
