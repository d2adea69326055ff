/**
 * Rows of text. A row is an array of spans; a span is `[text]`, `[text, tone]` or `[text, colour]`.
 * A tone is a name in css/screens.css: "ink", "bright", "soft", "gold", "good", "bad", "warning",
 * "friend", "water". A colour is 0xRRGGBB as the wire has it.
 */

import { css, readable, rgb } from "../../page/colours.js";
import { element, updateChildren } from "../../page/dom.js";

/** Return a row's spans as elements. `adapt` makes colours fit for the viewer's eyes. */
export function spanElements(row, adapt) {
  return row.map(([text, tone = "ink"]) => {
    if (typeof tone === "string") return element("span", `ink-${tone}`, text);
    const made = element("span", "glyph", text);
    made.style.color = css(adapt(readable(rgb(tone))));
    return made;
  });
}

/** Return a row as plain text. */
export function rowText(row) {
  return row.map(([text]) => text).join("");
}

/** Fill an element with rows as paragraphs. */
export function fillRows(target, rows, adapt) {
  const numbered = rows.map((row, index) => ({ row, index }));
  updateChildren(target, numbered, ({ index }) => index, () => element("p"), (line, { row }) => {
    fillRow(line, row, adapt);
  });
}

/** Fill an element with a row, unless it shows that row already. */
export function fillRow(target, row, adapt) {
  const told = JSON.stringify(row);
  if (target.dataset.row === told) return;
  target.dataset.row = told;
  target.replaceChildren(...spanElements(row, adapt));
}
