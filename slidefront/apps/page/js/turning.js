// Turning and projecting points in three dimensions: what the picture of the graph and its tests share.

// Three rows of three numbers, which turn points as they are.
export const UPRIGHT = [1, 0, 0, 0, 1, 0, 0, 0, 1];

export function multiply(a, b) {
  const found = [];
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      found.push([0, 1, 2].reduce((sum, k) => sum + a[3 * row + k] * b[3 * k + column], 0));
    }
  }
  return found;
}

// Turns further about the upright axis and about the one from left to right, by angles.
export function turned(turn, right, down) {
  const [cr, sr, cd, sd] = [Math.cos(right), Math.sin(right), Math.cos(down), Math.sin(down)];
  const aboutUpright = [cr, 0, sr, 0, 1, 0, -sr, 0, cr];
  const aboutLevel = [1, 0, 0, 0, cd, -sd, 0, sd, cd];
  return multiply(aboutLevel, multiply(aboutUpright, turn));
}

export const EYE = 3.2; // how far the eye is from the middle, in half widths of the graph

// Where a point is on the canvas: x and y from -1 to 1 in the shorter direction, and how far it is from the eye.
export function project(turn, zoom, x, y, z) {
  const far = EYE - (turn[6] * x + turn[7] * y + turn[8] * z);
  const scale = (zoom * 2.95) / Math.max(far, 0.05);
  const across = turn[0] * x + turn[1] * y + turn[2] * z;
  const up = turn[3] * x + turn[4] * y + turn[5] * z;
  return [across * scale, up * scale, far];
}

// The point that is nearest to a spot within a radius, the one in front where several are; -1 where none is.
export function pick(places, turn, zoom, [x, y], radius) {
  let [found, best] = [-1, Infinity];
  for (let at = 0; at < places.length / 3; at++) {
    const [px, py, far] = project(turn, zoom, places[3 * at], places[3 * at + 1], places[3 * at + 2]);
    if (far < 0.1) continue;
    const away = Math.hypot(px - x, py - y) / radius;
    if (away < 1 && away + far < best) [found, best] = [at, away + far];
  }
  return found;
}
