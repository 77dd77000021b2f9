// The solution player: a bar to go to any move of a solution, and buttons to play it.

import { byId } from "./svg.js";

const PACE = 420; // milliseconds a move

export class Player {
  // `onToggle` is called when the player opens or closes.
  constructor(game, onToggle) {
    this.game = game;
    this.onToggle = onToggle;
    this.moves = [];
    this.bar = byId("bar");
    this.bar.addEventListener("input", () => this.go(Number(this.bar.value)));
    byId("first").addEventListener("click", () => this.go(0));
    byId("previous").addEventListener("click", () => this.go(this.at - 1));
    byId("next").addEventListener("click", () => this.go(this.at + 1));
    byId("last").addEventListener("click", () => this.go(this.moves.length));
    byId("run").addEventListener("click", () => (this.timer ? this.pause() : this.run()));
    byId("close").addEventListener("click", () => this.close());
    game.addEventListener("change", ({ detail }) => detail.player || this.close());
  }

  get isOpen() {
    return !byId("player").hidden;
  }

  open(moves) {
    this.moves = moves;
    this.kept = this.game.entries.length;
    this.at = 0;
    this.bar.max = moves.length;
    byId("player").hidden = false;
    this.onToggle();
    this.show();
    this.bar.focus({ preventScroll: true });
  }

  close() {
    this.pause();
    byId("player").hidden = true;
    this.moves = [];
    this.onToggle();
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
    const text = `Move ${this.at} of ${this.moves.length}${move ? `: ${this.game.rules.say(move)}` : ""}`;
    this.bar.setAttribute("aria-valuetext", text);
    byId("where").textContent = text;
    byId("run").textContent = this.timer ? "Pause" : "Play";
  }
}
