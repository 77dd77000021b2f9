// The state graph: every board a point, every move a line, drawn by WebGL. It turns, zooms, and tells which point a
// pointer is on.

import { byId, quiet } from "./svg.js";

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

// The programs that draw points and lines of the graph, and the colours that they are given.
const STOPS = 5;
// Colours are computed for each point and not for each of its pixels, which are many more.
const VERTEX = `#version 300 es
in vec3 place; in float tone;
uniform mat3 turn; uniform float zoom; uniform vec2 aspect; uniform float size;
uniform vec3 stops[${STOPS}]; uniform vec3 grey; uniform vec3 ground;
out vec3 colour;
void main() {
  vec3 at = turn * place;
  float far = ${EYE.toFixed(1)} - at.z;
  gl_Position = vec4(at.xy * zoom * 2.95 * aspect, (far - 1.0) / 6.0 * far, far);
  gl_PointSize = clamp(size * zoom * 3.0 / far, 1.5, 64.0);
  float step = clamp(tone, 0.0, 1.0) * ${(STOPS - 1).toFixed(1)};
  int stop = min(int(step), ${STOPS - 2});
  vec3 paint = tone < -0.5 ? grey : mix(stops[stop], stops[stop + 1], step - float(stop));
  colour = mix(paint, ground, clamp((far - 2.4) / 2.6, 0.0, 0.6));
}`;
const FRAGMENT = `#version 300 es
precision mediump float;
in vec3 colour;
uniform float strength; uniform float round;
out vec4 shown;
void main() {
  shown = vec4(colour, strength);
  if (round < 0.5) return;
  vec2 off = gl_PointCoord * 2.0 - 1.0;
  float away = dot(off, off);
  if (away > 1.0) discard;
  shown.rgb *= 1.0 - 0.18 * away;
}`;

export function linked(gl) {
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

export function rgb(text) {
  const number = Number.parseInt(text.trim().slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255].map((one) => one / 255);
}

const SLOW = 30; // milliseconds a frame
const REST = 150;
const TILT = 0.35;

export class SpaceView {
  constructor(canvas, { places, moves, tones }, { onPick, onHover }) {
    Object.assign(this, { canvas, places, onPick, onHover, pointers: new Map(), trail: [], pace: 16, slow: false });
    this.turn = turned(UPRIGHT, 0.5, TILT);
    this.spinning = !quiet();
    this.extent = extentOf(places);
    this.start(moves, tones);
    this.zoom = this.fitted = this.fitting();
    this.listen();
  }

  start(moves, tones) {
    const gl = this.canvas.getContext("webgl2", { antialias: false, alpha: false });
    if (!gl) throw new Error("this browser offers no WebGL 2");
    this.gl = gl;
    this.program = linked(gl);
    const names = ["turn", "zoom", "aspect", "size", "stops", "grey", "ground", "strength", "round"];
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
    const read = (name) => rgb(style.getPropertyValue(name));
    this.stops = Float32Array.from([0, 1, 2, 3, 4].flatMap((number) => read(`--near-${number}`)));
    this.ground = read("--space");
    this.grey = read("--space-grey");
    this.ink = read("--space-mark");
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
    new ResizeObserver(() => this.resized()).observe(canvas);
    new IntersectionObserver(([entry]) => {
      this.visible = entry.isIntersecting;
      this.request();
    }).observe(canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.colours());
  }

  spot(event) {
    const box = this.canvas.getBoundingClientRect();
    const half = Math.min(box.width, box.height) / 2;
    return [(event.clientX - box.left - box.width / 2) / half, (box.top + box.height / 2 - event.clientY) / half];
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
    if (this.pointers.size === 1) this.turn = turned(this.turn, dx * 0.008, dy * 0.008);
    else if (before > 0) this.zoomBy(this.spread() / before);
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
    if (found >= 0) this.onPick(found);
  }

  under(event) {
    const box = this.canvas.getBoundingClientRect();
    const radius = (event.pointerType === "touch" ? 24 : 10) / (Math.min(box.width, box.height) / 2);
    return pick(this.places, this.turn, this.zoom, this.spot(event), radius);
  }

  hover(event) {
    if (this.hovering) return;
    this.hovering = true;
    requestAnimationFrame(() => {
      this.hovering = false;
      const box = this.canvas.getBoundingClientRect();
      this.onHover(this.under(event), event.clientX - box.left, event.clientY - box.top);
    });
  }

  wheel(event) {
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
    this.zoom = Math.max(0.4, Math.min(12, this.zoom * factor));
    this.request();
  }

  // The zoom with which the graph fills the canvas, however it turns about its upright axis.
  fitting() {
    const { clientWidth, clientHeight } = this.canvas;
    const half = Math.min(clientWidth, clientHeight) || 1;
    const [across, up] = this.extent;
    return 0.95 * Math.min(clientWidth / half / across, clientHeight / half / up);
  }

  // A graph that was fitted stays fitted; one that a person has zoomed stays as it is.
  resized() {
    if (this.zoom === this.fitted) this.zoom = this.fitted = this.fitting();
    this.request();
  }

  fit() {
    this.zoom = this.fitted = this.fitting();
    this.turn = turned(UPRIGHT, 0.5, TILT);
    this.request();
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
      this.turn = turned(this.turn, Math.min(50, gap) * 0.00012, 0);
      this.request();
    }
    const moving = this.spinning || this.pointers.size > 0;
    if (moving && gap < 1000) this.pace = 0.8 * this.pace + 0.2 * gap;
    this.slow ||= this.pace > SLOW; // too slow to draw the lines while the graph moves: they come when it rests
    this.paint(!(moving && this.slow));
    clearTimeout(this.rest);
    if (moving && this.slow) this.rest = setTimeout(() => this.paint(), REST);
  }

  // More pixels than the screen has make smooth edges; a machine that is slow gets fewer while the graph moves.
  paint(whole = true) {
    const { gl, uniforms, canvas } = this;
    const ratio = whole ? Math.min(2, Math.max(1.5, devicePixelRatio || 1)) : 0.75;
    const [width, height] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    const half = Math.min(width, height);
    gl.viewport(0, 0, width, height);
    gl.clearColor(...this.ground, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.useProgram(this.program);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.uniformMatrix3fv(uniforms.turn, true, this.turn);
    gl.uniform1f(uniforms.zoom, this.zoom);
    gl.uniform2f(uniforms.aspect, half / width, half / height);
    gl.uniform3fv(uniforms.stops, this.stops);
    gl.uniform3fv(uniforms.grey, this.grey);
    gl.uniform3fv(uniforms.ground, this.ground);
    this.paintSpace(ratio * Math.max(2.2, Math.min(9, 130 / Math.sqrt(this.places.length / 3))), whole);
    this.paintWalk(ratio);
  }

  paintSpace(size, lines) {
    const { gl, uniforms } = this;
    gl.bindVertexArray(this.points);
    gl.disable(gl.DEPTH_TEST);
    gl.uniform1f(uniforms.round, 0);
    gl.uniform1f(uniforms.strength, 0.28);
    if (lines) gl.drawElements(gl.LINES, this.moves, gl.UNSIGNED_INT, 0);
    gl.enable(gl.DEPTH_TEST);
    gl.uniform1f(uniforms.round, 1);
    gl.uniform1f(uniforms.strength, 1);
    gl.uniform1f(uniforms.size, size);
    gl.drawArrays(gl.POINTS, 0, this.places.length / 3);
  }

  paintWalk(ratio) {
    const { gl, uniforms } = this;
    if (!this.trail.length) return;
    gl.disable(gl.DEPTH_TEST);
    gl.bindVertexArray(this.walk);
    gl.vertexAttrib1f(gl.getAttribLocation(this.program, "tone"), -1);
    gl.uniform3fv(uniforms.ground, this.ink);
    gl.uniform3fv(uniforms.grey, this.ink);
    gl.uniform1f(uniforms.round, 0);
    gl.drawArrays(gl.LINE_STRIP, 0, this.trail.length);
    gl.uniform1f(uniforms.round, 1);
    gl.uniform1f(uniforms.size, 3.4 * ratio);
    gl.drawArrays(gl.POINTS, 0, this.trail.length);
    gl.uniform1f(uniforms.size, 15 * ratio);
    gl.uniform1f(uniforms.strength, 0.35);
    gl.drawArrays(gl.POINTS, this.trail.length - 1, 1);
    gl.uniform1f(uniforms.size, 8 * ratio);
    gl.uniform1f(uniforms.strength, 1);
    gl.drawArrays(gl.POINTS, this.trail.length - 1, 1);
  }
}

// How far the graph goes to the sides and up and down while it turns, seen from a little above, as from 0 to 1.
function extentOf(places) {
  let [across, up] = [0.1, 0.1];
  for (let turn = 0; turn < 12; turn++) {
    const view = turned(UPRIGHT, (turn * Math.PI) / 6, TILT);
    for (let at = 0; at < places.length; at += 3) {
      const [x, y] = project(view, 1, places[at], places[at + 1], places[at + 2]);
      if (Math.abs(x) > across) across = Math.abs(x);
      if (Math.abs(y) > up) up = Math.abs(y);
    }
  }
  return [across, up];
}

export function showPeek(picture, text, x, y) {
  const peek = byId("peek");
  peek.hidden = false;
  peek.replaceChildren(picture, text);
  peek.style.left = `${x}px`;
  peek.style.top = `${y}px`;
}
