// How the boards of a block puzzle fit into two words.

const MOST_CELLS = 64;

// Gives each class its word, its first bit and how many bits it has; null where two words are not enough.
export function fieldsOf(rules) {
  if (rules.rows * rules.columns > MOST_CELLS) return null;
  const free = [32, 32];
  const fields = rules.description.classes.map(({ places }, number) => {
    const alone = rules.members[number].length === 1;
    const bits = alone ? Math.max(1, 32 - Math.clz32(places.length - 1)) : places.length;
    const word = free.findIndex((left) => left >= bits);
    if (word < 0) return null;
    free[word] -= bits;
    return { alone, word, shift: 32 - free[word] - bits, mask: bits === 32 ? -1 : (1 << bits) - 1 };
  });
  return fields.includes(null) ? null : fields;
}
