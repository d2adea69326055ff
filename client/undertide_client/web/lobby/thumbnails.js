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

/** `list` holds the cards of sessions, each with its session as its key. */
export class Thumbnails {
  constructor(link, list) {
    this.link = link;
    this.list = list;
    this.asked = -EVERY;
  }

  /** Ask for the maps of the sessions in view, if it is time. */
  requestFor(sessions) {
    const shown = sessions.filter(({ session, watchable }) => watchable && this.inView(session));
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

/** Fill `count` cells from one on, row after row. */
function fillRun(pen, from, count, width) {
  for (let at = from; at < from + count; ) {
    const x = at % width;
    const length = Math.min(width - x, from + count - at);
    pen.fillRect(x * SIDE, Math.floor(at / width) * SIDE, length * SIDE, SIDE);
    at += length;
  }
}
