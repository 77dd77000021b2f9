// The growth chart: how many boards there are at each distance, a bar each, with its numbers where the pointer is.

import { byId, counted, svg } from "./svg.js";

const WIDTH = 640;
const HEIGHT = 220;
const LEFT = 8;
const BASE = 190;

export function wordsOf(growth, distance) {
  const ends = { goal: "the goal", home: "the start", start: "the start of the run" };
  const count = growth.counts[distance];
  return `${counted(count, "position")} ${count === 1 ? "is" : "are"} ${counted(distance)} from ${ends[growth.from]}`;
}

// The heights of the bars, from 0 to 1; a bar of one board is still seen.
export function heights(counts) {
  const most = Math.max(...counts);
  return counts.map((count) => (count ? Math.max(0.008, count / most) : 0));
}

export class Chart {
  constructor(growth, onChoose) {
    Object.assign(this, { growth, onChoose, root: byId("chart"), here: null });
    this.root.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    this.root.addEventListener("pointermove", (event) => this.choose(this.under(event)));
    this.root.addEventListener("click", (event) => this.onChoose(this.under(event)));
    this.root.addEventListener("keydown", (event) => this.key(event));
    const gap = Math.min(2, this.wide * 0.15);
    this.bars = heights(growth.counts).map((height, distance) => {
      const full = height * (BASE - 12);
      const attributes = { x: LEFT + distance * this.wide, y: BASE - full, width: Math.max(0.5, this.wide - gap), height: full };
      return svg("rect", { class: "bar", rx: Math.min(2, this.wide / 4), ...attributes });
    });
    this.root.replaceChildren(...this.bars, ...this.ticks());
    this.choose(null);
  }

  get wide() {
    return (WIDTH - 2 * LEFT) / this.growth.counts.length;
  }

  under(event) {
    const box = this.root.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDTH;
    return Math.max(0, Math.min(this.growth.counts.length - 1, Math.floor((x - LEFT) / this.wide)));
  }

  key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) this.choose(Math.max(0, Math.min(this.growth.counts.length - 1, (this.chosen ?? -1) + step)));
    else if (event.key === "Enter" && this.chosen !== null) this.onChoose(this.chosen);
    else return;
    event.preventDefault();
  }

  ticks() {
    const last = this.growth.counts.length - 1;
    const step = [1, 2, 5, 10, 20, 25, 50, 100].find((one) => last / one <= 12) ?? 200;
    const nodes = [svg("line", { class: "axis", x1: LEFT, x2: WIDTH - LEFT, y1: BASE, y2: BASE })];
    for (let at = 0; at <= last; at += step) {
      const x = LEFT + (at + 0.5) * this.wide;
      nodes.push(svg("text", { class: "tick", x, y: BASE + 20, "text-anchor": "middle" }, String(at)));
    }
    return nodes;
  }

  choose(distance) {
    this.chosen = distance;
    this.bars.forEach((bar, at) => bar.classList.toggle("chosen", at === distance));
    byId("chart-value").textContent = distance === null ? "Point at a bar to read its number." : wordsOf(this.growth, distance);
  }

  // Marks the distance of the present board, or none if it has none.
  present(distance) {
    if (distance !== this.here) this.choose(distance);
    this.here = distance;
    this.bars.forEach((bar, at) => bar.classList.toggle("here", at === distance));
  }
}
