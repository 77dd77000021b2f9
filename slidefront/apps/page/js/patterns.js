// Pattern databases: for a few tiles, how many of their own moves they need at least from wherever they stand, other
// tiles being all alike. Groups that share no tile may be added up. A table is addressed by the cells of the tiles,
// four bits each, and is made here in about a tenth of a second by a search from the goal.

export const GROUP = 5;

// Cuts the tiles into groups of neighbours: the cells of the goal in a winding line, five at a time.
export function groupsOf(rows, columns, goal) {
  const line = [];
  for (let row = 0; row < rows; row++) {
    for (let at = 0; at < columns; at++) line.push(goal[row * columns + (row % 2 ? columns - 1 - at : at)]);
  }
  const tiles = line.filter((label) => label > 0);
  const groups = [];
  for (let first = 0; first < tiles.length; first += GROUP) groups.push(tiles.slice(first, first + GROUP));
  return groups;
}

export class Pattern {
  constructor(rows, columns, goalCell, tiles) {
    this.tiles = tiles;
    this.masks(rows, columns);
    this.distance = new Uint8Array(1 << (4 * tiles.length));
    this.visited = new Uint16Array(this.distance.length);
    this.search(goalCell);
    this.visited = null;
  }

  masks(rows, columns) {
    const cells = rows * columns;
    this.columns = columns;
    this.all = (1 << cells) - 1;
    this.notFirst = 0;
    this.notLast = 0;
    for (let cell = 0; cell < cells; cell++) {
      if (cell % columns > 0) this.notFirst |= 1 << cell;
      if (cell % columns < columns - 1) this.notLast |= 1 << cell;
    }
  }

  near(mask) {
    const across = ((mask & this.notLast) << 1) | ((mask & this.notFirst) >> 1);
    return ((mask << this.columns) | (mask >> this.columns) | across) & this.all;
  }

  // All cells that the hole can come to past tiles that are alike.
  region(hole, taken) {
    let [region, grown] = [0, hole];
    while (grown !== region) {
      region = grown;
      grown |= this.near(region) & ~taken;
    }
    return region;
  }

  search(goalCell) {
    let first = 0;
    this.tiles.forEach((tile, slot) => (first |= goalCell[tile] << (4 * slot)));
    let layer = [first, 1 << goalCell[0]];
    for (let depth = 0; layer.length > 0; depth++) {
      const after = [];
      for (let at = 0; at < layer.length; at += 2) this.expand(layer[at], layer[at + 1], depth, after);
      layer = after;
    }
  }

  expand(index, hole, depth, after) {
    const { visited } = this;
    if (visited[index] & hole) return;
    let taken = 0;
    for (let slot = 0; slot < this.tiles.length; slot++) taken |= 1 << ((index >> (4 * slot)) & 15);
    const region = this.region(hole, taken);
    if (visited[index] === 0) this.distance[index] = depth;
    visited[index] |= region;
    for (let slot = 0; slot < this.tiles.length; slot++) {
      const cell = (index >> (4 * slot)) & 15;
      for (let ways = this.near(1 << cell) & region; ways; ways &= ways - 1) {
        const to = 31 - Math.clz32(ways & -ways);
        const next = index ^ ((cell ^ to) << (4 * slot));
        if (!(visited[next] & (1 << cell))) after.push(next, 1 << cell);
      }
    }
  }
}
