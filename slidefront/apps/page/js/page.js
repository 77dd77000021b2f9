// The page itself: joins the game, the board and all that is around it.

import { BlockView } from "./board_blocks.js";
import { GraphView } from "./board_graph.js";
import { TileView } from "./board_tiles.js";
import { Chart } from "./chart.js";
import { readTable, unpack, unpackAscending } from "./distances.js";
import { Game, movesAlong, movesText } from "./game.js";
import { SpaceView } from "./graph3d.js";
import { exitOf, goalBoard, picture } from "./picture.js";
import { Player } from "./player.js";
import { Problems } from "./problems.js";
import { rulesOf } from "./rules.js";
import { Memory } from "./memory.js";
import { hashOf, readHash, shareText, showText } from "./share.js";
import { Solver } from "./solver.js";
import { byId, counted, download, html, onClicks } from "./svg.js";
import { offerTab, openTabs, showBoard, showTab } from "./tabs.js";
import { celebrate, showWin, winWords } from "./win.js";

const HOW_TO_PLAY = {
  blocks: ["Drag a piece along the free cells.", "A click moves a piece that can go one way only. With the keyboard: press the letter of a piece, or Tab, then the arrow keys. Ctrl+Z takes a move back."],
  graph: ["Click a neighbour of the piece with the rim.", "The two change places; you can also drag the piece with the rim along a line. With the keyboard: the arrow keys. Ctrl+Z takes a move back."],
  tiles: ["Click a tile, or drag it towards the gap.", "The tiles between come along. With the keyboard: the arrow keys move a tile into the gap. Ctrl+Z takes a move back."],
};
const ARROW_OF_WAY = { U: "↑", D: "↓", L: "←", R: "→" };
const VIEWS = { tiles: TileView, graph: GraphView, blocks: BlockView };

export class Page {
  constructor(data) {
    this.data = data;
    this.rules = rulesOf(data.rules);
    Object.assign(this.rules, { colours: data.colours, outlines: data.outlines });
    this.game = new Game(this.rules, this.rules.parse(data.start) ?? this.rules.home);
    this.optimum = null;
    this.lengths = new Map([[this.rules.text(this.rules.home), data.optimum]]);
    for (const { board, length } of data.problems) this.lengths.set(board, length);
  }

  async open() {
    openTabs();
    if (this.data.index) byId("head").prepend(html("a", { id: "all", href: this.data.index }, "All puzzles"));
    this.view = new VIEWS[this.rules.kind](byId("board"), this.game);
    this.player = new Player(this.game);
    this.buttons();
    this.showGoal();
    this.game.addEventListener("change", ({ detail }) => this.changed(detail));
    const far = this.data.hardest.map(({ board }) => this.rules.parse(board));
    this.table = this.data.space ? await readTable(this.rules, this.data.space, far) : null;
    this.toGoal = !this.data.space || this.data.space.toGoal;
    this.solver = new Solver(this.rules, this.toGoal ? this.table : null, this.data.algorithm);
    this.around();
    if (!this.restore()) this.openRoute();
    window.addEventListener("hashchange", () => this.restore());
    this.refresh();
    if (this.table && this.data.graph) await this.openGraph();
    if (this.game.solved && !this.game.steps.length) this.finish({});
    this.isReady = true;
    document.documentElement.dataset.ready = "yes";
  }

  buttons() {
    const restart = () => this.game.begin(this.game.start);
    onClicks({
      undo: () => this.game.undo(), redo: () => this.game.redo(), reset: restart, again: restart, hint: () => this.hint(), solve: () => this.solve(),
      share: () => this.share(), shapes: () => this.paint(!this.rules.byShape), "next-problem": () => this.problems.next(this.optimum),
      "shared-close": () => byId("shared").close(),
    });
    byId("shapes").hidden = this.rules.kind !== "blocks";
    byId("how-to-play").textContent = HOW_TO_PLAY[this.rules.kind].join(" ");
    document.addEventListener("keydown", (event) => this.key(event));
  }

  // Gives pieces of one shape one colour, or each its own.
  paint(byShape) {
    this.rules.byShape = byShape;
    byId("shapes").setAttribute("aria-pressed", String(byShape));
    this.view.build();
    this.showGoal();
    this.gallery();
  }

  key(event) {
    if (!(event.ctrlKey || event.metaKey)) return;
    const name = event.key.toLowerCase();
    if (name === "z" && !event.shiftKey) this.game.undo();
    else if (name === "y" || (name === "z" && event.shiftKey)) this.game.redo();
    else return;
    event.preventDefault();
  }

  showGoal() {
    const goal = goalBoard(this.rules);
    byId("goal").querySelector("svg")?.remove();
    if (goal) byId("goal").append(picture(this.rules, goal, `The goal: ${this.data.goal}`));
    const isSentence = / row |hole/.test(this.data.goal); // a whole board is shown better by its picture
    const words = this.rules.kind === "graph" ? "also in red letters on the board" : isSentence ? this.data.goal : "";
    byId("goal-words").textContent = exitOf(this.rules) ? `bring ${this.rules.description.goal[0][0]} to the exit` : words;
    byId("goal").hidden = !goal;
  }

  around() {
    const { data, rules, table } = this;
    this.memory = new Memory(rules);
    const begin = (board, problem) => {
      this.begin(board, problem);
      showTab("play");
    };
    this.problems = new Problems({ problems: data.problems, rules, table: this.solver.table, memory: this.memory, start: rules.parse(data.start), begin });
    if (data.growth) this.chart = new Chart(data.growth, (distance) => table && this.begin(table.boardAt(distance)));
    this.gallery();
    this.words();
    if (!this.solver.table) this.learnRoutes();
    say(this.greeting());
  }

  // What is shown and said depends on what the page knows.
  words() {
    const { growth, graph, goal, about, hardest, hints } = this.data;
    const help = hints && goal;
    const shown = { growth, graph, hardest: hardest.length, hint: help, solve: help, "fewest-box": help, "shortest-box": goal, "about-words": about };
    for (const [id, isShown] of Object.entries(shown)) byId(id).hidden = !isShown;
    offerTab("explore", growth || graph);
    const end = this.toGoal ? "goal" : "start";
    byId("growth-title").textContent = `How many positions are how far from the ${end}`;
    byId("hardest-title").textContent = this.toGoal ? "The hardest positions" : "The positions farthest from the start";
    byId("legend-least").textContent = `at the ${end}`;
  }

  // Whether no moves lead from the present board to the goal, as the file says of the board that it begins with.
  get unsolvable() {
    if (this.data.unsolvable === null) return false;
    return this.table && !this.toGoal ? this.table.find(this.game.board) >= 0 : this.rules.text(this.game.start) === this.data.start;
  }

  // Whether the page can answer nothing.
  get isHelpless() {
    return !this.solver.canSolve && this.solver.known.size === 0;
  }

  greeting() {
    if (this.unsolvable) return "";
    const many = "This puzzle has too many positions for hints on a page";
    if (this.data.solution && !this.solver.canSolve) return `${many}, but it has a shortest solution from here.`;
    if (this.data.hints && this.data.goal && this.isHelpless) return `${many}.`;
    return HOW_TO_PLAY[this.rules.kind][0];
  }

  // The solutions of problems, and that of the first board, are known even where the page cannot find any.
  learnRoutes() {
    for (const { board, route } of [...this.data.problems, { board: this.data.start, route: this.data.solution }]) {
      const first = this.rules.parse(board);
      if (route) this.solver.learn(first, movesAlong(this.rules, first, route));
    }
  }

  gallery() {
    const items = this.data.hardest.map(({ board, distance }, at) => {
      const position = this.rules.parse(board);
      const text = counted(distance);
      const button = html("button", { type: "button" }, picture(this.rules, position, `Position ${at + 1}, ${text}`), text);
      button.addEventListener("click", () => this.begin(position));
      return html("li", {}, button);
    });
    byId("gallery").replaceChildren(...items);
  }

  begin(board, problem) {
    this.game.begin(board);
    showBoard();
    say(problem ? `A new problem of ${counted(problem.length)}.` : "A new position.");
  }

  // Goes to the position of the link, if it names one.
  restore() {
    const found = readHash(location.hash, this.rules);
    if (!found || hashOf(this.game) === location.hash) return false;
    this.game.begin(found.board);
    found.steps.forEach((step) => this.game.play([step]));
    return true;
  }

  // Opens the player with the route that came with the page.
  openRoute() {
    if (!this.data.route?.length) return;
    const moves = movesAlong(this.rules, this.game.board, this.data.route);
    this.solver.learn(this.game.board, moves);
    this.player.open(moves);
    say(`A shortest solution has ${counted(moves.length)}: press Play.`);
  }

  changed(detail) {
    if (detail.begin) this.helped = false;
    this.view.draw(detail);
    this.refresh();
    if (detail.steps) say(`${this.sayMove(detail.steps)}. ${counted(this.game.count)}.`);
    this.finish(detail);
    clearTimeout(this.linking);
    this.linking = setTimeout(() => this.link(), 200);
  }

  sayMove(steps) {
    const last = steps.at(-1);
    const join = (part, letter) => steps.map((step) => step[part]).join(letter);
    const [what, way] = { tiles: [join("what", " "), last.way], graph: [last.what, last.way], blocks: [last.what, join("way", "")] }[this.rules.kind];
    return this.rules.say({ what, way }, this.game.entries.at(-1).before);
  }

  // Celebrates a board that somebody has solved; one that the player has solved is said only.
  finish(detail) {
    const { game, optimum } = this;
    const isSolved = game.solved && game.steps.length > 0;
    const result = { moves: game.count, optimum, helped: Boolean(this.helped) };
    showWin(game.solved && !detail.player ? result : null);
    if (!isSolved) return;
    if (detail.player) say(winWords(result)[1]);
    if (!detail.steps || !this.isReady) return;
    this.memory.record(game.start, { moves: game.count, helped: result.helped });
    this.problems.refresh();
    showTab("play");
    celebrate();
  }

  link() {
    try {
      history.replaceState(null, "", hashOf(this.game));
    } catch {
      // a browser may refuse it for files; the share button has the link
    }
  }

  refresh() {
    const { game } = this;
    byId("moves").textContent = game.count;
    byId("record").textContent = movesText(game.steps, this.rules).replace(/[UDLR](?=[UDLR]*(,|$))/g, (way) => ARROW_OF_WAY[way]).replaceAll(", ", " · ");
    byId("record").scrollTop = byId("record").scrollHeight;
    byId("undo").disabled = game.entries.length === 0;
    byId("redo").disabled = game.undone.length === 0;
    byId("reset").disabled = game.entries.length === 0;
    if (!this.solver) return;
    this.showFewest();
    this.showBanner();
    this.markGraph();
  }

  showFewest() {
    const fewest = this.unsolvable ? null : this.solver.fewest(this.game.board);
    const whole = this.solver.fewest(this.game.start);
    this.optimum = whole ?? this.lengths.get(this.rules.text(this.game.start)) ?? null;
    const told = this.lengths.get(this.rules.text(this.game.board)); // by the file or the pack
    byId("hint").disabled = byId("solve").disabled = this.isHelpless || fewest === null;
    byId("fewest").textContent = fewest === null ? "none" : (fewest ?? told ?? "–");
    byId("shortest").textContent = this.unsolvable ? "none" : (this.optimum ?? "–");
    this.chart?.present(this.toGoal ? (fewest ?? null) : null);
    if (fewest === undefined && this.solver.worker) this.search();
  }

  // Asks the worker how far it is from here, and shows it if the board is still the same.
  async search() {
    const { board } = this.game;
    const mine = () => board === this.game.board;
    await this.solver.solution(board, (limit) => mine() && (byId("fewest").textContent = `≥ ${limit}`));
    if (mine() && this.solver.fewest(board) !== undefined) this.refresh();
  }

  // What has to be known before anybody tries: that there is no solution.
  showBanner() {
    const isCutOff = this.data.goal && this.solver.fewest(this.game.start) === null;
    const why = this.unsolvable ? `: ${this.data.unsolvable}` : ": no moves lead from here to the goal";
    byId("banner").hidden = !this.unsolvable && !isCutOff;
    byId("banner").textContent = byId("banner").hidden ? "" : `This puzzle has no solution${why}.`;
  }

  // A shortest solution from here; null if there is none, which is said, or if the board is another one meanwhile.
  async ask(tell) {
    const { board } = this.game;
    say("Searching …");
    const moves = await this.solver.solution(board, tell);
    if (board !== this.game.board) return null;
    if (!moves?.length) say(this.noSolution(moves));
    return moves?.length ? moves : null;
  }

  async hint() {
    const moves = this.game.solved ? say("This is the goal.") : await this.ask();
    if (!moves) return;
    this.helped = true;
    this.view.hint(moves[0]);
    say(`Hint: ${this.rules.say(moves[0], this.game.board)}. ${counted(moves.length)} to go.`);
  }

  noSolution(moves) {
    if (moves === null) return "There is no solution from here.";
    if (moves !== undefined) return "This is the goal.";
    if (this.solver.algorithm === "two-way") return "No solution was found: this position is too far from the goal.";
    return this.solver.canSolve ? "No solution was found in time: try again." : "No solution is known from here.";
  }

  async solve() {
    const moves = await this.ask((limit) => say(`Searching: at least ${limit} moves …`));
    if (!moves) return;
    this.helped = true;
    this.player.open(moves);
    say(`A shortest solution has ${counted(moves.length)}.`);
  }

  async share() {
    const text = shareText(this.game, this.data.title, `${location.href.split("#")[0]}${hashOf(this.game)}`);
    try {
      await navigator.clipboard.writeText(text);
      say("Copied: the board, the moves and a link.");
    } catch {
      showText(text);
    }
  }

  async openGraph() {
    const { data: { graph }, table } = this;
    const tones = Float32Array.from(table.distances, (one) => one / Math.max(1, table.deepest));
    try {
      this.space = new SpaceView(byId("space"), { ...(await readGraph(graph)), tones }, {
        onPick: (at) => this.game.begin(table.board(at)),
        onHover: (at, x, y) => this.peek(at, x, y),
      });
    } catch (error) {
      byId("space").replaceWith(html("p", {}, `The map cannot be drawn: ${error.message}.`));
      return;
    }
    byId("legend-most").textContent = counted(table.deepest);
    byId("map-words").textContent = `Each of the ${counted(table.keys.length, "point")} is a position, and each line is a move. Click a point to go there.`;
    onClicks({
      closer: () => this.space.zoomBy(1.3), farther: () => this.space.zoomBy(1 / 1.3), fit: () => this.space.fit(),
      "turn-left": () => this.space.turnBy(-0.3, 0), "turn-right": () => this.space.turnBy(0.3, 0),
      "save-png": async () => download(`${this.data.title}.png`, await this.space.png()),
    });
    this.markGraph();
  }

  peek(at, x, y) {
    const peek = byId("peek");
    peek.hidden = at < 0;
    if (peek.hidden) return;
    peek.replaceChildren(picture(this.rules, this.table.board(at), "A position"), counted(this.table.distances[at]));
    Object.assign(peek.style, { left: `${x}px`, top: `${y}px` });
  }

  markGraph() {
    if (!this.space) return;
    this.space.mark(this.game.path.map((board) => this.table.find(board)).filter((at) => at >= 0));
  }
}

async function readGraph(graph) {
  const places = Float32Array.from(await unpack(graph.places, Uint16Array), (step) => step / 32767.5 - 1);
  const starts = await unpackAscending(graph.first, Uint32Array);
  const steps = await unpack(graph.second, Uint32Array);
  return { places, moves: Uint32Array.from({ length: 2 * starts.length }, (_, i) => starts[i >> 1] + (i % 2) * steps[i >> 1]) };
}

function say(text) {
  byId("say").textContent = text;
}

// Opens a page; the page of the document is `window.slidefront`, which scripts and tests use.
export function startPage(data) {
  const page = new Page(data);
  document.title = data.title;
  window.slidefront = page;
  page.open();
  return page;
}
