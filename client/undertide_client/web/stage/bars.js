/** Bars that are filled from the left, with words on them. */

import { byId, element, isNews, say } from "../page/dom.js";

/** Return a new bar. */
export function bar() {
  return element("span", "bar", element("span", "fill"), element("span", "words"));
}

/** Fill a bar to a percentage, in a colour of its own if one is given. */
export function setBar(target, percent, colour, words) {
  if (!isNews(target, percent, colour, words)) return;
  const [fill, label] = target.children;
  fill.style.width = `${Math.min(100, Math.max(0, percent))}%`;
  if (colour) fill.style.background = colour;
  say(label, words);
}

/** Set a bar that stands in the page, with its meaning for those who can't see it. */
export function setGauge(id, value, most, words) {
  const target = byId(id);
  const percent = most > 0 ? (100 * value) / most : 0;
  setBar(target.querySelector(".bar"), percent, "", "");
  say(target.querySelector(".value"), words);
  return target;
}
