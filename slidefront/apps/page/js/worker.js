// The worker: solves boards while the page stays usable.

import { rulesOf } from "./rules.js";
import { searchOf } from "./searches.js";

let search = null;

self.onmessage = ({ data }) => {
  const { algorithm, description, board, id } = data;
  let keys; // stays undefined if this device has too little memory for the search
  try {
    search ??= searchOf(rulesOf(description), algorithm);
    keys = search.solve(board, (limit) => self.postMessage({ id, limit }));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  self.postMessage({ id, done: true, keys });
};
