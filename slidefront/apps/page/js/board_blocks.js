// A block puzzle that is played with the pointer, by touch or with the keys. A piece follows the pointer along the ways
// that are free to it, round corners too; a letter or Tab chooses a piece, the arrow keys move it.

import { BoardView } from "./board_view.js";
import { arrowNode, CELL, cellPoint } from "./picture.js";
import { STEP, WORD_OF_WAY } from "./rules.js";
import { nudge, put, shareOf, svg, travel } from "./svg.js";

const STEP_PACE = 110; // milliseconds a step, at most three steps' time in all

// The places that a piece can reach while the others stay, each with the steps that lead there, and those next to each.
export function railsOf(rules, board, piece) {
  const paths = rules.reach(board, piece, "move");
  paths.set(board[piece], "");
  const occupied = rules.occupied(board);
  const rails = [];
  for (const place of paths.keys()) {
    for (const way of ["D", "R"]) {
      const next = place + rules.delta[way];
      if (paths.has(next) && rules.canStep(occupied, piece, place, way)) rails.push([place, next]);
    }
  }
  return { paths, rails };
}

// The point of the rails that is nearest to where the pointer wants the piece, and the place nearest to that.
export function nearestOnRails(rules, { paths, rails }, [x, y]) {
  let best = { away: Infinity };
  const offer = (px, py, place) => {
    const away = Math.hypot(px - x, py - y);
    if (away < best.away) best = { away, point: [px, py], place };
  };
  for (const place of paths.keys()) offer(...cellPoint(rules, place), place);
  for (const [one, other] of rails) {
    const [[ax, ay], [bx, by]] = [cellPoint(rules, one), cellPoint(rules, other)];
    const share = shareOf([bx - ax, by - ay], [x - ax, y - ay]);
    offer(ax + share * (bx - ax), ay + share * (by - ay), share < 0.5 ? one : other);
  }
  return best;
}

export class BlockView extends BoardView {
  chosen = -1;

  build() {
    super.build();
    this.nodes.forEach((node, piece) => node.addEventListener("focus", () => (this.chosen = piece)));
  }

  pointOf(piece) {
    return cellPoint(this.rules, this.shown[piece]);
  }

  // Where the pieces that the goal names must go, if the goal leaves others free: on the floor, so that they never cover
  // a piece.
  goalNodes() {
    const { goal, pieces } = this.rules.description;
    if (goal.length >= pieces.filter((piece) => piece.ways).length) return [];
    return goal.map(([name, corner]) => {
      const node = svg("path", { class: "target", d: this.rules.outlines.pieces[name].inside });
      put(node, cellPoint(this.rules, corner));
      return node;
    });
  }

  draw(detail = {}) {
    const { board } = this.game;
    const routes = new Map(); // the points that each piece passes on its way
    let passed = this.shown;
    for (const step of detail.steps ?? []) {
      const piece = this.rules.index.get(step.what);
      routes.set(piece, [...(routes.get(piece) ?? []), cellPoint(this.rules, passed[piece])]);
      passed = this.rules.step(passed, step);
    }
    board.forEach((corner, piece) => {
      if (corner === this.shown[piece]) return;
      const held = this.drag?.carried.get(this.nodes[piece]);
      const route = held ? [held] : routes.get(piece) ?? [this.pointOf(piece)];
      travel(this.nodes[piece], [...route, cellPoint(this.rules, corner)], STEP_PACE * Math.min(3, route.length));
    });
    this.shown = board;
    this.describe();
  }

  describeNodes() {
    const occupied = this.rules.occupied(this.shown);
    this.nodes.forEach((node, piece) => {
      const ways = [...this.rules.pieces[piece].ways].filter((way) => this.rules.canStep(occupied, piece, this.shown[piece], way));
      const can = ways.length ? `, can go ${ways.map((way) => WORD_OF_WAY[way]).join(" or ")}` : ", cannot move";
      const words = `piece ${this.rules.shown(piece)}, ${this.rowAndColumn(this.shown[piece])}${can}`;
      this.tell(node, words, { focusable: this.rules.pieces[piece].ways, movable: ways.length > 0 });
    });
  }

  // The arrow begins at the edge of the piece that goes ahead, so that it leaves the name free, follows the middle of the
  // piece, and ends at the edge of the place where the piece comes to rest.
  hint(move) {
    const piece = this.rules.index.get(move.what);
    const { shape } = this.rules.pieces[piece];
    const { middle, inside } = this.rules.outlines.pieces[move.what];
    const edge = (way, inset) => middle.map((at, axis) => {
      const by = STEP[way][axis];
      const lines = shape.map((cell) => cell[1 - axis]);
      return by ? CELL * (by > 0 ? Math.max(...lines) + 1 : Math.min(...lines)) - inset * by : at * CELL;
    });
    const corners = [this.pointOf(piece)];
    for (const way of move.way) corners.push(corners.at(-1).map((at, axis) => at + CELL * STEP[way][axis]));
    const within = { 0: edge(move.way[0], 8), [move.way.length]: edge(move.way.at(-1), 20) };
    const points = corners.map((corner, at) => corner.map((place, axis) => place + (within[at]?.[axis] ?? middle[axis] * CELL)));
    const ghost = svg("path", { class: "ghost", d: inside });
    put(ghost, cellPoint(this.rules, move.after[piece]));
    this.point([this.nodes[piece]], arrowNode(points));
    this.floor.replaceChildren(ghost);
  }

  grab(piece) {
    if (piece < 0 || !this.rules.pieces[piece].ways) return null;
    this.nodes[piece].focus({ preventScroll: true });
    return { place: this.shown[piece], rails: railsOf(this.rules, this.shown, piece) };
  }

  pull(drag) {
    const [x, y] = this.pointOf(drag.at);
    const { point, place } = nearestOnRails(this.rules, drag.rails, [x + drag.gone[0], y + drag.gone[1]]);
    drag.place = place;
    this.nodes[drag.at].classList.add("dragged");
    this.carry(this.nodes[drag.at], point);
  }

  drop(drag) {
    if (drag.place === this.shown[drag.at]) this.back();
    else this.go(drag.at, drag.rails.paths.get(drag.place));
    this.nodes[drag.at].classList.remove("dragged");
  }

  back() {
    super.back();
    this.nodes[this.drag.at].classList.remove("dragged");
  }

  // A click moves a piece that can go one way only.
  click(piece) {
    const moves = this.rules.reach(this.shown, piece, "step");
    if (moves.size === 1) this.go(piece, [...moves.values()][0]);
  }

  go(piece, way) {
    this.game.play(this.rules.stepsOf({ what: this.rules.pieces[piece].name, way }));
  }

  // If no piece is chosen yet, an arrow moves the first that can go there.
  arrow(way, piece) {
    const occupied = this.rules.occupied(this.shown);
    const able = (one) => this.rules.canStep(occupied, one, this.shown[one], way);
    if (piece < 0) piece = this.chosen;
    if (piece < 0) piece = this.shown.findIndex((_, one) => able(one));
    if (piece < 0) return;
    this.nodes[piece].focus({ preventScroll: true });
    if (able(piece)) this.go(piece, way);
    else nudge(this.nodes[piece], STEP[way]);
  }

  // A letter chooses the piece of that name; small letters will do for capital ones.
  letter(event) {
    const piece = this.rules.index.get(event.key) ?? this.rules.index.get(event.key.toUpperCase());
    if (this.rules.pieces[piece]?.ways) this.nodes[piece].focus();
  }
}
