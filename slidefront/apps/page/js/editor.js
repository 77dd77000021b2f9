// The editor: people draw a puzzle, and a worker explores it as they draw. A link has the whole puzzle in it; `#play=`
// in place of `#puzzle=` opens the same puzzle as a page to play.

import { describeSketch, emptySketch, fitsGoal, piecesOf, readRows, readSketch, SketchError, sketchToml } from "./editor_puzzle.js";
import { namePlace, outlinePath, pieceColours, playData } from "./editor_shapes.js";
import { startPage } from "./page.js";
import { label } from "./picture.js";
import { showText } from "./share.js";
import { byId, counted, download, html, onClicks, pointIn, startWorker, svg } from "./svg.js";

const FREE_NAMES = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ123456789abcdefghijklmnopqrstuvwxyz"];
const MOST_EXPLORED = 1_500_000;
const MOST_UNDONE = 200;
const MARKS = { erase: ".", wall: "#", gate: "-" };
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const ADVICE = {
  piece: "Drag across cells to draw a piece; begin on a piece to extend it.",
  erase: "Drag across cells to make them blank.",
  wall: "Drag across cells that no piece may enter.",
  gate: "Drag across cells that only the pieces of the goal may enter.",
  frozen: "Click a piece that must stay where it is; click again to free it.",
  goal: "Drag a piece to its goal, or off the board to remove its goal.",
};

export class Editor {
  constructor(palette, text) {
    Object.assign(this, { palette, tool: "piece", cursor: [0, 0], held: null, undone: [] });
    this.root = byId("sketch");
    this.sketch = emptySketch();
    this.listen();
    this.choose("piece");
    if (text) this.read(text);
    this.undone = [];
    this.refresh();
    document.documentElement.dataset.ready = "yes";
  }

  listen() {
    for (const button of byId("tools").children) button.addEventListener("click", () => this.choose(button.dataset.tool));
    onClicks({
      "sketch-undo": () => this.undo(), "sketch-new": () => this.change(() => (this.sketch = emptySketch(...this.size))),
      "sketch-play": () => this.play(),
      "sketch-save": () => download("puzzle.toml", new Blob([sketchToml(this.sketch)], { type: "text/plain" })),
      "sketch-link": () => showText(`${location.href.split("#")[0]}${this.hash("puzzle")}`),
      "sketch-read": () => this.read(byId("sketch-text").value), "shared-close": () => byId("shared").close(),
    });
    for (const id of ["sketch-rows", "sketch-columns"]) byId(id).addEventListener("change", () => this.resize());
    byId("sketch-metric").addEventListener("change", ({ target }) => this.change(({ fields }) => (fields.metric = target.value)));
    byId("sketch-axis").addEventListener("change", ({ target }) => this.change(({ fields }) => (fields.axis = target.checked)));
    byId("sketch-title").addEventListener("change", ({ target }) => this.change(({ fields }) => (fields.title = target.value.trim())));
    byId("sketch-file").addEventListener("change", async ({ target }) => target.files[0] && this.read(await target.files[0].text()));
    this.root.addEventListener("pointerdown", (event) => this.down(event));
    this.root.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"]) this.root.addEventListener(name, () => this.up());
    this.root.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("keydown", (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key === "z" && !/INPUT|TEXTAREA/.test(event.target.tagName)) this.undo();
    });
  }

  get size() {
    return [this.sketch.rows.length, this.sketch.rows[0].length];
  }

  choose(tool) {
    Object.assign(this, { tool, held: null });
    for (const button of byId("tools").children) button.setAttribute("aria-pressed", String(button.dataset.tool === tool));
    byId("sketch-say").textContent = ADVICE[tool];
    this.draw();
  }

  // Changes the sketch; what it was can be had back.
  change(act) {
    this.remember();
    act(this.sketch);
    this.refresh();
  }

  remember() {
    this.undone = [...this.undone.slice(-MOST_UNDONE), structuredClone(this.sketch)];
  }

  undo() {
    if (!this.undone.length) return;
    this.sketch = this.undone.pop();
    this.refresh();
  }

  resize() {
    const [rows, columns] = ["sketch-rows", "sketch-columns"].map((id) => Math.max(1, Math.min(16, Math.round(byId(id).value) || 1)));
    this.change((sketch) => {
      sketch.rows = Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (__, c) => sketch.rows[r]?.[c] ?? "."));
    });
  }

  read(text) {
    const { value, wrong } = attempt(() => readSketch(text));
    if (value) this.change(() => (this.sketch = value));
    byId("sketch-wrong").textContent = wrong ?? "";
    byId("sketch-import").togglePopover(Boolean(wrong));
  }

  cellAt(event) {
    const [x, y] = pointIn(this.root, event);
    return [Math.floor(y / 100), Math.floor(x / 100)];
  }

  nameAt([r, c]) {
    return this.sketch.rows[r]?.[c];
  }

  down(event) {
    const cell = this.cellAt(event);
    if (this.nameAt(cell) === undefined || !event.isPrimary) return;
    event.preventDefault();
    this.root.focus({ preventScroll: true });
    this.root.classList.add("pointed");
    this.root.setPointerCapture(event.pointerId);
    this.cursor = cell;
    this.remember();
    this.begin(cell);
  }

  // Begins to use the tool at a cell.
  begin(cell) {
    const name = this.nameAt(cell);
    const isPiece = ![".", "#", "-"].includes(name);
    this.drag = { cell };
    if (this.tool === "goal") this.grab(cell);
    else if (this.tool === "frozen") {
      const frozen = this.sketch.fields.frozen ?? [];
      if (isPiece) this.sketch.fields.frozen = frozen.includes(name) ? frozen.filter((other) => other !== name) : [...frozen, name];
    } else {
      const used = new Set(this.sketch.rows.flat());
      this.drag.mark = MARKS[this.tool] ?? (isPiece ? name : FREE_NAMES.find((free) => !used.has(free)) ?? `p${used.size}`);
      this.paint(cell);
    }
    this.draw();
  }

  // Fills the rectangle from where the drag began to a cell, over the rows as they were before.
  paint([r, c]) {
    const { cell: [top, left], mark } = this.drag;
    const isInside = (row, column) => (row - top) * (row - r) <= 0 && (column - left) * (column - c) <= 0;
    this.sketch.rows = this.undone.at(-1).rows.map((names, row) => names.map((name, column) => (isInside(row, column) ? mark : name)));
  }

  // Takes a piece by its place in the goal, or else by where it is.
  grab([r, c]) {
    const pieces = piecesOf(this.sketch.rows);
    const covers = (name, [top, left]) => pieces.get(name)?.shape.some(([down, right]) => top + down === r && left + right === c);
    const name = [...this.sketch.goal].find(([one, place]) => covers(one, place))?.[0] ?? [...pieces].find(([one, { place }]) => covers(one, place))?.[0];
    if (!name) return;
    Object.assign(this.drag, { name, place: this.sketch.goal.get(name) ?? pieces.get(name).place });
    this.sketch.goal.set(name, this.drag.place);
  }

  move(event) {
    if (!this.drag) return;
    const cell = this.cellAt(event);
    const { name, place, cell: from } = this.drag;
    if (this.tool === "goal") name && this.sketch.goal.set(name, [place[0] + cell[0] - from[0], place[1] + cell[1] - from[1]]);
    else if (this.tool !== "frozen" && this.nameAt(cell) !== undefined) this.paint(cell);
    this.draw();
  }

  up() {
    if (!this.drag) return;
    this.drag = null;
    this.refresh();
  }

  key(event) {
    this.root.classList.remove("pointed"); // only those who use keys need to see the cursor
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = ARROWS[event.key];
    if (step && this.held) this.change(({ goal }) => goal.set(this.held, goal.get(this.held).map((at, axis) => at + step[axis])));
    else if (step) this.cursor = this.cursor.map((at, axis) => Math.max(0, Math.min(this.size[axis] - 1, at + step[axis])));
    else if (event.key === "Enter" || event.key === " ") this.use();
    else if (["Delete", "Backspace"].includes(event.key) && this.held) this.change(({ goal }) => goal.delete(this.held) && (this.held = null));
    else if (["Delete", "Backspace", ".", "#", "-"].includes(event.key)) this.write(event.key.length > 1 ? "." : event.key);
    else if (/^[\p{L}\p{N}]$/u.test(event.key) && event.key !== "0") this.write(event.key);
    else return;
    event.preventDefault();
    this.draw();
    byId("sketch-say").textContent = this.words();
  }

  write(name) {
    this.change(({ rows }) => (rows[this.cursor[0]][this.cursor[1]] = name));
  }

  // Uses the tool at the cursor; with the goal tool, takes a piece or puts it down.
  use() {
    if (this.held) {
      this.held = null;
      return;
    }
    this.remember();
    this.begin(this.cursor);
    this.held = this.drag.name ?? null;
    this.up();
  }

  words() {
    const [r, c] = this.cursor;
    const what = { ".": "blank", "#": "wall", "-": "gate" }[this.nameAt(this.cursor)] ?? `piece ${this.nameAt(this.cursor)}`;
    if (this.held) return `The goal of ${this.held}: row ${this.sketch.goal.get(this.held)[0] + 1}, column ${this.sketch.goal.get(this.held)[1] + 1}. Enter puts it down.`;
    return `Row ${r + 1}, column ${c + 1}: ${what}. A letter draws that piece, # a wall, . a blank; Enter uses the tool.`;
  }

  // After a change: drops what belongs to pieces that are gone, shows the sketch, and explores it.
  refresh() {
    const { sketch } = this;
    const pieces = piecesOf(sketch.rows);
    sketch.goal = new Map([...sketch.goal].filter((one) => fitsGoal(sketch, one)));
    for (const [field, names] of Object.entries(sketch.fields)) {
      if (field === "groups") sketch.fields.groups = names.map((group) => group.filter((name) => pieces.has(name)));
      else if (Array.isArray(names)) sketch.fields[field] = names.filter((name) => pieces.has(name));
    }
    this.cursor = this.cursor.map((at, axis) => Math.min(at, this.size[axis] - 1));
    ["sketch-rows", "sketch-columns"].forEach((id, axis) => (byId(id).value = this.size[axis]));
    byId("sketch-metric").value = sketch.fields.metric;
    byId("sketch-title").value = sketch.fields.title ?? "";
    byId("sketch-axis").checked = sketch.fields.axis === true;
    byId("sketch-undo").disabled = !this.undone.length;
    history.replaceState(null, "", this.hash("puzzle"));
    this.draw();
    this.explore();
  }

  hash(word) {
    return `#${word}=${encodeURIComponent(sketchToml(this.sketch))}`;
  }

  draw() {
    const [height, width] = this.size;
    const { rows, goal, fields } = this.sketch;
    const of = (mark) => rows.flatMap((row, r) => row.flatMap((name, c) => (name === mark ? [[r, c]] : [])));
    const pieces = piecesOf(rows);
    const colours = pieceColours(this.sketch, this.palette);
    const areas = [["#", "wall"], ["-", "gate"]].map(([mark, kind]) => svg("path", { class: kind, d: outlinePath(of(mark), 100, 0, 8), "fill-rule": "evenodd" }));
    const lines = Array.from({ length: height * width }, (_, at) => svg("rect", { class: "cell", x: (at % width) * 100 + 4, y: Math.floor(at / width) * 100 + 4, width: 92, height: 92, rx: 12 }));
    const outlined = (kind, cells, inset, fill) => svg("path", { class: kind, d: outlinePath(cells, 100, inset, 16), fill, "fill-rule": "evenodd" });
    const shapes = [...pieces.keys()].map((name) => outlined(fields.frozen?.includes(name) ? "sketch-piece still" : "sketch-piece", of(name), 4, colours[name]));
    const names = [...pieces.keys()].map((name) => label(name, ...namePlace(of(name)).map((at) => 100 * at), 44, 55)); // above the goal, so that nothing covers them
    const isGoal = this.tool === "goal";
    const targets = [...goal].filter(([name]) => pieces.has(name)).flatMap(([name, [row, column]]) => {
      const cells = pieces.get(name).shape.map(([r, c]) => [row + r, column + c]);
      return [outlined("sketch-goal", cells, 14, isGoal ? colours[name] : "none"), label(isGoal ? name : "", 100 * cells[0][1] + 27, 100 * cells[0][0] + 28, 22, 22)];
    });
    const [r, c] = this.cursor;
    const cursor = svg("rect", { class: "cursor", x: c * 100 + 3, y: r * 100 + 3, width: 94, height: 94, rx: 10 });
    this.root.setAttribute("viewBox", `-24 -24 ${width * 100 + 48} ${height * 100 + 48}`);
    this.root.dataset.tool = this.tool;
    const frame = svg("rect", { class: "frame", x: -20, y: -20, width: width * 100 + 40, height: height * 100 + 40, rx: 26 });
    const ground = svg("rect", { class: "board", x: -3, y: -3, width: width * 100 + 6, height: height * 100 + 6, rx: 14 });
    this.root.replaceChildren(frame, ground, ...lines, ...areas, ...shapes, ...targets, ...names, cursor);
  }

  explore() {
    this.worker?.terminate();
    const { value, wrong } = attempt(() => describeSketch(this.sketch));
    this.description = value;
    if (wrong) {
      this.tell(piecesOf(this.sketch.rows).size ? "wrong" : "busy", wrong);
      return;
    }
    this.tell("busy", "Exploring …");
    this.worker = startWorker("explorer");
    this.worker.onmessage = ({ data }) => this.found(data);
    this.worker.onerror = () => this.tell("wrong", "This device has too little memory to explore the puzzle.");
    this.worker.postMessage({ description: this.description, most: MOST_EXPLORED });
  }

  found({ boards, length, counts, hardest }) {
    const more = boards === null ? `More than ${MOST_EXPLORED.toLocaleString("en")} positions, too many to count here.` : `${counted(boards, "position")}.`;
    if (length === null) this.tell("wrong", "No solution: no moves lead to the goal.", more);
    else if (length === 0) this.tell("good", "The start already meets the goal.", more);
    else if (length !== undefined) this.tell("good", `Solvable in ${counted(length)}.`, more);
    else if (this.sketch.goal.size) this.tell("busy", "This puzzle is too large to solve here. Save the file and use slidefront.", boards === null ? "" : more);
    else this.tell("busy", "No goal yet: choose Goal, and drag a piece.", more);
    if (!counts || counts.length < 2) return;
    const words = length === undefined ? "Farthest position" : "Hardest start";
    const button = html("button", { type: "button", id: "sketch-hardest" }, "Start there");
    button.addEventListener("click", () => this.change((sketch) => (sketch.rows = readRows(hardest, ["."]))));
    byId("sketch-result").append(html("p", {}, `${words}: ${counted(counts.length - 1)}. `, button));
  }

  tell(kind, ...lines) {
    byId("sketch-result").className = kind;
    byId("sketch-result").replaceChildren(...lines.filter(Boolean).map((line, at) => html(at ? "p" : "strong", {}, line)));
    byId("sketch-play").disabled = !this.description;
  }

  play() {
    location.hash = this.hash("play");
    location.reload();
  }
}

// The value of an act, or what is wrong with the sketch that it reads.
function attempt(act) {
  try {
    return { value: act() };
  } catch (error) {
    if (error instanceof SketchError) return { wrong: error.message };
    throw error;
  }
}

// Opens what the link asks for: a puzzle to play, or one to draw.
export function openEditor({ palette, text }) {
  window.addEventListener("hashchange", () => location.hash.match(/^#(play|puzzle)=/) && location.reload());
  const fields = new URLSearchParams(location.hash.slice(1));
  const played = fields.get("play");
  if (played && playSketch(played, palette)) return;
  document.body.classList.add("drawing");
  window.slidefront = new Editor(palette, played ?? fields.get("puzzle") ?? text);
}

// Opens the page to play; tells whether the text is a puzzle that can be played.
function playSketch(text, palette) {
  const { value: data } = attempt(() => playData(readSketch(text), palette));
  if (!data) return false;
  byId("editor").remove();
  byId("share").hidden = true;
  byId("head").append(html("a", { id: "draw-again", href: `#puzzle=${encodeURIComponent(text)}` }, "Change the puzzle"));
  byId("head").querySelector("h1").textContent = data.title;
  byId("tagline").textContent = data.about;
  startPage(data);
  return true;
}

openEditor(JSON.parse(byId("data").textContent));
