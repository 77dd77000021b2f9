// Says of boards what the JavaScript rules say of them, for a comparison with Python: reads
// lines of JSON, writes lines of JSON.

import { createInterface } from "node:readline";

import { readTable, unpack, unpackAscending } from "../../../slidefront/apps/page/js/distances.js";
import { rulesOf } from "../../../slidefront/apps/page/js/rules.js";
import { describeSketch, readSketch, SketchError, sketchToml } from "../../../slidefront/apps/page/js/editor_puzzle.js";
import { explorePuzzle } from "../../../slidefront/apps/page/js/editor_search.js";
import { playData, sketchOutlines } from "../../../slidefront/apps/page/js/editor_shapes.js";
import { countMoves, Game, movesAlong, movesTo } from "../../../slidefront/apps/page/js/game.js";
import { searchOf } from "../../../slidefront/apps/page/js/searches.js";
import { hashOf, readHash, shareText } from "../../../slidefront/apps/page/js/share.js";



const tasks = {
  sketch({ text, palette }) {
    const sketch = readSketch(text);
    const written = sketchToml(sketch);
    const description = describeSketch(sketch);
    const again = sketchToml(readSketch(written));
    return { description, written, again, outlines: sketchOutlines(sketch), play: playData(sketch, palette) };
  },
  wrongSketch({ text }) {
    try {
      describeSketch(readSketch(text));
    } catch (error) {
      if (error instanceof SketchError) return error.message;
      throw error;
    }
    return null;
  },
  explored({ text, most }) {
    return explorePuzzle(describeSketch(readSketch(text)), most);
  },
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
  async arrays({ keys, numbers }) {
    return {
      keys: Array.from(await unpackAscending(keys, BigUint64Array), String),
      numbers: Array.from(await unpack(numbers, Uint32Array)),
    };
  },
  // Plays a route in a game as the solution player does, then step by step, and reads it from a link.
  replayed({ rules, board, route }) {
    return played(rules, rules.parse(board), movesAlong(rules, rules.parse(board), route));
  },
  // Solves boards as the page does, with a table or else by the worker's search, and plays what is found.
  async solve({ rules, boards, most, space, algorithm }) {
    const table = space && (await readTable(rules, space, []));
    if (!table && algorithm === null) return null;
    const search = table ? null : searchOf(rules, algorithm, most && { near: most, far: most });
    return boards.map((text) => {
      const board = rules.parse(text);
      if (table) return played(rules, board, table.solution(board));
      const keys = search.solve(board);
      return keys ? played(rules, board, movesTo(rules, board, keys)) : null;
    });
  },
};

function played(rules, board, moves) {
  const game = new Game(rules, board);
  game.rewrite(0, moves);
  const stepped = new Game(rules, board);
  const legal = game.steps.every((step) => stepped.play([step]));
  const link = readHash(hashOf(game), rules);
  const linked = link.steps.length === game.steps.length && link.steps.every((step) => game.rules.step(link.board, step) && (link.board = game.rules.step(link.board, step)));
  return {
    moves: moves.length,
    count: countMoves(game.steps, rules),
    solved: game.solved && stepped.solved,
    legal,
    linked: linked && rules.solved(link.board),
    shared: shareText(game, "A title", "file:///page.html#board=1"),
  };
}

// A line of JSON is a task, and the answer is one too.
for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  const rules = asked.description ? rulesOf(asked.description) : null;
  process.stdout.write(`${JSON.stringify(await tasks[asked.task]({ ...asked, rules }))}\n`);
}
