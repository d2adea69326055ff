/** The log on the page: the newest line last, and in view unless the reader scrolled up. */

import { css, legible, rgb } from "../page/colours.js";
import { element, keep, say } from "../page/dom.js";

/** Lines that the page shows of those that are kept. */
const SHOWN = 200;
/** CSS pixels from its end at which a log counts as read to its end. */
const NEAR = 24;
const TIMES = "×";

export class LogView {
  constructor(list) {
    this.list = list;
    this.shown = "";
  }

  /** Show the lines of a logbook, equal ones in a row counted. */
  draw({ lines, added }, adapt) {
    const now = `${added}/${lines.length}`;
    if (now === this.shown) return;
    this.shown = now;
    const { list } = this;
    const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR;
    const entries = folded(lines).slice(-SHOWN);
    keep(list, entries, ({ line }) => line.id, make, (row, entry) => fill(row, entry, adapt));
    if (atEnd) list.scrollTop = list.scrollHeight;
  }
}

/** Return the lines with each run of equal ones made into one entry: {line, count}. */
function folded(lines) {
  const entries = [];
  for (const line of lines) {
    const last = entries[entries.length - 1];
    if (last && same(last.line, line)) last.count += 1;
    else entries.push({ line, count: 1 });
  }
  return entries;
}

function same(one, other) {
  return one.tone === other.tone && one.text === other.text && one.speaker === other.speaker;
}

function make({ line }) {
  return element("li", `tone-${line.tone}`, element("span", "speaker"), element("span"));
}

function fill(row, { line, count }, adapt) {
  const [speaker, words] = row.children;
  if (line.speaker) {
    say(speaker, `${line.speaker}: `);
    speaker.style.color = css(adapt(legible(rgb(line.colour))));
  }
  say(words, count > 1 ? `${line.text} ${TIMES}${count}` : line.text);
}
