// The page itself: reads its data, joins the game, the board and all that is around it.

import { BlockView } from "./board_blocks.js";
import { GraphView } from "./board_graph.js";
import { TileView } from "./board_tiles.js";
import { Chart } from "./chart.js";
import { readTable, unpack, unpackAscending } from "./distances.js";
import { Game, movesAlong } from "./game.js";
import { showPeek, SpaceView } from "./graph3d.js";
import { goalBoard, picture } from "./picture.js";
import { Player } from "./player.js";
import { Problems } from "./problems.js";
import { rulesOf } from "./rules.js";
import { hashOf, readHash, shareText } from "./share.js";
import { Solver } from "./solver.js";
import { byId, counted, html } from "./svg.js";

const VIEWS = { tiles: TileView, graph: GraphView, blocks: BlockView };

class Page {
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
    this.view = new VIEWS[this.rules.kind](byId("board"), this.game);
    this.player = new Player(this.game, say);
    this.buttons();
    this.showGoal();
    this.game.addEventListener("change", ({ detail }) => this.changed(detail));
    const far = this.data.hardest.map(({ board }) => this.rules.parse(board));
    const table = this.data.space ? await readTable(this.rules, this.data.space, far) : null;
    this.toGoal = !this.data.space || this.data.space.toGoal;
    this.table = table;
    this.solver = new Solver(this.rules, this.toGoal ? table : null, this.data.algorithm);
    this.around(table);
    if (!this.restore()) this.openRoute();
    window.addEventListener("hashchange", () => this.restore());
    this.refresh();
    if (table && this.data.graph) await this.openGraph(table);
    document.documentElement.dataset.ready = "yes";
  }

  buttons() {
    const press = { undo: () => this.game.undo(), redo: () => this.game.redo(), reset: () => this.game.begin(this.game.start) };
    Object.assign(press, { hint: () => this.hint(), solve: () => this.solve(), share: () => this.share() });
    for (const [id, act] of Object.entries(press)) byId(id).addEventListener("click", act);
    byId("shared-close").addEventListener("click", () => byId("shared").close());
    document.addEventListener("keydown", (event) => this.key(event));
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
    if (goal) byId("goal").append(picture(this.rules, goal, `The goal: ${this.data.goal}`));
    byId("goal-words").textContent = this.data.goal;
    byId("goal").hidden = !goal;
  }

  around(table) {
    const { data } = this;
    const choice = new Problems({ problems: data.problems, rules: this.rules, table, begin: (board, problem) => this.begin(board, problem) });
    if (data.growth) {
      this.chart = new Chart(data.growth, (distance) => table && choice.ofLength(distance));
      byId("growth").hidden = false;
    }
    this.gallery();
    for (const id of ["hint", "solve", "fewest-box"]) byId(id).hidden = !data.hints || !data.goal;
    if (!this.solver.table) this.learnRoutes();
    for (const id of ["hint", "solve"]) byId(id).disabled = !this.unsolvable && !this.solver.canSolve && this.solver.known.size === 0;
    say(this.greeting());
  }

  // Whether no moves lead from the present board to the goal, as the file says of the board that it begins with.
  get unsolvable() {
    if (this.data.unsolvable === null) return false;
    return this.table && !this.toGoal ? this.table.find(this.game.board) >= 0 : this.rules.text(this.game.start) === this.data.start;
  }

  greeting() {
    if (this.unsolvable) return `This puzzle has no solution: ${this.data.unsolvable}.`;
    const begun = this.game.solved ? "This is the goal: press Random board to begin. " : "";
    const many = "This puzzle has too many boards for hints on a page";
    if (this.data.solution && !this.solver.canSolve) return `${begun}${many}, but for a shortest solution from here.`;
    return this.data.hints && byId("hint").disabled ? `${begun}${many}.` : begun.trim();
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
      const button = html("button", { type: "button" }, picture(this.rules, position, `Board ${at + 1}, ${text}`), text);
      button.addEventListener("click", () => this.begin(position));
      return html("li", {}, button);
    });
    byId("gallery").replaceChildren(...items);
    byId("hardest").hidden = items.length === 0;
  }

  begin(board, problem) {
    this.game.begin(board);
    byId("board").scrollIntoView({ block: "nearest" });
    say(problem ? `A new problem of ${counted(problem.length)}.` : "A new board.");
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
    byId("hint").disabled = byId("solve").disabled = false;
    say(`A shortest solution of ${counted(moves.length)}: press Play.`);
  }

  changed(detail) {
    this.view.draw(detail);
    this.refresh();
    if (detail.steps && !detail.player) {
      const last = detail.steps.at(-1);
      const join = (part, letter) => detail.steps.map((step) => step[part]).join(letter);
      const [what, way] = { tiles: [join("what", " "), last.way], graph: [last.what, last.way], blocks: [last.what, join("way", "")] }[this.rules.kind];
      say(`${this.rules.say({ what, way })}. ${counted(this.game.count)}. ${byId("win").textContent}`);
    }
    clearTimeout(this.linking);
    this.linking = setTimeout(() => this.link(), 200);
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
    byId("undo").disabled = game.entries.length === 0;
    byId("redo").disabled = game.undone.length === 0;
    byId("reset").disabled = game.entries.length === 0;
    if (!this.solver) return;
    this.showFewest();
    this.showWin();
    this.markGraph();
  }

  showFewest() {
    const fewest = this.unsolvable ? null : this.solver.fewest(this.game.board);
    const whole = this.solver.fewest(this.game.start);
    this.optimum = whole ?? this.lengths.get(this.rules.text(this.game.start)) ?? null;
    const told = this.lengths.get(this.rules.text(this.game.board)); // by the file or the pack
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
    if (mine() && this.solver.fewest(board) !== undefined) this.showFewest();
  }

  showWin() {
    const { game } = this;
    const won = game.solved && game.steps.length > 0;
    byId("win").hidden = !won;
    if (!won) {
      byId("win").textContent = "";
      return;
    }
    const more = this.optimum === null ? null : game.count - this.optimum;
    const praise = more === null ? "." : more > 0 ? `, ${more} more than the shortest solution.` : ": no solution is shorter.";
    byId("win").textContent = `Solved in ${counted(game.count)}${praise}`;
  }

  // A shortest solution from here; null if there is none, which is said, or if the board is another one meanwhile.
  async ask(tell) {
    const { board } = this.game;
    say("Searching …");
    const moves = this.unsolvable ? null : await this.solver.solution(board, tell);
    if (board !== this.game.board) return null;
    if (!moves?.length) say(this.noSolution(moves));
    return moves?.length ? moves : null;
  }

  async hint() {
    const moves = this.game.solved ? say("This is the goal.") : await this.ask();
    if (!moves) return;
    this.view.hint(moves[0]);
    say(`Hint: ${this.rules.say(moves[0])}. ${counted(moves.length)} from here.`);
  }

  noSolution(moves) {
    if (this.unsolvable) return `There is no solution: ${this.data.unsolvable}.`;
    if (moves === null) return "No moves lead to the goal from here.";
    if (moves !== undefined) return "You are there already.";
    if (this.solver.algorithm === "two-way") return "No solution was found: this board is too far from the goal.";
    return this.solver.canSolve ? "No solution was found in time: try again." : "No solution is known from here.";
  }

  async solve() {
    const moves = await this.ask((limit) => say(`Searching: at least ${limit} moves …`));
    if (!moves) return;
    this.player.open(moves);
    say(`A shortest solution of ${counted(moves.length)}.`);
  }

  async share() {
    const text = shareText(this.game, this.data.title, `${location.href.split("#")[0]}${hashOf(this.game)}`);
    byId("shared-text").value = text;
    try {
      await navigator.clipboard.writeText(text);
      say("Copied: the board, the moves and a link.");
    } catch {
      byId("shared").showModal();
      byId("shared-text").select();
    }
  }

  async openGraph(table) {
    const { graph } = this.data;
    byId("graph").hidden = false;
    const tones = Float32Array.from(table.distances, (one) => one / Math.max(1, table.deepest));
    try {
      this.space = new SpaceView(byId("space"), { ...(await readGraph(graph)), tones }, {
        onPick: (at) => this.game.begin(table.board(at)),
        onHover: (at, x, y) => this.peek(table, at, x, y),
      });
    } catch (error) {
      byId("space").replaceWith(html("p", {}, `The graph cannot be drawn: ${error.message}.`));
      return;
    }
    byId("legend-most").textContent = counted(table.deepest);
    byId("legend-least").textContent = this.toGoal ? "at the goal" : "at the start";
    const press = { closer: () => this.space.zoomBy(1.3), farther: () => this.space.zoomBy(1 / 1.3), fit: () => this.space.fit() };
    press["turn-left"] = () => this.space.turnBy(-0.3, 0);
    press["turn-right"] = () => this.space.turnBy(0.3, 0);
    for (const [id, act] of Object.entries(press)) byId(id).addEventListener("click", act);
    this.markGraph();
  }

  peek(table, at, x, y) {
    if (at < 0) {
      byId("peek").hidden = true;
      return;
    }
    showPeek(picture(this.rules, table.board(at), "A board"), counted(table.distances[at]), x, y);
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

const page = new Page(JSON.parse(byId("data").textContent));
document.title = page.data.title;

page.open();
window.slidefront = page;
