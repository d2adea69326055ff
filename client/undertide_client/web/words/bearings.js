/** Where a cell lies, seen from another one: the distance, and an arrow. */

import { ARROWS, STEEP } from "../generated/catalogue.js";
import { distance, isSame, sign } from "../model/geometry.js";

/**
 * Return the distance in steps on open ground, and the direction: "12↗". It is "here" for the same
 * cell, and empty without a place to start.
 */
export function bearingWords(here, there) {
  if (here === null) return "";
  return isSame(here, there) ? "here" : `${distance(here, there)}${arrowTo(here, there)}`;
}

/** Return the arrow that points from one cell to another one. */
export function arrowTo(here, there) {
  const [dx, dy] = [there[0] - here[0], there[1] - here[1]];
  const across = Math.abs(dy) > STEEP * Math.abs(dx) ? 0 : sign(dx);
  const down = Math.abs(dx) > STEEP * Math.abs(dy) ? 0 : sign(dy);
  return ARROWS[`${across},${down}`];
}
