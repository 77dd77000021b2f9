// The outline of a piece: its cells as one shape, a little smaller, with round corners.

// Lists the closed outlines of some cells, each as corners of the unit grid, the inside on the right.
export function loopsOf(cells) {
  const inside = new Set(cells.map(([r, c]) => `${r},${c}`));
  const has = (r, c) => inside.has(`${r},${c}`);
  const edges = new Map();
  const add = (from, to) => edges.set(from.join(), [...(edges.get(from.join()) ?? []), to]);
  for (const [r, c] of cells) {
    if (!has(r - 1, c)) add([c, r], [c + 1, r]);
    if (!has(r, c + 1)) add([c + 1, r], [c + 1, r + 1]);
    if (!has(r + 1, c)) add([c + 1, r + 1], [c, r + 1]);
    if (!has(r, c - 1)) add([c, r + 1], [c, r]);
  }
  const loops = [];
  while (edges.size) loops.push(simplified(loopFrom(edges)));
  return loops;
}

function loopFrom(edges) {
  const [name] = edges.keys();
  const loop = [name.split(",").map(Number)];
  let way = [0, 0];
  for (;;) {
    const here = loop.at(-1);
    const ends = edges.get(here.join());
    const right = [here[0] - way[1], here[1] + way[0]];
    const at = Math.max(0, ends.findIndex((end) => end.join() === right.join()));
    const [next] = ends.splice(at, 1);
    if (ends.length === 0) edges.delete(here.join());
    way = [next[0] - here[0], next[1] - here[1]];
    if (next.join() === name && (!edges.has(name) || loop.length > 2)) return loop;
    loop.push(next);
  }
}

function direction(from, to) {
  return [Math.sign(to[0] - from[0]), Math.sign(to[1] - from[1])];
}

// Leaves out corners where the outline goes straight on.
function simplified(loop) {
  return loop.filter((here, at) => {
    const before = loop.at(at - 1);
    const after = loop[(at + 1) % loop.length];
    return direction(before, here).join() !== direction(here, after).join();
  });
}

// Writes the path of an outline: cells are `size` wide, the shape keeps `gap` from its cells' borders.
export function outline(cells, size, gap, radius) {
  return loopsOf(cells).map((loop) => roundedLoop(insetLoop(loop, size, gap), radius)).join(" ");
}

function insetLoop(loop, size, gap) {
  return loop.map((here, at) => {
    const [ax, ay] = direction(loop.at(at - 1), here);
    const [bx, by] = direction(here, loop[(at + 1) % loop.length]);
    return [here[0] * size + gap * (-ay - by), here[1] * size + gap * (ax + bx)];
  });
}

function roundedLoop(loop, radius) {
  const parts = loop.map((here, at) => {
    const before = loop.at(at - 1);
    const after = loop[(at + 1) % loop.length];
    const [a, b] = [before, after].map((other) => Math.hypot(other[0] - here[0], other[1] - here[1]));
    const round = Math.min(radius, a / 2, b / 2);
    const [inX, inY] = direction(before, here);
    const [outX, outY] = direction(here, after);
    const from = `${here[0] - inX * round} ${here[1] - inY * round}`;
    const to = `${here[0] + outX * round} ${here[1] + outY * round}`;
    return `${at ? "L" : "M"}${from} Q${here[0]} ${here[1]} ${to}`;
  });
  return `${parts.join(" ")} Z`;
}
