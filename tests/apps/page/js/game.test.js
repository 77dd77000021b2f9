import assert from "node:assert/strict";
import { test } from "node:test";

import { countMoves, Game, movesText } from "../../../../slidefront/apps/page/js/game.js";
import { blocks, tiles } from "./boards.js";

const steps = (text) => text.split(" ").map((step) => ({ what: step[0], way: step[1] }));

test("each metric counts moves as Python does", () => {
  const made = steps("CL BD BR AR AR");
  assert.equal(countMoves(made, blocks("step")), 5);
  assert.equal(countMoves(made, blocks("slide")), 4);
  assert.equal(countMoves(made, blocks("move")), 3);
});

test("a piece that comes back has not moved, and moves around it are one", () => {
  assert.equal(countMoves(steps("BD BU"), blocks("move")), 0);
  assert.equal(countMoves(steps("AD BR BL AU"), blocks("move")), 0);
  assert.equal(countMoves(steps("BD BU"), blocks("step")), 2);
});

test("undo and redo take entries back and make them again", () => {
  const game = new Game(tiles(3, 3));
  game.play(steps("8R"));
  game.play(steps("7R"));
  assert.equal(game.rules.text(game.board), "123456_78");
  assert.equal(game.count, 2);
  game.undo();
  assert.equal(game.rules.text(game.board), "1234567_8");
  game.redo();
  assert.equal(game.count, 2);
  game.undo();
  game.play(steps("5D"));
  assert.equal(game.undone.length, 0);
});

test("a step that is not legal changes nothing", () => {
  const game = new Game(tiles(3, 3));
  let heard = 0;
  game.addEventListener("change", () => (heard += 1));
  assert.equal(game.play(steps("8R 5U")), false);
  assert.equal(game.rules.text(game.board), "12345678_");
  assert.equal(heard, 0);
});

test("from another board the moves are counted anew", () => {
  const game = new Game(tiles(3, 3));
  game.play(steps("8R"));
  game.begin(game.rules.parse("_12345678"));
  assert.equal(game.count, 0);
  game.play(steps("1L"));
  assert.equal(game.count, 1);
  assert.deepEqual(game.path.map((board) => game.rules.text(board)), ["_12345678", "1_2345678"]);
});

test("the player writes the moves of a solution over those after an entry", () => {
  const game = new Game(tiles(3, 3));
  game.play(steps("8R"));
  game.rewrite(1, steps("7R"));
  assert.equal(game.rules.text(game.board), "123456_78");
  game.rewrite(1, []);
  assert.equal(game.rules.text(game.board), "1234567_8");
  game.rewrite(0, []);
  assert.equal(game.rules.text(game.board), "12345678_");
});

test("the goal of a block puzzle is met by any piece of its class", () => {
  const rules = blocks("move");
  assert.equal(rules.solved(rules.parse("A../.CB")), true);
  assert.equal(rules.solved(rules.parse("B../.CA")), true);
  assert.equal(rules.solved(rules.parse("AB./..C")), false);
});

test("moves are written as people share them", () => {
  assert.equal(movesText(steps("CL BD BR"), blocks("move")), "C L, B DR");
  assert.equal(movesText(steps("8R 7R"), tiles(3, 3)), "8 R, 7 R");
});
