// A graph puzzle that is played with the pointer, by touch or with the arrow keys: the mover goes along the edges.

import { backgroundNodes, CELL, label, vertexNode, vertexPoint, viewBox } from "./picture.js";
import { CLICK, pointIn, put, svg, SWIPE, travel } from "./svg.js";

const MOVER_PACE = 160;

// The neighbour of a vertex that lies most in some direction; -1 where none lies within 60 degrees of it.
export function neighbourTowards(rules, vertex, [dx, dy]) {
  const [x, y] = vertexPoint(rules, vertex);
  let [best, found] = [0.5, -1];
  for (const { end } of rules.movesAt[vertex]) {
    const [ex, ey] = vertexPoint(rules, end);
    const likeness = ((ex - x) * dx + (ey - y) * dy) / (Math.hypot(ex - x, ey - y) * Math.hypot(dx, dy));
    if (likeness > best) [best, found] = [likeness, end];
  }
  return found;
}

export class GraphView {
  constructor(root, game) {
    this.root = root;
    this.game = game;
    this.rules = game.rules;
    this.drag = null;
    root.setAttribute("viewBox", viewBox(this.rules));
    root.replaceChildren(...backgroundNodes(this.rules), ...this.goalNodes());
    this.layer = root.appendChild(svg("g"));
    root.addEventListener("pointerdown", (event) => this.press(event));
    root.addEventListener("pointermove", (event) => this.follow(event));
    root.addEventListener("pointerup", (event) => this.release(event));
    root.addEventListener("pointercancel", () => this.cancel());
    root.addEventListener("keydown", (event) => this.key(event));
    this.build(game.board);
  }

  // The name that the goal wants on each vertex, in small letters beside it.
  goalNodes() {
    const { goal } = this.rules.description;
    if (!goal) return [];
    return goal.map((name, vertex) => {
      const [x, y] = vertexPoint(this.rules, vertex);
      const node = label(this.rules.shown(name), x + 0.47 * CELL, y - 0.47 * CELL, 22, 0.4 * CELL);
      node.setAttribute("class", "aim");
      return node;
    });
  }

  build(board) {
    this.nodes = board.map((name, vertex) => {
      const node = vertexNode(this.rules, name);
      node.setAttribute("role", "button");
      put(node, vertexPoint(this.rules, vertex));
      return node;
    });
    this.layer.replaceChildren(...this.nodes);
    this.shown = board;
    this.describe();
  }

  draw() {
    const { board } = this.game;
    const free = new Map();
    this.nodes.forEach((node, at) => free.set(this.shown[at], [...(free.get(this.shown[at]) ?? []), node]));
    const nodes = board.map((name, vertex) => {
      const here = free.get(name).indexOf(this.nodes[vertex]);
      return free.get(name).splice(Math.max(0, here), 1)[0];
    });
    nodes.forEach((node, vertex) => {
      const before = this.nodes.indexOf(node);
      if (before === vertex) return;
      travel(node, [this.drag?.offsets?.get(node) ?? vertexPoint(this.rules, before), vertexPoint(this.rules, vertex)], MOVER_PACE);
    });
    [this.shown, this.nodes] = [board, nodes];
    this.describe();
  }

  get mover() {
    return this.shown.indexOf(0);
  }

  describe() {
    const ends = new Set(this.rules.movesAt[this.mover].map(({ end }) => end));
    this.nodes.forEach((node, vertex) => {
      const name = this.rules.shown(this.shown[vertex]);
      const role = vertex === this.mover ? ", the mover" : ends.has(vertex) ? ", can change places with the mover" : "";
      node.setAttribute("aria-label", `${name} on vertex ${vertex}${role}`);
      node.setAttribute("tabindex", role ? "0" : "-1");
      node.classList.toggle("movable", ends.has(vertex));
      node.classList.remove("hinted");
    });
  }

  hint(move) {
    this.nodes[Number(move.way)].classList.add("hinted");
  }

  vertexOf(event) {
    return this.nodes.findIndex((node) => node.contains(event.target));
  }

  press(event) {
    if (event.button > 0 || this.drag) return;
    const vertex = this.vertexOf(event);
    this.drag = { from: pointIn(this.root, event), pointer: event.pointerId, vertex, offsets: new Map(), gone: [0, 0] };
    this.root.setPointerCapture(event.pointerId);
  }

  follow(event) {
    const { drag } = this;
    if (!drag || event.pointerId !== drag.pointer) return;
    const to = pointIn(this.root, event);
    drag.gone = [to[0] - drag.from[0], to[1] - drag.from[1]];
    if (drag.vertex !== this.mover || Math.hypot(...drag.gone) < CLICK) return;
    this.glide(neighbourTowards(this.rules, this.mover, drag.gone), to);
  }

  // Draws the mover on its way to a neighbour, and the neighbour on its way back; makes the move at the end.
  glide(end, to) {
    const { drag, mover } = this;
    if (drag.end >= 0 && drag.end !== end) this.back();
    drag.end = end;
    drag.share = 0;
    if (end < 0) return;
    const [[x, y], [ex, ey]] = [mover, end].map((vertex) => vertexPoint(this.rules, vertex));
    const [dx, dy] = [ex - x, ey - y];
    drag.share = Math.max(0, Math.min(1, ((to[0] - x) * dx + (to[1] - y) * dy) / (dx * dx + dy * dy)));
    const places = [[this.nodes[mover], [x + drag.share * dx, y + drag.share * dy]], [this.nodes[end], [ex - drag.share * dx, ey - drag.share * dy]]];
    for (const [node, point] of places) {
      drag.offsets.set(node, point);
      put(node, point);
    }
    if (drag.share > 0.9) {
      this.go(end);
      Object.assign(drag, { vertex: end, from: [ex, ey], end: -1, share: 0, offsets: new Map() });
    }
  }

  back() {
    const { drag } = this;
    for (const vertex of [this.mover, drag.end]) {
      travel(this.nodes[vertex], [drag.offsets.get(this.nodes[vertex]), vertexPoint(this.rules, vertex)], MOVER_PACE);
    }
  }

  release(event) {
    const { drag } = this;
    if (!drag || event.pointerId !== drag.pointer) return;
    const gone = Math.hypot(...drag.gone);
    if (drag.end >= 0) {
      if (drag.share > 0.35) this.go(drag.end);
      else this.back();
    } else if (gone < CLICK) this.go(drag.vertex);
    else if (gone > SWIPE && drag.vertex !== this.mover) this.go(neighbourTowards(this.rules, this.mover, drag.gone));
    this.drag = null;
  }

  cancel() {
    if (this.drag?.end >= 0) this.back();
    this.drag = null;
  }

  go(end) {
    if (end >= 0 && end !== this.mover) this.game.play([{ what: this.rules.names[0], way: String(end) }]);
  }

  key(event) {
    const towards = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    const pressed = event.key === "Enter" || event.key === " ";
    if (!towards && !pressed) return;
    event.preventDefault();
    this.go(towards ? neighbourTowards(this.rules, this.mover, towards) : this.vertexOf(event));
  }
}
