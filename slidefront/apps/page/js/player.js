// The solution player: a bar to go to any move of a solution, and buttons to play it.

import { byId, onClicks } from "./svg.js";

const PACE = 420; // milliseconds a move

export class Player {
  constructor(game) {
    Object.assign(this, { game, moves: [], bar: byId("bar") });
    this.bar.addEventListener("input", () => this.go(Number(this.bar.value)));
    onClicks({
      first: () => this.go(0), previous: () => this.go(this.at - 1), next: () => this.go(this.at + 1), last: () => this.go(this.moves.length),
      run: () => (this.timer ? this.pause() : this.run()), close: () => this.close(),
    });
    game.addEventListener("change", ({ detail }) => detail.player || this.close());
  }

  // The player stands where the buttons that help are.
  toggle(isOpen) {
    byId("player").hidden = !isOpen;
    byId("help").hidden = isOpen;
  }

  open(moves) {
    this.moves = moves;
    this.kept = this.game.entries.length;
    this.at = 0;
    this.bar.max = moves.length;
    this.toggle(true);
    this.show();
    this.bar.focus({ preventScroll: true });
  }

  close() {
    Object.assign(this, { moves: [], at: 0 });
    this.pause();
    this.toggle(false);
  }

  go(at) {
    this.pause();
    this.move(at);
  }

  move(at) {
    this.at = Math.max(0, Math.min(this.moves.length, at));
    this.game.rewrite(this.kept, this.moves.slice(0, this.at));
    this.show();
  }

  run() {
    if (this.at === this.moves.length) this.move(0);
    this.timer = setInterval(() => {
      this.move(this.at + 1);
      if (this.at === this.moves.length) this.pause();
    }, PACE);
    this.show();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.show();
  }

  show() {
    this.bar.value = this.at ?? 0;
    const move = this.moves[(this.at ?? 0) - 1];
    const text = `Move ${this.at} of ${this.moves.length}${move ? `: ${this.game.rules.say(move, this.game.entries.at(-1).before)}` : ""}`;
    this.bar.setAttribute("aria-valuetext", text);
    byId("where").textContent = text;
    byId("run").textContent = this.timer ? "Pause" : "Play";
  }
}
