// What this device remembers of a puzzle: the boards that were solved, each with its best number of moves. A browser may
// refuse to store anything, as in private windows; then the page forgets when it is closed.

const MOST = 2000;

export class Memory {
  constructor(rules, storage = null) {
    const { kind, metric, goal } = rules.description;
    Object.assign(this, { rules, storage, key: `slidefront ${kind} ${metric} ${rules.text(rules.home)} ${JSON.stringify(goal)}` });
    this.solved = new Map(this.read());
  }

  read() {
    try {
      const entries = JSON.parse((this.storage ?? window.localStorage).getItem(this.key) ?? "[]");
      return entries.filter(([board, best]) => typeof board === "string" && Number.isInteger(best.moves));
    } catch {
      return [];
    }
  }

  // The best solution of a board, `{ moves, helped }`; undefined if it is not solved.
  best(board) {
    return this.solved.get(this.rules.text(board));
  }

  // Keeps a solution if none is better; one without help is better than any with help.
  record(board, solution) {
    const before = this.best(board);
    const rank = ({ moves, helped }) => (helped ? 1e9 : 0) + moves;
    if (before && rank(before) <= rank(solution)) return;
    this.solved.delete(this.rules.text(board));
    this.solved.set(this.rules.text(board), solution);
    try {
      (this.storage ?? window.localStorage).setItem(this.key, JSON.stringify([...this.solved].slice(-MOST)));
    } catch {
      // no room is left, or storing is not allowed
    }
  }
}
