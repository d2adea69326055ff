/** The hints that a newcomer gets while playing: each once, and no more than one for each key. */

import { NEWCOMER_HINTS } from "../generated/catalogue.js";
import { hintWords, nextHint } from "../screens/map/newcomer_hints.js";

/** A teller of hints. The browser keeps which ones were given, and whether they are wanted. */
export class NewcomerHints {
  /** `wish` keeps a choice. */
  constructor(ui, wish) {
    this.ui = ui;
    this.wish = wish;
    ui.hinting = ui.wishes.hints !== "off";
    this.given = new Set(ui.wishes.hinted.split(" ").filter(Boolean));
    /** Whether the player has pressed a key since the last hint, and so could read it. */
    this.mayTell = true;
  }

  /** Note that the player acted. */
  noteKey() {
    this.mayTell = true;
  }

  /** Tell the most urgent new hint about the picture, if the player wants it. */
  look() {
    const { ui, given } = this;
    const { mirror } = ui;
    if (!ui.hinting || !this.mayTell || given.size >= NEWCOMER_HINTS.length) return;
    if (ui.spectating || mirror.hero === null) return;
    const hint = nextHint(mirror, given);
    if (hint === null) return;
    mirror.log.hint(hintWords(ui, hint, given.size === 0));
    this.mayTell = false;
    given.add(hint.key);
    this.wish("hinted", [...given].join(" "));
  }

  /** Begin the hints again from the first, or end them. */
  turn(on) {
    this.ui.hinting = on;
    this.given.clear();
    this.wish("hints", on ? "" : "off");
    this.wish("hinted", "");
  }
}
