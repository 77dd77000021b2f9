// Reads the arrays that travel in the page: base64, deflated, integers as bytes of seven bits.

export async function inflate(text) {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = letters.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Keys as differences of neighbours: each key is the one before and a number in bytes of seven bits, the lowest first.
export function decodeKeys(bytes, count) {
  const keys = new BigUint64Array(count);
  const halves = new Uint32Array(keys.buffer);
  let [low, high, at] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    let [shift, addLow, addHigh] = [1, 0, 0];
    for (let power = 0; ; power++) {
      const byte = bytes[at++];
      if (power < 4) {
        addLow += (byte & 127) * shift;
        shift *= 128;
      } else if (power === 4) {
        addLow += (byte & 15) * shift;
        addHigh += (byte & 127) >> 4;
        shift = 8;
      } else {
        addHigh += (byte & 127) * shift;
        shift *= 128;
      }
      if (byte < 128) break;
    }
    low += addLow;
    high += addHigh + (low >= 4294967296 ? 1 : 0);
    low %= 4294967296;
    halves[2 * i] = low;
    halves[2 * i + 1] = high;
  }
  return keys;
}

export function decodeNumbers(bytes, count) {
  const numbers = new Uint32Array(count);
  let at = 0;
  for (let i = 0; i < count; i++) {
    let [number, shift, byte] = [0, 1, 128];
    while (byte >= 128) {
      byte = bytes[at++];
      number += (byte & 127) * shift;
      shift *= 128;
    }
    numbers[i] = number;
  }
  return numbers;
}

// Distances, a byte each, or two where one does not do: all low bytes, then all high ones.
export function decodeDistances(bytes, count) {
  const wide = bytes.length === 2 * count;
  return Uint16Array.from({ length: count }, (_, i) => bytes[i] + (wide ? 256 * bytes[count + i] : 0));
}
