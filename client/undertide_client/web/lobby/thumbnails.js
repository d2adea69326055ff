/** Small live maps of public sessions, as spectators see them. */

import { MAX_THUMBNAILS } from "../generated/schema.js";
import { css, rgb } from "../page/colours.js";
import { element } from "../page/dom.js";
import { part } from "./cards.js";

/** Milliseconds between two questions: as often as the server draws them. */
const EVERY = 5_000;
/** Pixels of a cell, and of a hero's dot, on the canvas. */
const SIDE = 2;
const DOT = 4;
/** Pixels of the large canvas for one of the small map at most. */
const MOST_LARGER = 6;

/** `list` holds the cards of sessions, each with its session as its key. */
export class Thumbnails {
  /** `large` is a further canvas, for the session whose key it has. */
  constructor(link, list, large) {
    Object.assign(this, { link, list, large });
    this.asked = -EVERY;
  }

  /** Ask for the maps of the sessions in view, if it is time. */
  requestFor(sessions) {
    const isSeen = (session) => session === this.large.dataset.session || this.inView(session);
    const shown = sessions.filter(({ session, watchable }) => watchable && isSeen(session));
    if (!shown.length || performance.now() - this.asked < EVERY) return;
    this.asked = performance.now();
    this.link.send("thumbs?", shown.slice(0, MAX_THUMBNAILS).map(({ session }) => session));
  }

  inView(session) {
    const box = this.item(session)?.getBoundingClientRect();
    return box !== undefined && box.bottom > 0 && box.top < window.innerHeight;
  }

  item(session) {
    return [...this.list.children].find((child) => child.dataset.key === session);
  }

  /** Draw the maps that came. */
  show({ thumbnails }, adapt) {
    for (const each of thumbnails) {
      const item = this.item(each.session);
      if (item !== undefined) draw(canvasOf(item), each, adapt);
      if (this.large.dataset.session === each.session) drawLarge(this.large, each, adapt);
    }
  }
}

function canvasOf(item) {
  const holder = part(item, "thumb");
  if (!holder.firstChild) {
    const canvas = element("canvas");
    canvas.setAttribute("role", "img");
    holder.append(canvas);
  }
  return holder.firstChild;
}

function draw(canvas, { floor, name, width, height, colours, cells, heroes }, adapt) {
  Object.assign(canvas, { width: width * SIDE, height: height * SIDE });
  canvas.setAttribute("aria-label", `Floor ${floor}, ${name}, as its spectators see it`);
  const pen = canvas.getContext("2d");
  const inks = colours.map((colour) => css(adapt(rgb(colour))));
  let at = 0;
  for (let index = 0; index + 1 < cells.length; index += 2) {
    const [colour, count] = [cells[index], cells[index + 1]];
    if (inks[colour - 1]) {
      pen.fillStyle = inks[colour - 1];
      fillRun(pen, at, Math.min(count, width * height - at), width);
    }
    at += count;
  }
  for (const [x, y, colour] of heroes) {
    pen.fillStyle = css(adapt(rgb(colour)));
    pen.fillRect(x * SIDE - 1, y * SIDE - 1, DOT, DOT);
  }
}

/** Draw the known part of a map, as large as the canvas allows. */
function drawLarge(canvas, map, adapt) {
  const whole = element("canvas");
  draw(whole, map, adapt);
  canvas.setAttribute("aria-label", whole.getAttribute("aria-label"));
  const { left, top, right, bottom } = knownBox(map);
  const [width, height] = [(right - left + 2) * SIDE, (bottom - top + 2) * SIDE];
  const scale = Math.min(canvas.width / width, canvas.height / height, MOST_LARGER);
  const [across, down] = [width * scale, height * scale];
  const pen = canvas.getContext("2d");
  pen.imageSmoothingEnabled = false;
  pen.clearRect(0, 0, canvas.width, canvas.height);
  const corner = [(canvas.width - across) / 2, (canvas.height - down) / 2];
  pen.drawImage(whole, (left - 1) * SIDE, (top - 1) * SIDE, width, height, ...corner, across, down);
}

/** Return the box around the cells of a map that are known; all of it if none are. */
function knownBox({ width, height, cells }) {
  const box = { left: width, top: height, right: 0, bottom: 0 };
  let at = 0;
  for (let index = 0; index + 1 < cells.length; index += 2) {
    const [colour, count] = [cells[index], cells[index + 1]];
    for (let cell = at; colour > 0 && cell < at + count; cell += 1) {
      const [x, y] = [cell % width, Math.floor(cell / width)];
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x + 1);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y + 1);
    }
    at += count;
  }
  return box.right > 0 ? box : { left: 0, top: 0, right: width, bottom: height };
}

/** Fill `count` cells from one on, row after row. */
function fillRun(pen, from, count, width) {
  for (let at = from; at < from + count; ) {
    const x = at % width;
    const length = Math.min(width - x, from + count - at);
    pen.fillRect(x * SIDE, Math.floor(at / width) * SIDE, length * SIDE, SIDE);
    at += length;
  }
}
