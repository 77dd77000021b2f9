// A graph puzzle that is played with the pointer, by touch or with the arrow keys: the mover goes along the edges.

import { BoardView } from "./board_view.js";
import { arrowBetween, CELL, cellPoint, label } from "./picture.js";
import { STEP } from "./rules.js";
import { shareOf, SWIPE } from "./svg.js";

// The neighbour of a vertex that lies most in some direction; -1 where none lies within 60 degrees of it.
export function neighbourTowards(rules, vertex, [dx, dy]) {
  const [x, y] = cellPoint(rules, vertex);
  let [best, found] = [0.5, -1];
  for (const { end } of rules.movesAt[vertex]) {
    const [ex, ey] = cellPoint(rules, end);
    const likeness = ((ex - x) * dx + (ey - y) * dy) / (Math.hypot(ex - x, ey - y) * Math.hypot(dx, dy));
    if (likeness > best) [best, found] = [likeness, end];
  }
  return found;
}

export class GraphView extends BoardView {
  // The name that the goal wants on each vertex, in small letters beside it.
  goalNodes() {
    return (this.rules.description.goal ?? []).flatMap((name, vertex) => {
      if (name === null) return [];
      const [x, y] = this.pointOf(vertex);
      const node = label(this.rules.shown(name), x + 0.47 * CELL, y - 0.47 * CELL, 20, 0.4 * CELL);
      node.setAttribute("class", "aim");
      return node;
    });
  }

  get mover() {
    return this.shown.indexOf(0);
  }

  describeNodes() {
    const ends = new Set(this.rules.movesAt[this.mover].map(({ end }) => end));
    this.nodes.forEach((node, vertex) => {
      const name = this.rules.shown(this.shown[vertex]);
      const role = vertex === this.mover ? ", the mover" : ends.has(vertex) ? ", can change places with the mover" : "";
      this.tell(node, `${name} on vertex ${vertex}${role}`, { focusable: role, movable: ends.has(vertex) });
    });
  }

  hint(move) {
    const [here, there] = [this.mover, Number(move.way)].map((vertex) => this.pointOf(vertex));
    const far = Math.hypot(there[0] - here[0], there[1] - here[1]);
    this.point([this.nodes[this.mover]], arrowBetween(here, there, 0.32 * CELL, far - 0.3 * CELL));
  }

  grab() {
    return { end: -1, share: 0 };
  }

  // Draws the mover on its way to a neighbour, and the neighbour on its way back; makes the move at the end.
  pull(drag, to) {
    const { mover } = this;
    if (drag.at !== mover) return;
    const end = neighbourTowards(this.rules, mover, drag.gone);
    if (drag.end !== end) this.back();
    Object.assign(drag, { end, share: 0 });
    if (end < 0) return;
    const [[x, y], [ex, ey]] = [mover, end].map((vertex) => this.pointOf(vertex));
    const [dx, dy] = [ex - x, ey - y];
    drag.share = shareOf([dx, dy], [to[0] - x, to[1] - y]);
    this.carry(this.nodes[mover], [x + drag.share * dx, y + drag.share * dy]);
    this.carry(this.nodes[end], [ex - drag.share * dx, ey - drag.share * dy]);
    if (drag.share <= 0.9) return;
    this.click(end);
    Object.assign(drag, { at: end, from: [ex, ey], far: 0, end: -1, share: 0, carried: new Map() });
  }

  drop(drag) {
    if (drag.share > 0.35) this.click(drag.end);
    else if (drag.end >= 0) this.back();
    else if (drag.at !== this.mover && Math.hypot(...drag.gone) > SWIPE) this.click(neighbourTowards(this.rules, this.mover, drag.gone));
  }

  click(end) {
    if (end >= 0 && end !== this.mover) this.game.play([{ what: this.rules.names[0], way: String(end) }]);
  }

  arrow(way) {
    this.click(neighbourTowards(this.rules, this.mover, STEP[way]));
  }
}
