// What all boards in play have in common: the picture, the pointer that drags something, and names for screen readers.
// A kind of board says what is grabbed on a node, how it is pulled, and what is done when it is dropped.

import { backgroundNodes, boardNodes, cellPoint, viewBox } from "./picture.js";
import { CLICK, pointIn, put, svg, travel } from "./svg.js";

export const MOVE_PACE = 140; // milliseconds a move
const KEEPS_KEYS = "input, select, textarea, dialog, canvas, #chart, summary";

export class BoardView {
  constructor(root, game) {
    Object.assign(this, { root, game, rules: game.rules, nodes: [], drag: null });
    const [left, top, width, height] = viewBox(this.rules);
    root.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
    document.body.style.setProperty("--aspect", width / height);
    root.replaceChildren(...backgroundNodes(this.rules), ...this.goalNodes());
    this.floor = root.appendChild(svg("g", { "aria-hidden": "true" }));
    this.layer = root.appendChild(svg("g"));
    this.marks = root.appendChild(svg("g", { "aria-hidden": "true" }));
    root.addEventListener("pointerdown", (event) => this.press(event));
    root.addEventListener("pointermove", (event) => this.held(event) && this.follow(event));
    root.addEventListener("pointerup", (event) => this.held(event) && this.release());
    root.addEventListener("pointercancel", () => this.cancel());
    document.addEventListener("keydown", (event) => this.key(event));
    this.build();
  }

  // Marks of the goal under the pieces.
  goalNodes() {
    return [];
  }

  // Draws the nodes of the present board anew, as buttons.
  build() {
    this.shown = this.game.board;
    this.nodes = boardNodes(this.rules, this.shown);
    for (const node of this.nodes) node?.setAttribute("role", "button");
    this.layer.replaceChildren(...this.nodes.filter(Boolean));
    this.describe();
  }

  // Where the node of a place stands.
  pointOf(at) {
    return cellPoint(this.rules, at);
  }

  // Shows the board of the game: nodes whose label is elsewhere now travel there.
  draw() {
    const { board } = this.game;
    const nodes = this.matched(board);
    nodes.forEach((node, at) => {
      const before = this.nodes.indexOf(node);
      if (!node || before === at) return;
      travel(node, [this.drag?.carried.get(node) ?? this.pointOf(before), this.pointOf(at)], MOVE_PACE);
    });
    [this.shown, this.nodes] = [board, nodes];
    this.describe();
  }

  // The node for each place of a board; of equal labels, those that have not moved stay.
  matched(board) {
    const moved = new Map();
    this.shown.forEach((name, at) => name !== board[at] && moved.set(name, [...(moved.get(name) ?? []), this.nodes[at]]));
    return board.map((name, at) => (name === this.shown[at] ? this.nodes[at] : moved.get(name).shift()));
  }

  nodeOf(event) {
    return this.nodes.findIndex((node) => node?.contains(event.target));
  }

  // An arrow moves something, Enter and the space bar are a click; what a letter does is the matter of the board. Keys
  // come from the whole page, so that nobody has to click the board first.
  key(event) {
    this.root.classList.remove("pointed"); // only those who use keys need to see what has the focus
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.(KEEPS_KEYS)) return;
    const at = this.nodeOf(event);
    const way = { ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R" }[event.key];
    if (way) this.arrow(way, at);
    else if (at >= 0 && (event.key === "Enter" || event.key === " ")) this.click(at);
    else {
      this.letter?.(event);
      return;
    }
    event.preventDefault(); // or the page would scroll
  }

  // Shows the next move by arrows; `nodes` are the pieces that it moves.
  point(nodes, ...marks) {
    for (const node of nodes) node.classList.add("hinted");
    this.marks.replaceChildren(...marks);
  }

  held(event) {
    return this.drag?.pointer === event.pointerId;
  }

  // A drag has the place `at` that was grabbed, how far the pointer has `gone` and was at most, and the nodes that it
  // carries with the points where they are.
  press(event) {
    this.root.classList.add("pointed");
    if (event.button > 0 || this.drag) return;
    const at = this.nodeOf(event);
    const grabbed = this.grab(at);
    if (!grabbed) return;
    this.drag = { pointer: event.pointerId, from: pointIn(this.root, event), at, gone: [0, 0], far: 0, carried: new Map(), ...grabbed };
    this.root.setPointerCapture(event.pointerId);
  }

  follow(event) {
    const { drag } = this;
    const to = pointIn(this.root, event);
    drag.gone = [to[0] - drag.from[0], to[1] - drag.from[1]];
    drag.far = Math.max(drag.far, Math.hypot(...drag.gone));
    if (drag.far >= CLICK) this.pull(drag, to);
  }

  carry(node, point) {
    this.drag.carried.set(node, point);
    put(node, point);
  }

  // A pointer that has never gone far is a click.
  release() {
    if (this.drag.far >= CLICK) this.drop(this.drag);
    else if (this.drag.at >= 0) this.click(this.drag.at);
    this.drag = null;
  }

  cancel() {
    if (this.drag) this.back();
    this.drag = null;
  }

  // Takes back what a drag carries.
  back() {
    for (const [node, point] of this.drag.carried) travel(node, [point, this.pointOf(this.nodes.indexOf(node))], MOVE_PACE);
    this.drag.carried.clear();
  }

  describe() {
    this.marks.replaceChildren();
    this.floor.replaceChildren();
    this.describeNodes();
  }

  // Says what a node is, for those who do not see it, and whether it can move.
  tell(node, words, { focusable, movable }) {
    node.setAttribute("aria-label", words);
    node.setAttribute("tabindex", focusable ? "0" : "-1");
    node.classList.toggle("movable", movable);
    node.classList.remove("hinted");
  }

  rowAndColumn(cell) {
    return `row ${Math.floor(cell / this.rules.columns) + 1}, column ${(cell % this.rules.columns) + 1}`;
  }
}
