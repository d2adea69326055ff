/** What keys do on the page, wherever the focus is but where somebody writes. */

import { NOTCH } from "../map/gestures.js";
import { SKIP } from "./reel_bar.js";

/** Share of the map's width or height that an arrow key moves it by. */
const PAN = 0.15;
const ARROWS = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
const WRITING = "input:not([type=range]), textarea, select";

/** Let keys move the map and, in a replay, its time. */
export function bindKeys(page, map) {
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest(WRITING)) return;
    if (event.key === " " && target.closest("button, a, summary")) return;
    if (page.link.goal.kind === "lobby") return;
    const work = wanted(event, page, map);
    if (work === undefined) return;
    event.preventDefault();
    work();
    page.draw();
  });
}

function wanted({ key, shiftKey }, page, map) {
  if (page.mirror.reel && !shiftKey) {
    const work = replayKey(key, page.winding);
    if (work) return work;
  }
  return mapKey(key, map, page);
}

function replayKey(key, winding) {
  const { reel } = winding;
  if (/^\d$/.test(key)) {
    const tenth = (reel.ends - reel.begins) / 10;
    return () => winding.seek(Math.round(reel.begins + Number(key) * tenth));
  }
  return {
    " ": () => winding.toggle(),
    ArrowLeft: () => winding.skip(-SKIP),
    ArrowRight: () => winding.skip(SKIP),
    ArrowUp: () => winding.shift(1),
    ArrowDown: () => winding.shift(-1),
    ",": () => winding.step(-1),
    ".": () => winding.step(1),
    "[": () => winding.visit(reel.previous),
    "]": () => winding.visit(reel.next),
    Home: () => winding.seek(reel.begins),
    End: () => winding.seek(reel.ends),
  }[key];
}

function mapKey(key, { camera, canvas }, page) {
  if (Object.hasOwn(ARROWS, key)) {
    const [x, y] = ARROWS[key];
    return () => camera.pan(x * canvas.width * PAN, y * canvas.height * PAN);
  }
  const middle = [canvas.width / 2, canvas.height / 2];
  return {
    "+": () => camera.zoom(NOTCH, ...middle),
    "-": () => camera.zoom(1 / NOTCH, ...middle),
    c: () => camera.recentre(),
    f: () => page.follow(nextSeat(page.mirror)),
  }[key];
}

/** Return the seat of the living hero after the followed one; null for the party after the last. */
function nextSeat({ party, following }) {
  const seats = [null, ...party.filter(({ state }) => state !== "dead").map(({ seat }) => seat)];
  return seats[(seats.indexOf(following) + 1) % seats.length];
}
