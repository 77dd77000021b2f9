// The worker: solves boards while the page stays usable.

import { rulesOf } from "./rules.js";
import { searchOf } from "./searches.js";

let search = null;

self.onmessage = ({ data }) => {
  const { algorithm, description, board, id } = data;
  const keys = found(() => {
    search ??= searchOf(rulesOf(description), algorithm);
    return search.solve(board, (limit) => self.postMessage({ id, limit }));
  });
  self.postMessage({ id, done: true, keys });
};

// What a search finds; nothing where this device has not enough memory for it.
function found(solve) {
  try {
    return solve();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
