// Explores a puzzle that is drawn: how many boards it has, how far each is from the goal, and which are hardest.

import { rulesOf } from "./rules.js";
import { addNeighbours, BoardList, fieldsOf, PieceCoder, TwoWay } from "./twoway.js";

// Whether two words hold a board, as `PieceCoder` puts it into them.
export function fitsWords(description) {
  const { rows, columns, classes } = description;
  return classes.length > 0 && rows * columns <= 64 && fieldsOf(description) !== null;
}

// Returns the board count (null if there are more than `most`), the length of a shortest solution (null if there is none,
// undefined if that is not known), the board counts at each distance, and one of the hardest boards.
export function explorePuzzle(description, most) {
  if (!fitsWords(description)) return { boards: null };
  const rules = rulesOf(description);
  const coder = new PieceCoder(rules);
  const list = new BoardList();
  list.add(...coder.words(rules.home));
  const fromStart = addLayers(coder, list, most);
  const hasGoal = description.goal.length > 0;
  if (fromStart === null) {
    const keys = hasGoal ? new TwoWay(coder, { near: most, far: 4 * most }).solve(rules.home) : undefined;
    return { boards: null, length: keys && keys.length };
  }
  const far = hasGoal ? new BoardList() : list;
  for (let at = 0; hasGoal && at < list.size; at++) if (coder.solved(list.high[at], list.low[at])) far.add(list.high[at], list.low[at]);
  const ends = hasGoal ? addLayers(coder, far, list.size) : fromStart;
  const counts = ends.slice(1).map((end, distance) => end - ends[distance]);
  const first = ends.at(-2); // of the last layer
  const hardest = counts.length ? rules.text(rules.fromKey(coder.key(far.high[first], far.low[first]))) : null;
  const home = far.find(list.high[0], list.low[0]);
  const length = home < 0 ? null : ends.findIndex((end) => home < end) - 1;
  return { boards: list.size, length: hasGoal ? length : undefined, counts, hardest };
}

// Adds all boards that moves lead to, layer by layer, and returns where the layers end; null if there are too many boards.
function addLayers(coder, boards, most) {
  const ends = [0];
  while (boards.size > ends.at(-1)) {
    ends.push(boards.size);
    if (!addNeighbours(coder, boards, ends.at(-2), ends.at(-1), most)) return null;
  }
  return ends;
}
