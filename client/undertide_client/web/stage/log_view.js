/** The log on the page: the newest line last, and in view unless the reader scrolled up. */

import { css, readable, rgb } from "../page/colours.js";
import { element, say, updateChildren } from "../page/dom.js";
import { folded, toldEntry } from "../screens/map/log_view.js";

/** Lines that the page shows of those that are kept. */
const SHOWN = 200;
/** CSS pixels from its end at which a log counts as read to its end. */
const NEAR = 24;

export class LogView {
  /** `box` scrolls; it holds the list. */
  constructor(ui, box) {
    this.ui = ui;
    this.box = box;
    this.list = box.querySelector("ol");
    this.shown = "";
  }

  /** Show the lines of a logbook, equal ones in a row counted. */
  draw({ lines, added }, adapt) {
    const now = `${added}/${lines.length}`;
    if (now === this.shown) return;
    this.shown = now;
    const { box, list } = this;
    const atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
    const entries = folded(lines).slice(-SHOWN);
    const update = (row, entry) => fill(row, entry, toldEntry(this.ui, entry), adapt);
    updateChildren(list, entries, ({ line }) => line.id, make, update);
    if (atEnd) box.scrollTop = box.scrollHeight;
  }
}

function make({ line }) {
  return element("li", `tone-${line.tone}`, element("span", "speaker"), element("span"));
}

function fill(row, { line }, told, adapt) {
  const [speaker, words] = row.children;
  if (line.speaker) {
    say(speaker, `${line.speaker}: `);
    speaker.style.color = css(adapt(readable(rgb(line.colour))));
  }
  say(words, told);
}
