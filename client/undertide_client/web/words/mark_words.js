/** The marks of heroes (R17) in words. */

import { HELP_BELOW } from "../generated/catalogue.js";
import { isOwn, nameOfSeat } from "./words.js";

/** Return whether a hero stands with so little life that it needs help. */
export function needsHelp(hero) {
  return hero !== null && !hero.dies_in && hero.life * 100 < hero.max_life * HELP_BELOW;
}

/** Return what a mark means and whose it is: "danger, marked by Ana". */
export function markWords(mirror, mark) {
  const name = isOwn(mirror, mark.seat) ? "you" : nameOfSeat(mirror, mark.seat);
  return `${mark.mark}, marked by ${name}`;
}
