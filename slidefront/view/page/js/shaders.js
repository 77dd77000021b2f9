// The programs that draw points and lines of the graph, and the colours that they are given.

import { EYE } from "./turning.js";

const STOPS = 5;
const VERTEX = `#version 300 es
in vec3 place; in float tone;
uniform mat3 turn; uniform float zoom; uniform vec2 aspect; uniform float size;
out float depth; out float colour;
void main() {
  vec3 at = turn * place;
  float far = ${EYE.toFixed(1)} - at.z;
  gl_Position = vec4(at.xy * zoom * 2.95 * aspect, (far - 1.0) / 6.0 * far, far);
  gl_PointSize = clamp(size * zoom * 3.0 / far, 1.5, 64.0);
  depth = far; colour = tone;
}`;
const FRAGMENT = `#version 300 es
precision mediump float;
in float depth; in float colour;
uniform vec3 stops[${STOPS}]; uniform vec3 grey; uniform vec3 ground; uniform float strength; uniform float round;
out vec4 shown;
void main() {
  vec2 off = gl_PointCoord * 2.0 - 1.0;
  if (round > 0.5 && dot(off, off) > 1.0) discard;
  float at = clamp(colour, 0.0, 1.0) * ${(STOPS - 1).toFixed(1)};
  vec3 paint = stops[${STOPS - 1}];
  for (int i = 0; i < ${STOPS - 1}; i++) {
    if (at >= float(i) && at <= float(i + 1)) paint = mix(stops[i], stops[i + 1], at - float(i));
  }
  if (colour < -0.5) paint = grey;
  if (round > 0.5) paint *= 1.0 - 0.18 * dot(off, off);
  float mist = clamp((depth - 2.4) / 2.6, 0.0, 0.6);
  shown = vec4(mix(paint, ground, mist), strength);
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
