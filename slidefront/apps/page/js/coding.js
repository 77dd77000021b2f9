// Reads the arrays that travel in the page: base64, deflated, the lowest bytes of all numbers, then the next, and so on.

export async function unpack(text, Numbers = Uint8Array) {
  const letters = atob(text);
  const packed = new Uint8Array(letters.length);
  for (let at = 0; at < packed.length; at++) packed[at] = letters.charCodeAt(at);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const size = Numbers.BYTES_PER_ELEMENT;
  const found = new Numbers(bytes.length / size);
  const places = new Uint8Array(found.buffer);
  for (let rank = 0, at = 0; rank < size; rank++) {
    for (let to = rank; to < places.length; to += size) places[to] = bytes[at++];
  }
  return found;
}

// Reads ascending numbers, which are stored as the differences of neighbours.
export async function unpackAscending(text, Numbers) {
  const found = await unpack(text, Numbers);
  for (let at = 1; at < found.length; at++) found[at] += found[at - 1];
  return found;
}
