// Explores a puzzle that is drawn: how many boards it has, how far each is from the goal, and which are hardest.

import { rulesOf } from "./rules.js";
import { BoardList, fieldsOf, PieceCoder, TwoWay } from "./twoway.js";

const MOST_SHOWN = 6;

// Whether two words hold a board, as `PieceCoder` puts it into them.
export function fitsWords(description) {
  const { rows, columns, classes } = description;
  return classes.length > 0 && rows * columns <= 64 && fieldsOf(description) !== null;
}

// Returns the board count (null if there are more than `most`), the length of a shortest solution (null if there is none,
// undefined if that is not known), the boards at each distance, and some of the hardest boards.
export function explorePuzzle(description, most) {
  if (!fitsWords(description)) return { boards: null };
  const rules = rulesOf(description);
  const coder = new PieceCoder(rules);
  const list = new BoardList();
  list.add(...coder.words(rules.home));
  for (let at = 0; at < list.size; at++) {
    const count = coder.expand(list.high[at], list.low[at]);
    for (let near = 0; near < count; near++) list.add(coder.nearHigh[near], coder.nearLow[near]);
    if (list.size > most) return { boards: null, length: shortest(rules, coder, most) };
  }
  const hasGoal = description.goal.length > 0;
  const starts = [];
  for (let at = 0; at < list.size; at++) if (hasGoal ? coder.solved(list.high[at], list.low[at]) : at === 0) starts.push(at);
  const { distance, order } = distancesFrom(starts, list, coder);
  const counts = [];
  for (const at of order) counts[distance[at]] = (counts[distance[at]] ?? 0) + 1;
  const last = counts.length - 1;
  const hardest = order.filter((at) => distance[at] === last).slice(0, MOST_SHOWN);
  const text = (at) => rules.text(rules.fromKey(coder.key(list.high[at], list.low[at])));
  const length = hasGoal ? (distance[0] < 0 ? null : distance[0]) : undefined;
  return { boards: list.size, length, counts, hardest: hardest.map((at) => ({ board: text(at), distance: last })) };
}

function distancesFrom(starts, list, coder) {
  const distance = new Int32Array(list.size).fill(-1);
  const order = [...starts];
  for (const at of starts) distance[at] = 0;
  for (let next = 0; next < order.length; next++) {
    const at = order[next];
    const count = coder.expand(list.high[at], list.low[at]);
    for (let near = 0; near < count; near++) {
      const to = list.find(coder.nearHigh[near], coder.nearLow[near]);
      if (distance[to] >= 0) continue;
      distance[to] = distance[at] + 1;
      order.push(to);
    }
  }
  return { distance, order };
}

function shortest(rules, coder, most) {
  if (!rules.description.goal.length) return undefined;
  const keys = new TwoWay(coder, { near: most, far: 4 * most }).solve(rules.home);
  return keys && keys.length;
}

