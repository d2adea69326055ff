/** Cards: what the lists of the lobby are made of. */

import { element, say } from "../page/dom.js";

/** Return a card with a place for a small map, and one for what can be done. */
export function card() {
  const head = element("p", "head", element("strong"), element("span", "chip"));
  const told = element("div", "told", head);
  told.append(element("p", "about"), element("div", "party"), element("p", "facts"));
  return element("li", "card", element("div", "thumb"), told, element("div", "acts"));
}

/** Return an element of a card by its class. */
export function part(item, name) {
  return item.querySelector(`.${name}`);
}

/** Fill a card with a title, a chip, a line about it and facts; empty ones are left out. */
export function fillCard(item, { title, chip, about = "", facts }) {
  say(item.querySelector("strong"), title);
  const sign = part(item, "chip");
  say(sign, chip);
  sign.dataset.state = chip;
  say(part(item, "about"), about);
  say(part(item, "facts"), facts.filter(Boolean).join(" · "));
}

/** Return a link that looks like a button. */
export function linkButton(words, href) {
  const link = element("a", "button", words);
  link.href = href;
  return link;
}

/** Return a button that does some work. */
export function button(words, work) {
  const made = element("button", "", words);
  made.type = "button";
  made.addEventListener("click", work);
  return made;
}
