/** The call for help that a player's hero makes by itself when it is badly hurt (R17). */

import { ownCell } from "../screens/map/routes.js";
import { needsHelp } from "../words/mark_words.js";

/** Percent of life from which on another fall below the limit is worth another call. */
const RECOVERED = 50;

/**
 * A watch over the own hero's life. It marks the hero's cell, once for each fall of its life, and
 * only in company.
 */
export class HelpCall {
  constructor(ui) {
    this.ui = ui;
    this.called = false;
  }

  /** Call for help if the hero needs it and hasn't called since it was better. */
  lookAtHero() {
    const { mirror, spectating, link } = this.ui;
    const { hero } = mirror;
    const cell = ownCell(mirror);
    if (hero === null || cell === null || spectating) return;
    if (hero.life * 100 >= hero.max_life * RECOVERED) this.called = false;
    else if (needsHelp(hero) && !this.called && canBeHeard(mirror)) {
      this.called = true;
      link.act(["mark", "help", ...cell]);
    }
  }
}

/** Return whether the hero is awake, and a companion who could come is too. */
function canBeHeard({ hero, party }) {
  const others = party.filter(({ seat }) => seat !== hero.seat);
  const awake = others.some(({ state, dies_in: ticks }) => state === "alive" && !ticks);
  return hero.state === "alive" && awake;
}
