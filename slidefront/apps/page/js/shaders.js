// The programs that draw points and lines of the graph, and the colours that they are given.

import { EYE } from "./turning.js";

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
