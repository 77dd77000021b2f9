// The problems to choose from: those of a pack by length and difficulty, or boards of any distance out of the table.

import { byId, counted, html } from "./svg.js";
import { offerTab } from "./tabs.js";

const SHOWN = 60;

// Keeps the problems of some lengths, in order of one of their numbers.
export function chosenProblems(problems, { from, to, by }) {
  const kept = problems.filter(({ length }) => length >= from && length <= to);
  const number = (problem) => problem[by.replace("-", "")] ?? 0;
  const sign = by.startsWith("-") ? -1 : 1;
  return kept.sort((one, other) => sign * (number(one) - number(other)));
}

// Describes a problem. The limits of `astray` are those of the grades (`difficulty.py`).
export function aboutProblem({ length, solutions, astray }) {
  const parts = [counted(length)];
  if (solutions !== undefined) parts.push(counted(solutions, "solution"));
  if (astray !== undefined) parts.push(astray < 0.15 ? "straightforward" : astray < 0.3 ? "some detours" : "tricky");
  return parts.join(" · ");
}

// A board after so many random moves, none of which takes back the one before.
export function scrambled(rules, board, count, random = Math.random) {
  let [before, now] = [null, board];
  for (let move = 0; move < count; move++) {
    const all = rules.moves(now).map(({ after }) => after);
    const others = all.filter((after) => before === null || after.join() !== before.join());
    const choice = others.length ? others : all;
    if (!choice.length) return now;
    [before, now] = [now, choice[Math.floor(random() * choice.length)]];
  }
  return now;
}

const LEVELS = { Easy: 0.15, Medium: 0.4, Hard: 0.7, Hardest: 1 };
const RISE = 12; // so many next problems lead from the shortest to the longest

export class Problems {
  // `table` has the distances to the goal, or is null; `begin` is called with a board and its problem.
  constructor({ problems, rules, table, memory, start, begin }) {
    Object.assign(this, { problems, rules, table, memory, start, begin });
    byId("scramble").addEventListener("click", () => this.scramble());
    if (problems.length) this.showPack();
    if (table?.deepest) this.showLevels();
    offerTab("problems", problems.length || table?.deepest);
  }

  scramble() {
    this.begin(this.table ? this.table.randomBoard() : scrambled(this.rules, this.rules.home, 600));
  }

  // Begins the next problem: the next of the pack that is not solved yet, or else a board that needs some moves more.
  next(length) {
    const { problem: here = -1, problems } = this;
    const order = [...problems.keys()].map((number) => (here + 1 + number) % problems.length);
    const open = order.find((number) => !this.memory.best(this.rules.parse(problems[number].board)));
    if (problems.length) this.beginProblem(problems[open ?? order[0]]);
    else if (this.table?.deepest) this.ofLength(Math.min(this.table.deepest, (length ?? 0) + Math.ceil(this.table.deepest / RISE)));
    else this.scramble();
  }

  // Shows anew which problems are solved.
  refresh() {
    if (this.problems.length) this.list();
    if (this.table?.deepest) this.levels();
  }

  showLevels() {
    const { deepest } = this.table;
    const length = byId("length");
    byId("levels").hidden = false;
    length.max = deepest;
    length.value = Math.ceil(deepest / 2);
    const show = () => length.setAttribute("aria-valuetext", (byId("length-shown").textContent = counted(Number(length.value))));
    length.addEventListener("input", show);
    byId("of-length").addEventListener("click", () => this.ofLength(Number(length.value)));
    show();
    this.levels();
  }

  levels() {
    const { deepest } = this.table;
    const items = Object.entries(LEVELS).map(([name, share]) => {
      const length = Math.max(1, Math.round(share * deepest));
      return card(name, counted(length), false, () => this.ofLength(length));
    });
    const own = this.table.distance(this.start);
    if (own && !this.problems.length) {
      const best = this.memory.best(this.start);
      items.unshift(card("This puzzle", best ? solvedWords(best) : counted(own), best, () => this.begin(this.start)));
    }
    byId("level-list").replaceChildren(...items);
  }

  ofLength(length) {
    const board = this.table.boardAt(length);
    if (board) this.begin(board, { length });
  }

  showPack() {
    const lengths = this.problems.map(({ length }) => length);
    byId("pack").hidden = false;
    for (const [id, value] of [["from", Math.min(...lengths)], ["to", Math.max(...lengths)]]) {
      Object.assign(byId(id), { value, min: Math.min(...lengths), max: Math.max(...lengths) });
    }
    const rated = this.problems.some(({ astray }) => astray !== undefined);
    byId("by").querySelectorAll("[data-rated]").forEach((option) => (option.hidden = option.disabled = !rated));
    for (const id of ["from", "to", "by"]) byId(id).addEventListener("input", () => this.list());
    byId("any").addEventListener("click", () => {
      const { chosen } = this;
      const problem = chosen[Math.floor(Math.random() * chosen.length)];
      if (problem) this.beginProblem(problem);
    });
    this.list();
  }

  get chosen() {
    const [from, to] = ["from", "to"].map((id) => Number(byId(id).value));
    return chosenProblems(this.problems, { from, to, by: byId("by").value });
  }

  beginProblem(problem) {
    this.problem = this.problems.indexOf(problem);
    this.begin(this.rules.parse(problem.board), problem);
  }

  list() {
    const found = this.chosen;
    const rows = found.slice(0, SHOWN).map((problem) => {
      const best = this.memory.best(this.rules.parse(problem.board));
      const words = best ? solvedWords(best) : aboutProblem(problem);
      return html("li", {}, card(`Problem ${this.problems.indexOf(problem) + 1}`, words, best, () => this.beginProblem(problem)));
    });
    byId("pack-list").replaceChildren(...rows);
    const more = found.length > SHOWN ? `; the first ${SHOWN} are listed` : "";
    const solved = this.problems.filter(({ board }) => this.memory.best(this.rules.parse(board))).length;
    byId("pack-count").textContent = `${found.length} of ${counted(this.problems.length, "problem")}${more}, ${solved} solved`;
  }
}

function card(title, words, isDone, act) {
  const button = html("button", { type: "button" }, html("b", {}, isDone ? `✓ ${title}` : title), html("small", {}, words));
  button.classList.toggle("done", Boolean(isDone));
  button.addEventListener("click", act);
  return button;
}

function solvedWords({ moves, helped }) {
  return `solved in ${counted(moves)}${helped ? ", with help" : ""}`;
}
