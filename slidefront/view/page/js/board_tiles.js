// A tile board that is played with the pointer, by touch or with the arrow keys.

import { backgroundNodes, cellPoint, tileNode, viewBox } from "./picture.js";
import { CLICK, pointIn, put, svg, SWIPE, travel } from "./svg.js";

const TILE_PACE = 120; // milliseconds a move

// The moves in one direction that bring a tile nearer to the hole: the steps and where each tile goes; null if none.
export function slideOf(rules, board, cell, way) {
  let [now, steps, carried] = [board, [], new Map()];
  for (let count = 0; count < Math.max(rules.rows, rules.columns); count++) {
    const step = rules.stepTowards(now, way);
    if (!step) return null;
    steps = [...steps, { what: step.what, way }];
    for (const [from, to] of step.carries) carried.set(from, to);
    now = step.after;
    if (carried.has(cell)) return { way, steps, carried };
  }
  return null;
}

export function slidesOf(rules, board, cell) {
  const found = ["U", "D", "L", "R"].map((way) => slideOf(rules, board, cell, way)).filter(Boolean);
  return found.sort((one, other) => one.steps.length - other.steps.length);
}

export class TileView {
  constructor(root, game) {
    this.root = root;
    this.game = game;
    this.rules = game.rules;
    this.nodes = [];
    this.drag = null;
    root.setAttribute("viewBox", viewBox(this.rules));
    root.replaceChildren(...backgroundNodes(this.rules));
    this.layer = root.appendChild(svg("g"));
    root.addEventListener("pointerdown", (event) => this.press(event));
    root.addEventListener("pointermove", (event) => this.follow(event));
    root.addEventListener("pointerup", (event) => this.release(event));
    root.addEventListener("pointercancel", () => this.cancel());
    root.addEventListener("keydown", (event) => this.key(event));
    this.build(game.board);
  }

  build(board) {
    this.nodes = board.map((tile, cell) => (tile ? this.makeNode(tile, cell) : null));
    this.layer.replaceChildren(...this.nodes.filter(Boolean));
    this.shown = board;
    this.describe();
  }

  makeNode(tile, cell) {
    const node = tileNode(this.rules, tile);
    node.setAttribute("role", "button");
    put(node, cellPoint(this.rules, cell));
    return node;
  }

  // Draws the board of the game; tiles that have moved travel, any number of steps at once.
  draw(detail = {}) {
    const { board } = this.game;
    let now = this.shown;
    let nodes = this.nodes;
    for (const { way } of detail.steps ?? []) {
      const step = this.rules.stepTowards(now, way);
      if (!step) break;
      const after = nodes.slice();
      for (const [from] of step.carries) after[from] = null;
      for (const [from, to] of step.carries) after[to] = nodes[from];
      [now, nodes] = [step.after, after];
    }
    if (now.join() !== board.join()) [now, nodes] = [board, this.matched(board)];
    nodes.forEach((node, cell) => {
      if (node && this.nodes.indexOf(node) !== cell) {
        const from = this.drag?.offsets?.get(node) ?? cellPoint(this.rules, this.nodes.indexOf(node));
        travel(node, [from, cellPoint(this.rules, cell)], TILE_PACE);
      }
    });
    [this.shown, this.nodes] = [board, nodes];
    this.describe();
  }

  // Takes the tiles that are there to their cells on another board.
  matched(board) {
    const free = new Map();
    this.nodes.forEach((node, cell) => node && free.set(this.shown[cell], [...(free.get(this.shown[cell]) ?? []), node]));
    return board.map((tile, cell) => {
      if (!tile) return null;
      const nodes = free.get(tile);
      const here = nodes.indexOf(this.nodes[cell]);
      return nodes.splice(Math.max(0, here), 1)[0];
    });
  }

  describe() {
    this.nodes.forEach((node, cell) => {
      if (!node) return;
      const slides = slidesOf(this.rules, this.shown, cell);
      const words = { U: "up", D: "down", L: "left", R: "right" };
      const can = slides.length ? `, can go ${slides.map(({ way }) => words[way]).join(" or ")}` : "";
      const [row, column] = [Math.floor(cell / this.rules.columns) + 1, (cell % this.rules.columns) + 1];
      node.setAttribute("aria-label", `tile ${this.rules.shown(this.shown[cell])}, row ${row}, column ${column}${can}`);
      node.setAttribute("tabindex", slides.length ? "0" : "-1");
      node.classList.toggle("movable", slides.length > 0);
      node.classList.remove("hinted");
    });
  }

  hint(move) {
    for (const [from] of move.carries) this.nodes[from].classList.add("hinted");
  }

  cellOf(event) {
    return this.nodes.findIndex((node) => node?.contains(event.target));
  }

  press(event) {
    if (event.button > 0 || this.drag) return;
    const cell = this.cellOf(event);
    const slides = cell < 0 ? [] : slidesOf(this.rules, this.shown, cell);
    this.drag = { from: pointIn(this.root, event), pointer: event.pointerId, slides, slide: null, by: 0, offsets: new Map() };
    this.root.setPointerCapture(event.pointerId);
  }

  follow(event) {
    const { drag } = this;
    if (!drag || event.pointerId !== drag.pointer) return;
    const to = pointIn(this.root, event);
    drag.gone = [to[0] - drag.from[0], to[1] - drag.from[1]];
    if (Math.hypot(...drag.gone) < CLICK && !drag.slide) return;
    drag.slide ??= drag.slides.find(({ way }) => way === wayOf(drag.gone)) ?? null;
    if (!drag.slide) return;
    drag.by = 0;
    for (const [cell, end] of drag.slide.carried) {
      const [from, full] = [cellPoint(this.rules, cell), cellPoint(this.rules, end)];
      const [dx, dy] = [full[0] - from[0], full[1] - from[1]];
      const share = Math.max(0, Math.min(1, (drag.gone[0] * dx + drag.gone[1] * dy) / (dx * dx + dy * dy)));
      drag.by = share;
      const at = [from[0] + share * dx, from[1] + share * dy];
      drag.offsets.set(this.nodes[cell], at);
      put(this.nodes[cell], at);
    }
  }

  release(event) {
    const { drag } = this;
    if (!drag || event.pointerId !== drag.pointer) return;
    const gone = Math.hypot(...(drag.gone ?? [0, 0]));
    if (drag.slide && drag.by > 0.35) this.game.play(drag.slide.steps);
    else if (drag.slide) this.back();
    else if (gone < CLICK && drag.slides.length) this.game.play(drag.slides[0].steps);
    else if (gone > SWIPE) this.go(wayOf(drag.gone));
    this.drag = null;
  }

  cancel() {
    if (this.drag?.slide) this.back();
    this.drag = null;
  }

  back() {
    for (const cell of this.drag.slide.carried.keys()) {
      travel(this.nodes[cell], [this.drag.offsets.get(this.nodes[cell]), cellPoint(this.rules, cell)], TILE_PACE);
    }
  }

  go(way) {
    const step = this.rules.stepTowards(this.shown, way);
    if (step) this.game.play([{ what: step.what, way }]);
  }

  key(event) {
    const way = { ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R" }[event.key];
    const pressed = event.key === "Enter" || event.key === " ";
    if (!way && !pressed) return;
    event.preventDefault();
    if (way) this.go(way);
    else {
      const cell = this.cellOf(event);
      const slides = cell < 0 ? [] : slidesOf(this.rules, this.shown, cell);
      if (slides.length) this.game.play(slides[0].steps);
    }
  }
}

export function wayOf([x, y]) {
  if (Math.abs(x) > Math.abs(y)) return x > 0 ? "R" : "L";
  return y > 0 ? "D" : "U";
}

