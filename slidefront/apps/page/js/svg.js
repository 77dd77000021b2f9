// Elements made one by one: no text ever becomes markup.

const SVG = "http://www.w3.org/2000/svg";

export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

export function html(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export function byId(id) {
  return document.getElementById(id);
}

// What a click on each of some buttons does, by their ids.
export function onClicks(acts) {
  for (const [id, act] of Object.entries(acts)) byId(id).addEventListener("click", act);
}

// Where a pointer is, in the units of a picture.
export function pointIn(picture, event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
  return [point.x, point.y];
}

export function quiet() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

// Moves an element along some points, the last of which is where it stays.
export function travel(element, points, milliseconds) {
  const transforms = points.map(([x, y]) => `translate(${x}px, ${y}px)`);
  element.style.transform = transforms.at(-1);
  if (quiet() || milliseconds <= 0 || points.length < 2) return;
  element.animate({ transform: transforms }, { duration: milliseconds, easing: "ease-out" });
}

// Shows that an element cannot go somewhere.
export function nudge(element, [x, y]) {
  if (quiet()) return;
  element.animate({ translate: ["0 0", `${7 * x}px ${7 * y}px`, "0 0"] }, { duration: 160 });
}

export function put(element, [x, y]) {
  element.getAnimations().forEach((one) => one.cancel());
  element.style.transform = `translate(${x}px, ${y}px)`;
}

// How far along a way a pointer has gone, from 0 to 1.
export function shareOf([x, y], [gx, gy]) {
  return Math.max(0, Math.min(1, (gx * x + gy * y) / (x * x + y * y)));
}

// How far a pointer may go and still click, and how far it goes to swipe, in units of a picture.
export const CLICK = 8;
export const SWIPE = 30;

// A number with its noun: 1 move, 1,234 boards.
export function counted(number, name = "move") {
  return `${number.toLocaleString("en")} ${name}${number === 1 ? "" : "s"}`;
}

// Starts a worker from the script in an element.
export function startWorker(id) {
  const url = URL.createObjectURL(new Blob([byId(id).textContent], { type: "text/javascript" }));
  const worker = new Worker(url);
  URL.revokeObjectURL(url);
  return worker;
}

// Gives a file to whoever reads the page.
export function download(name, blob) {
  const href = URL.createObjectURL(blob);
  html("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
