// Says of boards what the JavaScript rules say of them, for a comparison with Python: reads JSON, writes JSON.

import { readFileSync } from "node:fs";

import { decodeDistances, decodeKeys, decodeNumbers, inflate } from "../../../slidefront/view/page/js/coding.js";
import { TileSearch } from "../../../slidefront/view/page/js/ida.js";
import { rulesOf } from "../../../slidefront/view/page/js/rules.js";
import { readTable } from "../../../slidefront/view/page/js/ranked.js";
import { workerAlgorithm } from "../../../slidefront/view/page/js/solver.js";
import { TwoWay } from "../../../slidefront/view/page/js/twoway.js";

const tasks = {
  boards({ rules, boards }) {
    return boards.map((text) => {
      const board = rules.parse(text);
      const moves = rules.moves(board).map(({ what, way, after }) => [what, way, String(rules.key(after))]);
      const again = rules.text(rules.fromKey(rules.key(board)));
      return { text: rules.text(board), key: String(rules.key(board)), solved: rules.solved(board), moves, again };
    });
  },
  refused({ rules, boards }) {
    return boards.map((text) => rules.parse(text) === null);
  },
  async table({ rules, space, boards }) {
    const table = await readTable(rules, space, []);
    return boards.map((text) => {
      const board = rules.parse(text);
      const moves = table.solution(board);
      return { distance: table.distance(board), moves: moves.length, solved: moves.length ? rules.solved(moves.at(-1).after) : null };
    });
  },
  async drawn({ rules, space, hardest, distances }) {
    const table = await readTable(rules, space, hardest.map((text) => rules.parse(text)));
    return distances.map((distance) => table.distance(table.boardAt(distance)));
  },
  async arrays({ keys, numbers, distances }) {
    return {
      keys: Array.from(decodeKeys(await inflate(keys.text), keys.count), String),
      numbers: Array.from(decodeNumbers(await inflate(numbers.text), numbers.count)),
      distances: Array.from(decodeDistances(await inflate(distances.text), distances.count)),
    };
  },
  solve({ rules, boards, most }) {
    const { rows, columns, goal } = rules.description;
    const search = workerAlgorithm(rules) === "ida" ? new TileSearch(rows, columns, goal) : new TwoWay(rules.description, most);
    return boards.map((text) => search.solve(rules.parse(text))?.length ?? null);
  },
};

const asked = JSON.parse(readFileSync(0, "utf8"));
const rules = asked.description ? rulesOf(asked.description) : null;
process.stdout.write(JSON.stringify(await tasks[asked.task]({ ...asked, rules })));
