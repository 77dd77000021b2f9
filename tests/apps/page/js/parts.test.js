import assert from "node:assert/strict";
import { test } from "node:test";

import { nearestOnRails, railsOf } from "../../../../slidefront/apps/page/js/board_blocks.js";
import { neighbourTowards } from "../../../../slidefront/apps/page/js/board_graph.js";
import { slidesOf, wayOf } from "../../../../slidefront/apps/page/js/board_tiles.js";
import { heights, wordsOf } from "../../../../slidefront/apps/page/js/chart.js";
import { Game } from "../../../../slidefront/apps/page/js/game.js";
import { aboutProblem, chosenProblems, scrambled } from "../../../../slidefront/apps/page/js/problems.js";
import { hashOf, readHash, shareText } from "../../../../slidefront/apps/page/js/share.js";
import { DistanceTable } from "../../../../slidefront/apps/page/js/distances.js";
import { pick, project, turned, UPRIGHT } from "../../../../slidefront/apps/page/js/graph3d.js";
import { Memory } from "../../../../slidefront/apps/page/js/memory.js";
import { exitOf } from "../../../../slidefront/apps/page/js/picture.js";
import { winWords } from "../../../../slidefront/apps/page/js/win.js";
import { blocks, distances, line, tiles } from "./boards.js";

test("a block follows the pointer round a corner", () => {
  const rules = blocks("move");
  const board = rules.parse("AB./.C.");
  const rails = railsOf(rules, board, 1);
  assert.deepEqual([...rails.paths], [[2, "R"], [5, "RD"], [1, ""]]);
  const near = nearestOnRails(rules, rails, [190, 90]);
  assert.deepEqual(near, { away: 10, point: [200, 90], place: 5 });
  assert.equal(nearestOnRails(rules, rails, [120, 20]).place, 1);
  assert.deepEqual(nearestOnRails(rules, rails, [-50, 10]).point, [100, 0]);
});

test("a tile takes those between it and the hole along", () => {
  const rules = tiles(3, 3);
  const [slide] = slidesOf(rules, rules.home, 6);
  assert.deepEqual(slide.steps, [{ what: "8", way: "R" }, { what: "7", way: "R" }]);
  assert.deepEqual([...slide.carried], [[7, 8], [6, 7]]);
  assert.deepEqual(slidesOf(rules, rules.home, 0), []);
});

test("an arrow leads the mover to the neighbour that lies there", () => {
  const rules = line();
  assert.equal(neighbourTowards(rules, 1, [1, 0]), 2);
  assert.equal(neighbourTowards(rules, 1, [-1, 0.2]), 0);
  assert.equal(neighbourTowards(rules, 1, [0, 1]), -1);
  assert.deepEqual([wayOf([9, 2]), wayOf([-9, 2]), wayOf([1, 2]), wayOf([1, -2])], ["R", "L", "D", "U"]);
});

test("a link brings board and moves back, for each kind of puzzle", () => {
  for (const [rules, steps] of [
    [tiles(3, 3), [{ what: "8", way: "R" }, { what: "5", way: "D" }]],
    [line(), [{ what: "A", way: "1" }, { what: "A", way: "2" }]],
    [blocks("move"), [{ what: "B", way: "R" }, { what: "B", way: "D" }, { what: "A", way: "R" }]],
  ]) {
    const game = new Game(rules);
    game.play(steps);
    const found = readHash(hashOf(game), rules);
    assert.deepEqual(found, { board: rules.home, steps });
    assert.ok(shareText(game, "T", "L").startsWith(`T\n${rules.text(rules.home)}\n`));
  }
});

test("a link that names no board of the puzzle, or moves that are not legal, does no harm", () => {
  const rules = tiles(3, 3);
  for (const hash of ["", "#board=xyz", "#moves=L", "#board=%3Cscript%3E", "#board=112345678"]) {
    assert.equal(readHash(hash, rules), null);
  }
  assert.deepEqual(readHash("#board=12345678_&moves=RLLL", rules).steps.length, 2);
  assert.equal(readHash("#board=AB./.C.&moves=9D__proto__", blocks("move")).steps.length, 0);
});

test("problems are kept by length and put in order", () => {
  const problems = [{ length: 9, astray: 0.5 }, { length: 3, astray: 0.1 }, { length: 5, astray: 0.9 }];
  const by = (name, from = 0) => chosenProblems(problems, { from, to: 9, by: name }).map(({ length }) => length);
  assert.deepEqual(by("length"), [3, 5, 9]);
  assert.deepEqual(by("-length", 4), [9, 5]);
  assert.deepEqual(by("-astray"), [5, 9, 3]);
  assert.equal(aboutProblem({ length: 1, solutions: 1, astray: 0.25 }), "1 move · 1 solution · some detours");
});

test("a scrambled board is one that moves lead to", () => {
  const rules = tiles(2, 3);
  assert.ok(distances(rules, rules.home).has(rules.text(scrambled(rules, rules.home, 50))));
});

test("a table tells distances and shortest solutions", () => {
  const rules = blocks("move");
  const goals = [...distances(rules, rules.home).keys()].filter((text) => rules.solved(rules.parse(text)));
  const far = new Map();
  for (const goal of goals) {
    for (const [text, distance] of distances(rules, rules.parse(goal))) {
      const key = rules.key(rules.parse(text));
      far.set(key, Math.min(distance, far.get(key) ?? Infinity));
    }
  }
  const keys = BigUint64Array.from([...far.keys()]).sort();
  const table = new DistanceTable(rules, keys, Uint16Array.from(keys, (key) => far.get(key)), Math.max(...far.values()));
  const solution = table.solution(rules.home);
  assert.equal(solution.length, table.distance(rules.home));
  assert.ok(rules.solved(solution.at(-1).after));
  assert.equal(table.find(rules.parse("AB./.C.")) >= 0, true);
  assert.equal(rules.text(rules.fromKey(rules.key(rules.home))), rules.text(rules.home));
  assert.ok(rules.solved(table.boardAt(0)));
  assert.equal(table.distance(table.boardAt(2)), 2);
  assert.equal(table.boardAt(1000), null);
});

test("the chart counts and scales", () => {
  assert.deepEqual(heights([1, 0, 4]), [0.25, 0, 1]);
  assert.ok(heights([1, 1000])[0] > 0.005);
  assert.equal(wordsOf({ counts: [1, 1234], from: "goal" }, 1), "1,234 positions are 1 move from the goal");
});

test("a turn keeps lengths, and the point in front is picked", () => {
  const turn = turned(UPRIGHT, 0.7, -0.4);
  const length = Math.hypot(...[0, 1, 2].map((row) => turn[3 * row] * 0.3 + turn[3 * row + 1] * 0.4));
  assert.ok(Math.abs(length - 0.5) < 1e-12);
  const places = Float32Array.from([0, 0, -0.5, 0, 0, 0.5, 0.6, 0, 0]);
  const view = { turn: UPRIGHT, zoom: 1, shift: [0.1, 0] };
  assert.equal(pick(places, view, [0.1, 0], 0.05), 1);
  const [x, y] = project(view, 0.6, 0, 0);
  assert.equal(pick(places, view, [x, y], 0.05), 2);
  assert.equal(pick(places, view, [-0.9, 0.9], 0.05), -1);
});

test("the best solutions are remembered, and a storage that refuses does no harm", () => {
  const rules = tiles(3, 3);
  const kept = new Map();
  const storage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => kept.set(key, text) };
  const memory = new Memory(rules, storage);
  for (const [moves, helped] of [[9, true], [12, false], [14, false], [8, true]]) memory.record(rules.home, { moves, helped });
  assert.deepEqual(new Memory(rules, storage).best(rules.home), { moves: 12, helped: false });
  assert.equal(new Memory(tiles(2, 3), storage).best(tiles(2, 3).home), undefined);
  const refuse = () => { throw new Error("refused"); };
  for (const bad of [null, { getItem: refuse, setItem: refuse }, { getItem: () => '[["x",1],3]', setItem: refuse }]) {
    const forgetful = new Memory(rules, bad);
    forgetful.record(rules.home, { moves: 3, helped: false });
    assert.equal(forgetful.best(rules.home).moves, 3);
  }
});

test("winning says whether the solution was shortest", () => {
  assert.deepEqual(winWords({ moves: 1, optimum: 1, helped: false }), ["Perfect!", "Solved in 1 move: no solution is shorter."]);
  assert.deepEqual(winWords({ moves: 9, optimum: 5, helped: false }), ["Solved!", "Solved in 9 moves. The shortest solution has 5."]);
  assert.deepEqual(winWords({ moves: 9, optimum: null, helped: true }), ["Solved with help", "Solved in 9 moves."]);
});

test("an exit is drawn where the one piece of the goal has to leave the board", () => {
  const exitAt = (goal, ways) => {
    const rules = blocks("move");
    rules.pieces[0].ways = ways;
    rules.description.goal = goal;
    return exitOf(rules);
  };
  assert.deepEqual(exitAt([["A", 2]], "LR"), { side: "R", first: 0, last: 0 });
  assert.deepEqual(exitAt([["A", 4]], "UDLR"), { side: "D", first: 1, last: 1 });
  assert.equal(exitAt([["A", 5]], "UDLR"), null); // a corner
  assert.equal(exitAt([["A", 2], ["B", 5]], "LR"), null);
});
