/** Tells a screen reader what changed: one's life, and what comes into view. */

import { byId, element } from "../page/dom.js";
import { UNTOLD, changes } from "../screens/spoken/changes.js";

/** Sentences that stay in the region; a reader has read older ones, or never will. */
const MOST = 8;
/** Milliseconds between two tellings: what changes faster is told in one go. */
const EVERY = 1_000;

export class Herald {
  constructor() {
    this.region = byId("told");
    this.number = null;
    this.known = UNTOLD;
    this.at = -EVERY;
    this.timer = null;
  }

  /** Tell what changed since the last time, now or as soon as it may. `now` is in milliseconds. */
  draw(mirror, now) {
    const { number } = mirror;
    if (number === null || number === this.number) return;
    if (now - this.at < EVERY) {
      this.timer ??= setTimeout(() => this.tellLater(mirror), EVERY - (now - this.at));
      return;
    }
    this.number = number;
    this.announceChanges(mirror, now);
  }

  tellLater(mirror) {
    this.timer = null;
    this.draw(mirror, performance.now());
  }

  announceChanges(mirror, now) {
    const [lines, known] = changes(this.known, mirror);
    this.known = known;
    if (!lines.length) return;
    this.at = now;
    this.region.append(...lines.map((line) => element("p", "", line)));
    while (this.region.children.length > MOST) this.region.firstChild.remove();
  }
}
