// The worker: solves tile boards while the page stays usable.

import { TileSearch } from "./ida.js";

let search = null;

self.onmessage = ({ data }) => {
  const { rows, columns, goal, board, id } = data;
  search ??= new TileSearch(rows, columns, goal);
  const ways = search.solve(board, (limit) => self.postMessage({ id, limit }));
  self.postMessage({ id, done: true, ways });
};
