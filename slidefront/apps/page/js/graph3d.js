// The map of all boards: every board a point, every move a line, drawn by WebGL. It turns, zooms, and reports the point
// that a pointer is on. Until somebody zooms, it fills its canvas from whatever side it is seen.

import { quiet } from "./svg.js";

// Three rows of three numbers, which turn points as they are.
export const UPRIGHT = [1, 0, 0, 0, 1, 0, 0, 0, 1];

function multiply(a, b) {
  return a.map((_, at) => [0, 1, 2].reduce((sum, k) => sum + a[at - (at % 3) + k] * b[3 * k + (at % 3)], 0));
}

// Turns further about the upright axis and about the one from left to right, by angles.
export function turned(turn, right, down) {
  const [cr, sr, cd, sd] = [Math.cos(right), Math.sin(right), Math.cos(down), Math.sin(down)];
  const aboutUpright = [cr, 0, sr, 0, 1, 0, -sr, 0, cr];
  const aboutLevel = [1, 0, 0, 0, cd, -sd, 0, sd, cd];
  return multiply(aboutLevel, multiply(aboutUpright, turn));
}

export const EYE = 3.2; // how far the eye is from the middle, in half widths of the graph
const LENS = 2.95;

// Where a point is on the canvas: x and y, from -1 to 1 in the shorter direction, and how far it is from the eye. A view
// has a turn, a zoom, and the place of the middle of the graph.
export function project({ turn, zoom, shift = [0, 0] }, x, y, z) {
  const far = EYE - (turn[6] * x + turn[7] * y + turn[8] * z);
  const scale = (zoom * LENS) / Math.max(far, 0.05);
  const across = turn[0] * x + turn[1] * y + turn[2] * z;
  const up = turn[3] * x + turn[4] * y + turn[5] * z;
  return [across * scale + shift[0], up * scale + shift[1], far];
}

// The zoom and the shift with which points fill a canvas of some half width and half height.
export function fitted(places, turn, [halfWidth, halfHeight]) {
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let at = 0; at < places.length; at += 3) {
    const [x, y] = project({ turn, zoom: 1 }, places[at], places[at + 1], places[at + 2]);
    [left, right, low, high] = [Math.min(left, x), Math.max(right, x), Math.min(low, y), Math.max(high, y)];
  }
  const zoom = Math.min(CLOSEST, (1.84 * halfWidth) / Math.max(right - left, 0.01), (1.84 * halfHeight) / Math.max(high - low, 0.01));
  return { zoom, shift: [(-zoom * (left + right)) / 2, (-zoom * (low + high)) / 2] };
}

// The point that is nearest to a spot within a radius, the one in front where several are; -1 where none is.
export function pick(places, view, [x, y], radius) {
  let [found, best] = [-1, Infinity];
  for (let at = 0; at < places.length / 3; at++) {
    const [px, py, far] = project(view, places[3 * at], places[3 * at + 1], places[3 * at + 2]);
    if (far < 0.1) continue;
    const away = Math.hypot(px - x, py - y) / radius;
    if (away < 1 && away + far < best) [found, best] = [at, away + far];
  }
  return found;
}

// The programs that draw points and lines of the graph, and the colours that they are given.
const STOPS = 5;
// Colours are computed for each point and not for each of its pixels, which are many more.
const VERTEX = `#version 300 es
in vec3 place; in float tone;
uniform mat3 turn; uniform float zoom; uniform vec2 shift; uniform vec2 aspect; uniform float size;
uniform vec3 stops[${STOPS}]; uniform vec3 grey; uniform vec3 ground;
out vec3 colour;
void main() {
  vec3 at = turn * place;
  float far = ${EYE.toFixed(1)} - at.z;
  gl_Position = vec4((at.xy * zoom * ${LENS} + shift * far) * aspect, (far - 1.0) / 6.0 * far, far);
  gl_PointSize = clamp(size * zoom * 3.0 / far, 1.5, 64.0);
  float step = clamp(tone, 0.0, 1.0) * ${(STOPS - 1).toFixed(1)};
  int stop = min(int(step), ${STOPS - 2});
  vec3 paint = tone < -0.5 ? grey : mix(stops[stop], stops[stop + 1], step - float(stop));
  colour = mix(paint, ground, clamp((far - 2.4) / 2.6, 0.0, 0.6));
}`;
const FRAGMENT = `#version 300 es
precision mediump float;
in vec3 colour;
uniform float strength; uniform float round; uniform float soft;
out vec4 shown;
void main() {
  shown = vec4(colour, strength);
  if (round < 0.5) return;
  vec2 off = gl_PointCoord * 2.0 - 1.0;
  float away = dot(off, off);
  shown.rgb *= 1.0 - 0.18 * away;
  shown.a *= clamp((1.0 - away) * soft, 0.0, 1.0);
  if (shown.a < 0.02) discard;
}`;

function linked(gl) {
  const program = gl.createProgram();
  for (const [kind, text] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error("WebGL refuses the shaders");
  return program;
}

const SLOW = 30; // milliseconds a frame
const REST = 150;
const TILT = 0.35;
const SWAY = 0.5; // how far the graph turns by itself to either side
const AWAKE = 16000; // milliseconds that it does so
const CLOSEST = 12;

export class SpaceView {
  constructor(canvas, { places, moves, tones }, { onPick, onHover }) {
    Object.assign(this, { canvas, places, onPick, onHover, pointers: new Map(), trail: [], pace: 16, slow: false });
    this.turn = turned(UPRIGHT, 0.5, TILT);
    Object.assign(this, { spinning: !quiet(), age: 0, fits: true, zoom: 1, shift: [0, 0] });
    const gl = this.canvas.getContext("webgl2", { antialias: true, alpha: false });
    if (!gl) throw new Error("this browser offers no WebGL 2");
    this.gl = gl;
    this.program = linked(gl);
    const names = ["turn", "zoom", "shift", "aspect", "size", "stops", "grey", "ground", "strength", "round", "soft"];
    this.uniforms = Object.fromEntries(names.map((name) => [name, gl.getUniformLocation(this.program, name)]));
    this.points = gl.createVertexArray();
    gl.bindVertexArray(this.points);
    this.attribute("place", this.places, 3);
    this.attribute("tone", tones, 1);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, moves, gl.STATIC_DRAW);
    gl.bindVertexArray(null);
    this.moves = moves.length;
    this.walkPlaces = gl.createBuffer();
    this.walk = gl.createVertexArray();
    this.colours();
    this.listen();
  }

  attribute(name, values, size, buffer = this.gl.createBuffer()) {
    const { gl } = this;
    const at = gl.getAttribLocation(this.program, name);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, values, gl.STATIC_DRAW);
    gl.enableVertexAttribArray(at);
    gl.vertexAttribPointer(at, size, gl.FLOAT, false, 0, 0);
  }

  // Reads the colours of the theme from the styles of the page.
  colours() {
    const style = getComputedStyle(this.canvas);
    const read = (name) => {
      const number = Number.parseInt(style.getPropertyValue(name).trim().slice(1), 16);
      return [number >> 16, (number >> 8) & 255, number & 255].map((part) => part / 255);
    };
    this.stops = Float32Array.from([0, 1, 2, 3, 4].flatMap((number) => read(`--near-${number}`)));
    Object.assign(this, { ground: read("--space"), grey: read("--space-grey"), ink: read("--space-mark") });
    this.request();
  }

  listen() {
    const { canvas } = this;
    canvas.addEventListener("pointerdown", (event) => this.press(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.release(event));
    canvas.addEventListener("pointercancel", (event) => this.pointers.delete(event.pointerId));
    canvas.addEventListener("pointerleave", () => this.onHover(-1));
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    canvas.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.request()).observe(canvas);
    new IntersectionObserver(([entry]) => {
      this.visible = entry.isIntersecting;
      this.request();
    }).observe(canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.colours());
  }

  press(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY, gone: 0 });
    this.spinning = false;
  }

  move(event) {
    const pointer = this.pointers.get(event.pointerId);
    if (!pointer) {
      if (event.pointerType === "mouse") this.hover(event);
      return;
    }
    const before = this.spread();
    const [dx, dy] = [event.clientX - pointer.x, event.clientY - pointer.y];
    pointer.gone += Math.hypot(dx, dy);
    [pointer.x, pointer.y] = [event.clientX, event.clientY];
    const isFinger = event.pointerType === "touch";
    if (this.pointers.size === 1) this.turn = turned(this.turn, dx * 0.008, isFinger ? 0 : dy * 0.008); // a finger scrolls up and down
    else if (before > 0) {
      this.turn = turned(this.turn, 0, dy * 0.004);
      this.zoomBy(this.spread() / before);
    }
    this.request();
  }

  // How far two fingers are apart.
  spread() {
    const [one, other] = [...this.pointers.values()];
    return other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;
  }

  release(event) {
    const pointer = this.pointers.get(event.pointerId);
    this.pointers.delete(event.pointerId);
    if (!pointer || pointer.gone > 6 || this.pointers.size > 0) return;
    const found = this.under(event);
    if (found < 0) return;
    this.onPick(found);
    if (event.pointerType === "touch") this.hover(event);
  }

  under(event) {
    const box = this.canvas.getBoundingClientRect();
    const half = Math.min(box.width, box.height) / 2;
    const spot = [(event.clientX - box.left - box.width / 2) / half, (box.top + box.height / 2 - event.clientY) / half];
    return pick(this.places, this, spot, (event.pointerType === "touch" ? 24 : 10) / half);
  }

  hover(event) {
    const box = this.canvas.getBoundingClientRect();
    this.onHover(this.under(event), event.clientX - box.left, event.clientY - box.top);
  }

  // The wheel scrolls the page past the map, until somebody has clicked the map.
  wheel(event) {
    if (document.activeElement !== this.canvas && !event.ctrlKey) return;
    event.preventDefault();
    this.spinning = false;
    this.zoomBy(Math.exp(-event.deltaY * 0.0015));
  }

  key(event) {
    const step = 0.12;
    const turns = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
    const zooms = { "+": 1.2, "=": 1.2, "-": 1 / 1.2 };
    if (turns[event.key]) this.turnBy(...turns[event.key]);
    else if (zooms[event.key]) this.zoomBy(zooms[event.key]);
    else return;
    event.preventDefault();
  }

  turnBy(right, down) {
    this.spinning = false;
    this.turn = turned(this.turn, right, down);
    this.request();
  }

  zoomBy(factor) {
    const zoom = Math.max(0.2, Math.min(CLOSEST, this.zoom * factor));
    this.shift = this.shift.map((by) => (by * zoom) / this.zoom);
    Object.assign(this, { zoom, fits: false });
    this.request();
  }

  fit() {
    this.turn = turned(UPRIGHT, 0.5, TILT);
    this.fits = true;
    this.paint();
  }

  // Marks the present board and the walk that led to it, all as numbers of points.
  mark(trail) {
    this.trail = trail;
    const places = Float32Array.from(trail.flatMap((at) => [...this.places.subarray(3 * at, 3 * at + 3)]));
    const { gl } = this;
    gl.bindVertexArray(this.walk);
    this.attribute("place", places, 3, this.walkPlaces);
    gl.disableVertexAttribArray(gl.getAttribLocation(this.program, "tone"));
    gl.bindVertexArray(null);
    this.request();
  }

  request() {
    if (this.waiting || this.visible === false) return;
    this.waiting = true;
    requestAnimationFrame((time) => this.frame(time));
  }

  frame(time) {
    this.waiting = false;
    const gap = time - (this.before ?? time);
    this.before = time;
    if (this.spinning) {
      const before = this.age;
      this.age += Math.min(50, gap);
      const angle = (age) => SWAY * Math.sin((age * 2 * Math.PI) / AWAKE);
      this.turn = turned(this.turn, angle(this.age) - angle(before), 0);
      this.spinning = this.age < AWAKE;
      this.request();
    }
    const moving = this.spinning || this.pointers.size > 0;
    if (moving && gap < 1000) this.pace = 0.8 * this.pace + 0.2 * gap;
    this.slow ||= this.pace > SLOW; // too slow to draw the lines while the graph moves: they come when it rests
    this.paint(!(moving && this.slow));
    clearTimeout(this.rest);
    if (moving && this.slow) this.rest = setTimeout(() => this.paint(), REST);
  }

  // As many pixels as the screen has; a machine that is slow gets fewer while the graph moves.
  paint(whole = true, ratio = whole ? Math.min(3, devicePixelRatio || 1) : 0.75) {
    const { gl, uniforms, canvas } = this;
    const [width, height] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    const half = Math.min(width, height) || 1;
    if (this.fits) Object.assign(this, fitted(this.places, this.turn, [width / half, height / half]));
    gl.viewport(0, 0, width, height);
    gl.clearColor(...this.ground, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.useProgram(this.program);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.uniformMatrix3fv(uniforms.turn, true, this.turn);
    this.set({ zoom: this.zoom });
    gl.uniform2f(uniforms.shift, ...this.shift);
    gl.uniform2f(uniforms.aspect, half / width, half / height);
    for (const name of ["stops", "grey", "ground"]) gl.uniform3fv(uniforms[name], this[name]);
    this.paintSpace(ratio, whole);
    this.paintWalk(ratio);
  }

  set(values) {
    for (const [name, value] of Object.entries(values)) this.gl.uniform1f(this.uniforms[name], value);
  }

  paintSpace(ratio, lines) {
    const { gl } = this;
    const count = this.places.length / 3;
    const size = ratio * Math.max(2.2, Math.min(9, 130 / Math.sqrt(count)));
    gl.bindVertexArray(this.points);
    gl.disable(gl.DEPTH_TEST);
    this.set({ round: 0, strength: 0.28 });
    if (lines) gl.drawElements(gl.LINES, this.moves, gl.UNSIGNED_INT, 0);
    gl.enable(gl.DEPTH_TEST);
    this.set({ round: 1, strength: 1, size, soft: Math.max(1.5, size / 4) });
    gl.enable(gl.SAMPLE_ALPHA_TO_COVERAGE);
    gl.drawArrays(gl.POINTS, 0, count);
    gl.disable(gl.SAMPLE_ALPHA_TO_COVERAGE);
  }

  paintWalk(ratio) {
    const { gl, uniforms } = this;
    if (!this.trail.length) return;
    gl.disable(gl.DEPTH_TEST);
    gl.bindVertexArray(this.walk);
    gl.vertexAttrib1f(gl.getAttribLocation(this.program, "tone"), -1);
    gl.uniform3fv(uniforms.ground, this.ink);
    gl.uniform3fv(uniforms.grey, this.ink);
    this.set({ round: 0 });
    gl.drawArrays(gl.LINE_STRIP, 0, this.trail.length);
    this.set({ round: 1, soft: 4, size: 3.4 * ratio });
    gl.drawArrays(gl.POINTS, 0, this.trail.length);
    for (const [size, strength] of [[15 * ratio, 0.35], [8 * ratio, 1]]) {
      this.set({ size, strength });
      gl.drawArrays(gl.POINTS, this.trail.length - 1, 1);
    }
  }

  // A PNG with twice the pixels of the screen.
  png() {
    this.paint(true, 2 * (devicePixelRatio || 1));
    return new Promise((resolve) => {
      this.canvas.toBlob(resolve, "image/png");
      this.request();
    });
  }
}
