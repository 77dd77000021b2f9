// What happens when a puzzle is solved: words, and confetti over the board.

import { byId, counted, html, quiet } from "./svg.js";

const PIECES_OF_PAPER = 70;
const COLOURS = ["#ee8866", "#77aadd", "#eedd88", "#44bb99", "#ffaabb", "#bbcc33"];

// The title and the sentence for a board that was solved; `optimum` is null if nobody knows the shortest solution.
export function winWords({ moves, optimum, helped }) {
  const isBest = moves === optimum;
  const shortest = optimum === null ? "." : isBest ? ": no solution is shorter." : `. The shortest solution has ${optimum.toLocaleString("en")}.`;
  const title = helped ? "Solved with help" : isBest ? "Perfect!" : "Solved!";
  return [title, `Solved in ${counted(moves)}${shortest}`];
}

// Shows the result, or where to begin if a page begins with the goal; null hides both.
export function showWin(result) {
  const isBegin = result?.moves === 0;
  const [title, words] = isBegin ? ["This is the goal", "Start a problem, and come back here."] : result ? winWords(result) : ["", ""];
  byId("win-title").textContent = title;
  byId("win-words").textContent = words;
  byId("next-problem").textContent = isBegin ? "Start a problem" : "Next problem";
  byId("again").hidden = isBegin;
  byId("win").hidden = !result;
  byId("confetti")?.remove();
  document.body.classList.toggle("ended", Boolean(result));
  document.body.classList.toggle("won", Boolean(result) && !isBegin);
}

// Throws paper over the board, unless people prefer no motion.
export function celebrate() {
  if (quiet()) return;
  const papers = Array.from({ length: PIECES_OF_PAPER }, () => html("i"));
  const rain = html("div", { id: "confetti", "aria-hidden": "true" }, ...papers);
  byId("table").append(rain);
  const falls = papers.map((paper, number) => {
    const [x, drift, spin] = [Math.random() * 100, Math.random() * 30 - 15, Math.random() * 1440 - 720];
    paper.style.background = COLOURS[number % COLOURS.length];
    const frames = [{ left: `${x}%`, top: "-5%", rotate: "0deg" }, { left: `${x + drift}%`, top: "105%", rotate: `${spin}deg` }];
    const timing = { duration: 1600 + 1400 * Math.random(), delay: 300 * Math.random(), easing: "cubic-bezier(0.3, 0.2, 0.7, 1)", fill: "both" };
    return paper.animate(frames, timing).finished;
  });
  Promise.allSettled(falls).then(() => rain.remove());
}
