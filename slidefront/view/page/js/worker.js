// The worker: solves tile boards and graphs while the page stays usable.

import { TileSearch } from "./ida.js";
import { TwoWay } from "./twoway.js";

let search = null;

self.onmessage = ({ data }) => {
  const { algorithm, description, board, id } = data;
  search ??=
    algorithm === "ida" ? new TileSearch(description.rows, description.columns, description.goal) : new TwoWay(description);
  const ways = search.solve(board, (limit) => self.postMessage({ id, limit }));
  self.postMessage({ id, done: true, ways });
};
