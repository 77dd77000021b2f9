// A block puzzle that is played with the pointer, by touch or with the keys. A piece follows the pointer along the ways
// that are free to it, round corners too; a letter or Tab chooses a piece, the arrow keys move it.

import { backgroundNodes, CELL, cellPoint, pieceNode, targetNode, viewBox } from "./picture.js";
import { CLICK, pointIn, put, svg, travel } from "./svg.js";
import { outline } from "./outline.js";

const STEP_PACE = 110; // milliseconds a step, at most three steps' time in all
const WORDS = { U: "up", D: "down", L: "left", R: "right" };

// The places that a piece can reach while the others stay, each with the steps that lead there, and those next to each.
export function railsOf(rules, board, piece) {
  const paths = rules.reach(board, piece, "move");
  paths.set(board[piece], "");
  const rails = [];
  for (const place of paths.keys()) {
    for (const way of ["D", "R"]) {
      const next = place + rules.delta[way];
      if (paths.has(next) && rules.pieces[piece].ways.includes(way)) rails.push([place, next]);
    }
  }
  return { paths, rails: rails.filter(([one, other]) => joined(rules, board, piece, one, other)) };
}

function joined(rules, board, piece, one, other) {
  const way = Object.keys(rules.delta).find((name) => one + rules.delta[name] === other && (name === "D" || name === "R"));
  return rules.canStep(rules.occupied(board), piece, one, way);
}

// The point of the rails that is nearest to where the pointer wants the piece, and the place nearest to that.
export function nearestOnRails(rules, { paths, rails }, [x, y]) {
  let best = { far: Infinity };
  const offer = (px, py, place) => {
    const far = Math.hypot(px - x, py - y);
    if (far < best.far) best = { far, point: [px, py], place };
  };
  for (const place of paths.keys()) offer(...cellPoint(rules, place), place);
  for (const [one, other] of rails) {
    const [[ax, ay], [bx, by]] = [cellPoint(rules, one), cellPoint(rules, other)];
    const share = Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / CELL ** 2));
    offer(ax + share * (bx - ax), ay + share * (by - ay), share < 0.5 ? one : other);
  }
  return best;
}

export class BlockView {
  constructor(root, game) {
    this.root = root;
    this.game = game;
    this.rules = game.rules;
    this.drag = null;
    this.chosen = -1;
    root.setAttribute("viewBox", viewBox(this.rules));
    root.replaceChildren(...backgroundNodes(this.rules));
    this.layer = root.appendChild(svg("g"));
    root.append(...this.goalNodes());
    root.addEventListener("pointerdown", (event) => this.press(event));
    root.addEventListener("pointermove", (event) => this.follow(event));
    root.addEventListener("pointerup", (event) => this.release(event));
    root.addEventListener("pointercancel", () => this.cancel());
    root.addEventListener("keydown", (event) => this.key(event));
    this.build();
  }

  // Where the pieces that the goal names are to come, where the goal leaves others free.
  goalNodes() {
    const { goal, pieces } = this.rules.description;
    if (goal.length >= pieces.filter((piece) => piece.ways).length) return [];
    return goal.map(([name, corner]) => {
      const node = targetNode(this.rules, this.rules.index.get(name));
      put(node, cellPoint(this.rules, corner));
      return node;
    });
  }

  build() {
    this.shown = this.game.board;
    this.nodes = this.shown.map((corner, piece) => {
      const node = pieceNode(this.rules, piece);
      node.setAttribute("role", "button");
      node.addEventListener("focus", () => this.choose(piece));
      put(node, cellPoint(this.rules, corner));
      return node;
    });
    this.layer.replaceChildren(...this.nodes);
    this.describe();
  }

  draw(detail = {}) {
    const { board } = this.game;
    const routes = this.routes(detail.steps ?? []);
    board.forEach((corner, piece) => {
      if (corner === this.shown[piece]) return;
      const held = this.drag?.piece === piece ? this.drag.point : null;
      const route = held ? [held] : routes.get(piece) ?? [cellPoint(this.rules, this.shown[piece])];
      travel(this.nodes[piece], [...route, cellPoint(this.rules, corner)], STEP_PACE * Math.min(3, route.length));
    });
    this.shown = board;
    this.describe();
  }

  // The points that each piece passes on its way.
  routes(steps) {
    const routes = new Map();
    let board = this.shown;
    for (const step of steps) {
      const after = this.rules.step(board, step);
      if (after === null) return new Map();
      const piece = this.rules.index.get(step.what);
      routes.set(piece, [...(routes.get(piece) ?? []), cellPoint(this.rules, board[piece])]);
      board = after;
    }
    return board.join() === this.game.board.join() ? routes : new Map();
  }

  describe() {
    const occupied = this.rules.occupied(this.shown);
    this.nodes.forEach((node, piece) => {
      const ways = [...this.rules.pieces[piece].ways].filter((way) => this.rules.canStep(occupied, piece, this.shown[piece], way));
      const can = ways.length ? `, can go ${ways.map((way) => WORDS[way]).join(" or ")}` : ", cannot move";
      const [row, column] = [Math.floor(this.shown[piece] / this.rules.columns) + 1, (this.shown[piece] % this.rules.columns) + 1];
      node.setAttribute("aria-label", `piece ${this.rules.shown(piece)}, row ${row}, column ${column}${can}`);
      node.setAttribute("tabindex", this.rules.pieces[piece].ways ? "0" : "-1");
      node.classList.toggle("movable", ways.length > 0);
      node.classList.remove("hinted");
    });
    this.ghost?.remove();
  }

  hint(move) {
    const piece = this.rules.index.get(move.what);
    this.nodes[piece].classList.add("hinted");
    const [x, y] = cellPoint(this.rules, move.after[piece]);
    const { shape } = this.rules.pieces[piece];
    this.ghost?.remove();
    this.ghost = svg("path", { class: "ghost", d: outline(shape, CELL, 6, 14), transform: `translate(${x} ${y})` });
    this.root.append(this.ghost);
  }

  choose(piece) {
    this.chosen = piece;
    this.nodes.forEach((node, at) => node.classList.toggle("chosen", at === piece));
  }

  pieceOf(event) {
    return this.nodes.findIndex((node) => node.contains(event.target));
  }

  press(event) {
    if (event.button > 0 || this.drag) return;
    const piece = this.pieceOf(event);
    if (piece < 0 || !this.rules.pieces[piece].ways) return;
    const start = cellPoint(this.rules, this.shown[piece]);
    const from = pointIn(this.root, event);
    this.drag = { piece, pointer: event.pointerId, from, start, point: start, gone: 0, place: this.shown[piece] };
    this.drag.rails = railsOf(this.rules, this.shown, piece);
    this.nodes[piece].focus({ preventScroll: true });
    this.choose(piece);
    this.root.setPointerCapture(event.pointerId);
  }

  follow(event) {
    const { drag } = this;
    if (!drag || event.pointerId !== drag.pointer) return;
    const to = pointIn(this.root, event);
    const wanted = [drag.start[0] + to[0] - drag.from[0], drag.start[1] + to[1] - drag.from[1]];
    drag.gone = Math.max(drag.gone, Math.hypot(to[0] - drag.from[0], to[1] - drag.from[1]));
    if (drag.gone < CLICK) return;
    const { point, place } = nearestOnRails(this.rules, drag.rails, wanted);
    Object.assign(drag, { point, place });
    this.nodes[drag.piece].classList.add("dragged");
    put(this.nodes[drag.piece], point);
  }

  release(event) {
    const { drag } = this;
    if (!drag || event.pointerId !== drag.pointer) return;
    this.nodes[drag.piece].classList.remove("dragged");
    const what = this.rules.pieces[drag.piece].name;
    if (drag.gone < CLICK) this.click(drag.piece);
    else if (drag.place === this.shown[drag.piece]) this.back();
    else this.game.play([...drag.rails.paths.get(drag.place)].map((way) => ({ what, way })));
    this.drag = null;
  }

  cancel() {
    if (this.drag) this.back();
    this.drag = null;
  }

  back() {
    this.nodes[this.drag.piece].classList.remove("dragged");
    travel(this.nodes[this.drag.piece], [this.drag.point, this.drag.start], STEP_PACE);
  }

  // A click moves a piece that can go one way only.
  click(piece) {
    const moves = this.rules.reach(this.shown, piece, "step");
    if (moves.size === 1) this.go(piece, [...moves.values()][0]);
  }

  go(piece, way) {
    return this.game.play([{ what: this.rules.pieces[piece].name, way }]);
  }

  key(event) {
    const way = { ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R" }[event.key];
    const piece = this.pieceOf(event);
    if (way) {
      event.preventDefault();
      const moved = piece >= 0 ? piece : this.chosen;
      if (moved >= 0) this.go(moved, way);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (piece >= 0) this.click(piece);
    } else this.chooseByName(event);
  }

  // A letter chooses the piece of that name; small letters will do for capital ones.
  chooseByName(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const names = [event.key, event.key.toUpperCase()];
    const piece = names.map((name) => this.rules.index.get(name)).find((found) => found !== undefined);
    if (piece !== undefined && this.rules.pieces[piece].ways) this.nodes[piece].focus();
  }
}
