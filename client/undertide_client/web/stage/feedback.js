/**
 * Feedback over the map: numbers rise from hits, and moments have a sign and a sound. It shows
 * nothing that the log doesn't tell, takes no key, and stands still where motion isn't wanted.
 */

import { glimpseOf, hitsBetween, momentsBetween } from "../model/moments.js";
import { byId, element, mark } from "../page/dom.js";
import { Sounds } from "./sounds.js";

/** Numbers that rise at once, at the most: a wave that strikes many is one picture. */
const MOST_HITS = 24;

export class Feedback {
  /** `map` says where cells are, and whether things may move. */
  constructor(ui, map) {
    this.map = map;
    this.mirror = ui.mirror;
    this.sounds = new Sounds(ui);
    this.before = null;
    this.still = window.matchMedia("(prefers-reduced-motion: reduce)");
    for (const id of ["hits", "moment"]) {
      byId(id).addEventListener("animationend", ({ target }) => target.remove());
    }
    byId("pace").addEventListener("animationend", () => mark(byId("pace"), "class", ""));
  }

  /** Show what has happened since the last look. */
  look() {
    const { before } = this;
    const now = (this.before = glimpseOf(this.mirror));
    if (before === null || now === null) return;
    const hits = hitsBetween(before, now);
    const moments = momentsBetween(before, now);
    this.playFor(hits, moments);
    if (this.still.matches || !this.map.glides) return;
    for (const hit of hits.slice(0, MOST_HITS)) this.raise(hit);
    for (const moment of moments) this.announce(moment);
  }

  /** Play one sound at a time: the gravest. */
  playFor(hits, moments) {
    const losses = hits.filter(({ isGain }) => !isGain);
    if (moments.length) this.sounds.play(moments.at(-1).kind);
    else if (losses.length) this.sounds.play(losses.some(({ isOwn }) => isOwn) ? "hurt" : "hit");
  }

  /** Have a number rise from a cell in view. */
  raise({ x, y, words, isOwn, isGain }) {
    const { camera } = this.map;
    if (!camera.shows({ x, y }) || byId("hits").children.length >= MOST_HITS) return;
    const number = element("span", isGain ? "gain" : isOwn ? "own" : "", words);
    const [left, top] = this.map.pixel(x + 0.5, y);
    number.style.left = `${left / camera.ratio}px`;
    number.style.top = `${top / camera.ratio}px`;
    byId("hits").append(number);
  }

  /** Show a moment's words for as long as they fade; that time runs shows at its badge. */
  announce({ kind, words }) {
    if (kind === "time") mark(byId("pace"), "class", "begins");
    else byId("moment").replaceChildren(element("span", kind, words));
  }
}
