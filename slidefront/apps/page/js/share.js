// The position as a link, and as a text that people can send.

import { movesText } from "./game.js";
import { byId, counted } from "./svg.js";

// Writes steps in few letters: ways on tile boards, vertices on graphs, the number of the piece and its way of blocks.
// Each is one step, whatever the metric, so that the way tells which tiles it takes.
export function encodeSteps(steps, rules) {
  if (rules.kind === "blocks") return steps.map(({ what, way }) => `${rules.index.get(what)}${way}`).join("");
  return steps.map(({ way }) => way).join(rules.kind === "graph" ? "." : "");
}

export function decodeSteps(text, rules) {
  if (rules.kind === "blocks") {
    const found = [...text.matchAll(/(\d+)([UDLR])/g)];
    return found.map(([, piece, way]) => ({ what: rules.pieces[Number(piece)]?.name, way }));
  }
  const ways = rules.kind === "graph" ? text.split(".").filter(Boolean) : [...text];
  return ways.map((way) => ({ what: "", way }));
}

export function hashOf(game) {
  const fields = [`board=${encodeURIComponent(game.rules.text(game.start))}`];
  if (game.steps.length) fields.push(`moves=${encodeSteps(game.steps, game.rules)}`);
  return `#${fields.join("&")}`;
}

// Reads a link: the board that it begins with and the steps after it; null where it names no board of this puzzle.
export function readHash(hash, rules) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const board = fields.has("board") ? rules.parse(fields.get("board")) : null;
  if (board === null) return null;
  const steps = [];
  let now = board;
  for (const { way, what } of decodeSteps(fields.get("moves") ?? "", rules)) {
    const step = rules.kind === "blocks" ? { what, way } : rules.stepTowards(now, way);
    const after = step && rules.step(now, step);
    if (!after) return { board, steps };
    steps.push({ what: step.what, way });
    now = after;
  }
  return { board, steps };
}

export function shareText(game, title, link) {
  const lines = [title, game.rules.text(game.start)];
  if (game.steps.length) lines.push(`${counted(game.count)}: ${movesText(game.steps, game.rules)}`);
  return [...lines, link].join("\n");
}

// Shows a text for people to copy.
export function showText(text) {
  byId("shared-text").value = text;
  byId("shared").showModal();
  byId("shared-text").select();
}
