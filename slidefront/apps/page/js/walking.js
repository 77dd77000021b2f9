// Walking distance: how many moves up and down a tile board needs at least, told from how many tiles of each goal row
// stand in each row and from the row of the hole. Columns are the same with the board turned.
//
// A spread is such a table of counts with the hole's line. There are 24,964 for 4 lines of 4; a search from the goal's
// spread numbers them and finds how far each is. Steps from a spread: `next[(spread * lines + home) * 2 + way]`, where
// a tile that belongs to the line `home` goes to the line above (way 0) or below (way 1).

const NO_SPREAD = -1;

export class Spreads {
  constructor(lines, goal) {
    this.lines = lines;
    this.number = new Map();
    this.distance = [];
    this.next = [];
    this.search(goal);
  }

  // The spread of a board: the line that each tile stands in and the line that it belongs to, and the hole's line.
  static of(lines, tiles, hole) {
    const counts = new Array(lines * lines).fill(0);
    for (const [line, home] of tiles) counts[line * lines + home] += 1;
    return { counts, hole };
  }

  find({ counts, hole }) {
    return this.number.get(`${counts.join("")}${hole}`);
  }

  search(goal) {
    const waiting = [goal];
    this.number.set(`${goal.counts.join("")}${goal.hole}`, 0);
    this.distance.push(0);
    for (let at = 0; at < waiting.length; at++) {
      for (let home = 0; home < this.lines; home++) {
        for (const way of [0, 1]) this.next.push(this.add(waiting, at, home, way));
      }
    }
    this.next = Int32Array.from(this.next);
    this.distance = Uint8Array.from(this.distance);
  }

  // Moves a tile into the line of the hole from the line below it (way 0, up) or above it (way 1, down).
  add(waiting, at, home, way) {
    const { counts, hole } = waiting[at];
    const from = hole + (way === 0 ? 1 : -1);
    if (from < 0 || from >= this.lines || counts[from * this.lines + home] === 0) return NO_SPREAD;
    const after = counts.slice();
    after[from * this.lines + home] -= 1;
    after[hole * this.lines + home] += 1;
    const name = `${after.join("")}${from}`;
    if (!this.number.has(name)) {
      this.number.set(name, waiting.length);
      this.distance.push(this.distance[at] + 1);
      waiting.push({ counts: after, hole: from });
    }
    return this.number.get(name);
  }
}
