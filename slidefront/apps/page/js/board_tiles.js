// A tile board that is played with the pointer, by touch or with the arrow keys.

import { BoardView } from "./board_view.js";
import { arrowBetween, CELL } from "./picture.js";
import { WORD_OF_WAY } from "./rules.js";
import { shareOf, SWIPE } from "./svg.js";

// The moves in one direction that bring a tile nearer to the hole: the steps and where each tile goes; null if none.
export function slideOf(rules, board, cell, way) {
  const [steps, carried] = [[], new Map()];
  for (let step = rules.stepTowards(board, way); step; step = rules.stepTowards(step.after, way)) {
    steps.push({ what: step.what, way });
    for (const [from, to] of step.carries) carried.set(from, to);
    if (carried.has(cell)) return { way, steps, carried };
  }
  return null;
}

export function slidesOf(rules, board, cell) {
  const found = ["U", "D", "L", "R"].map((way) => slideOf(rules, board, cell, way)).filter(Boolean);
  return found.sort((one, other) => one.steps.length - other.steps.length);
}

export class TileView extends BoardView {
  describeNodes() {
    this.nodes.forEach((node, cell) => {
      if (!node) return;
      const slides = slidesOf(this.rules, this.shown, cell);
      const can = slides.length ? `, can go ${slides.map(({ way }) => WORD_OF_WAY[way]).join(" or ")}` : "";
      const words = `tile ${this.rules.shown(this.shown[cell])}, ${this.rowAndColumn(cell)}${can}`;
      this.tell(node, words, { focusable: slides.length, movable: slides.length > 0 });
    });
  }

  // An arrow from each tile towards where it goes, as long as leaves the numbers free.
  hint(move) {
    const middle = (cell) => this.pointOf(cell).map((at) => at + CELL / 2);
    const arrows = move.carries.map(([from, to]) => arrowBetween(middle(from), middle(to), 30, this.shown[to] ? 72 : 100));
    this.point(move.carries.map(([from]) => this.nodes[from]), ...arrows);
  }

  grab(cell) {
    return { slides: cell < 0 ? [] : slidesOf(this.rules, this.shown, cell), slide: null, share: 0 };
  }

  pull(drag) {
    drag.slide ??= drag.slides.find(({ way }) => way === wayOf(drag.gone)) ?? null;
    if (!drag.slide) return;
    for (const [cell, end] of drag.slide.carried) {
      const [[x, y], [ex, ey]] = [cell, end].map((place) => this.pointOf(place));
      drag.share = shareOf([ex - x, ey - y], drag.gone);
      this.carry(this.nodes[cell], [x + drag.share * (ex - x), y + drag.share * (ey - y)]);
    }
  }

  drop(drag) {
    if (drag.share > 0.35) this.game.play(drag.slide.steps);
    else if (drag.slide) this.back();
    else if (Math.hypot(...drag.gone) > SWIPE) this.arrow(wayOf(drag.gone));
  }

  arrow(way) {
    const step = this.rules.stepTowards(this.shown, way);
    if (step) this.game.play([{ what: step.what, way }]);
  }

  click(cell) {
    const [slide] = slidesOf(this.rules, this.shown, cell);
    if (slide) this.game.play(slide.steps);
  }
}

export function wayOf([x, y]) {
  if (Math.abs(x) > Math.abs(y)) return x > 0 ? "R" : "L";
  return y > 0 ? "D" : "U";
}
