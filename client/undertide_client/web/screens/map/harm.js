/** The rule for a question before a step into known harm, where time waits for the player. */

import { LYING } from "../../generated/catalogue.js";
import { effectsWords } from "../../words/effect_words.js";
import { capitalized } from "../../words/grammar.js";
import { isFriend } from "./routes.js";

/**
 * Return the harmful ground into which a step leads; null if there is nothing to ask. A blow and
 * care for the fallen are no steps, and a hero that stands in harm knows that.
 */
export function harmAt(mirror, here, there) {
  const ahead = mirror.lookAt(...there);
  if (!ahead?.shunned || !ahead.walkable) return null;
  return mirror.lookAt(...here)?.shunned || stopsThere(mirror, there) ? null : ahead;
}

/** Return what harmful ground does to a hero who steps there. */
export function harmWords(mirror, place) {
  const harm = effectsWords(mirror, place.effects) || "It harms you, or is a trap.";
  return `${capitalized(place.name)}. ${harm}`;
}

/** Return whether a hero that moves towards a cell strikes or tends somebody there. */
function stopsThere(mirror, cell) {
  return mirror.at(...cell).some((one) => {
    const { role } = mirror.kindOf(one);
    if (role === "hero") return LYING.includes(one.mood);
    return role === "monster" && one.mood !== "peaceful" && !isFriend(mirror, one);
  });
}
