// The problems to choose from: those of a pack by length and difficulty, or boards of any distance out of the table.

import { byId, counted, html } from "./svg.js";

const SHOWN = 60;

// Keeps the problems of some lengths, in order of one of their numbers.
export function chosenProblems(problems, { from, to, by }) {
  const kept = problems.filter(({ length }) => length >= from && length <= to);
  const number = (problem) => problem[by.replace("-", "")] ?? 0;
  const sign = by.startsWith("-") ? -1 : 1;
  return kept.sort((one, other) => sign * (number(one) - number(other)));
}

export function aboutProblem({ length, solutions, astray }) {
  const parts = [counted(length)];
  if (solutions !== undefined) parts.push(counted(solutions, "shortest solution"));
  if (astray !== undefined) parts.push(`${Math.round(100 * astray)}% astray`);
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

export class Problems {
  constructor({ problems, rules, table, begin }) {
    Object.assign(this, { problems, rules, table, begin });
    byId("problems").hidden = !problems.length && !table;
    if (problems.length) this.showPack();
    if (table) this.showLengths();
    byId("scramble").addEventListener("click", () => this.scramble());
  }

  scramble() {
    if (this.table) this.begin(this.table.randomBoard());
    else this.begin(scrambled(this.rules, this.rules.home, 600));
  }

  showLengths() {
    const deepest = this.table.deepest;
    if (!deepest) return;
    const length = byId("length");
    byId("lengths").hidden = false;
    length.max = deepest;
    length.value = Math.ceil(deepest / 2);
    const show = () => {
      byId("length-shown").textContent = length.value;
      length.setAttribute("aria-valuetext", counted(Number(length.value)));
    };
    length.addEventListener("input", show);
    byId("of-length").addEventListener("click", () => this.ofLength(Number(length.value)));
    show();
  }

  ofLength(length) {
    const board = this.table.boardAt(length);
    if (board) this.begin(board);
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
    byId("any").addEventListener("click", () => this.any());
    this.list();
  }

  get chosen() {
    const [from, to] = ["from", "to"].map((id) => Number(byId(id).value));
    return chosenProblems(this.problems, { from, to, by: byId("by").value });
  }

  any() {
    const found = this.chosen;
    if (found.length) this.beginProblem(found[Math.floor(Math.random() * found.length)]);
  }

  beginProblem(problem) {
    this.begin(this.rules.parse(problem.board), problem);
  }

  list() {
    const found = this.chosen;
    const rows = found.slice(0, SHOWN).map((problem) => {
      const number = this.problems.indexOf(problem) + 1;
      const button = html("button", { type: "button" }, `Problem ${number}`, html("small", {}, aboutProblem(problem)));
      button.addEventListener("click", () => this.beginProblem(problem));
      return html("li", {}, button);
    });
    byId("pack-list").replaceChildren(...rows);
    const more = found.length > SHOWN ? `; the first ${SHOWN} are listed` : "";
    byId("pack-count").textContent = `${found.length} of ${this.problems.length} problems${more}`;
  }
}
