// Rules of any puzzle that the page can play, from its description.

import { BlockRules } from "./rules_blocks.js";
import { TransferRules } from "./rules_transfer.js";

export function rulesOf(description) {
  const family = { transfer: TransferRules, blocks: BlockRules }[description.family];
  if (!family) throw new Error(`a puzzle of the family ${description.family} cannot be played here`);
  return new family(description);
}
