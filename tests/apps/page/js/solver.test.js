import assert from "node:assert/strict";
import { test } from "node:test";

import { groupsOf, TileSearch } from "../../../../slidefront/apps/page/js/ida.js";
import { scrambled } from "../../../../slidefront/apps/page/js/problems.js";
import { distances, tiles } from "./boards.js";

const fifteen = tiles(4, 4);
const searchOfFifteen = new TileSearch(4, 4, fifteen.home); // which takes a second to make

let state = 1;
const random = () => {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return state / 4294967296;
};

function play(rules, board, ways) {
  return [...ways].reduce((now, way) => rules.moves(now).find((one) => one.way === way).after, board);
}

for (const [rows, columns] of [[1, 4], [2, 3], [3, 2], [2, 4]]) {
  test(`solutions of ${rows} x ${columns} are as short as a plain search says, from every board`, () => {
    const rules = tiles(rows, columns);
    const search = new TileSearch(rows, columns, rules.home);
    const all = [...distances(rules, rules.home)];
    for (const [text, distance] of all.filter((_, at) => at % Math.ceil(all.length / 400) === 0)) {
      const board = rules.parse(text);
      const ways = search.solve(board);
      assert.equal(ways.length, distance, text);
      assert.ok(rules.solved(play(rules, board, ways)));
    }
  });
}

test("the bound is never more than the distance", () => {
  const rules = tiles(2, 4);
  const search = new TileSearch(2, 4, rules.home);
  for (const [text, distance] of distances(rules, rules.home)) {
    assert.ok(search.bound(rules.parse(text)) <= distance, text);
  }
});

test("a goal with the hole elsewhere is solved as well", () => {
  const rules = tiles(2, 4);
  const goal = rules.parse("123_4567");
  const search = new TileSearch(2, 4, goal);
  const far = distances(rules, goal);
  for (let number = 0; number < 20; number++) {
    const board = scrambled(rules, goal, 60, random);
    assert.equal(search.solve(board).length, far.get(rules.text(board)));
  }
});

test("boards that cannot be solved are told at once", () => {
  const row = tiles(1, 4);
  assert.equal(searchOfFifteen.solve(fifteen.parse("123456789abcdfe_")), null);
  assert.equal(new TileSearch(1, 4, row.home).solve(row.parse("213_")), null);
});

test("15-puzzles are solved, and from each board on the way the rest is as short", () => {
  assert.equal(searchOfFifteen.solve(fifteen.parse("1234567_9ab8defc")).length, 2);
  const board = scrambled(fifteen, fifteen.home, 120, random);
  const ways = searchOfFifteen.solve(board);
  assert.ok(fifteen.solved(play(fifteen, board, ways)));
  [5, 10].forEach((made) => {
    assert.equal(searchOfFifteen.solve(play(fifteen, board, ways.slice(0, made))).length, ways.length - made);
  });
});

test("groups hold each tile once, five at most", () => {
  for (const [rows, columns] of [[4, 4], [3, 5], [2, 2]]) {
    const goal = tiles(rows, columns).home;
    const groups = groupsOf(rows, columns, goal);
    assert.deepEqual(groups.flat().sort((a, b) => a - b), goal.filter(Boolean));
    assert.ok(groups.every((group) => group.length <= 5));
  }
});
