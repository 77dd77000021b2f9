// Shortest solutions from any board: out of the table of distances, out of known routes, or by the worker.

import { movesTo } from "./game.js";
import { startWorker } from "./svg.js";

const PATIENCE = 2500; // a search that has run so long makes way for another board

export class Solver {
  // `algorithm` is that of the worker, or null.
  constructor(rules, table, algorithm) {
    Object.assign(this, { rules, table, algorithm, known: new Map(), waiting: null, running: null });
    if (algorithm) this.startWorker();
  }

  get canSolve() {
    return Boolean(this.table || this.worker);
  }

  // The fewest moves from a board, if that is known at once: a number, null where there are none, or undefined.
  fewest(board) {
    if (this.table) return this.table.distance(board);
    if (this.rules.solved(board)) return 0;
    const known = this.known.get(this.rules.text(board));
    return known === undefined ? undefined : known && known.length;
  }

  // A shortest solution as a list of moves; null where there is none, undefined where it cannot be found.
  async solution(board, tell = () => {}) {
    if (this.rules.solved(board)) return [];
    if (this.table) return this.table.distance(board) === null ? null : this.table.solution(board);
    const name = this.rules.text(board);
    if (!this.known.has(name) && this.worker) await this.ask(board, tell);
    return this.known.get(name);
  }

  // Notes a shortest solution: from each board on it the rest is one too.
  learn(board, moves) {
    moves.forEach((move, at) => {
      this.known.set(this.rules.text(board), moves.slice(at));
      board = move.after;
    });
    this.known.set(this.rules.text(board), []);
  }

  startWorker() {
    this.worker = startWorker("worker");
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.post(this.rules.description.goal, 0);
  }

  post(board, id) {
    this.worker.postMessage({ algorithm: this.algorithm, description: this.rules.description, board, id });
  }

  // Asks the worker; a question that waits makes way for a newer one.
  ask(board, tell) {
    return new Promise((resolve) => {
      this.waiting?.resolve();
      this.waiting = { board, tell, resolve };
      if (!this.running) this.next();
      else if (this.algorithm === "ida" && performance.now() - this.running.began > PATIENCE) this.restart();
    });
  }

  next() {
    this.running = this.waiting;
    this.waiting = null;
    if (!this.running) return;
    this.running.began = performance.now();
    this.running.id = this.count = (this.count ?? 0) + 1;
    this.post(this.running.board, this.running.id);
  }

  restart() {
    this.worker.terminate();
    this.running.resolve();
    this.running = null;
    this.startWorker();
    this.next();
  }

  hear({ id, limit, done, keys }) {
    if (id !== this.running?.id) return;
    if (!done) {
      this.running.tell(limit);
      return;
    }
    const { board, resolve } = this.running;
    if (keys === null) this.known.set(this.rules.text(board), null);
    else if (keys !== undefined) this.learn(board, movesTo(this.rules, board, keys));
    resolve();
    this.running = null;
    this.next();
  }
}
