/** Where a cell lies, seen from another one: the distance, and an arrow or words. */

import { ARROWS, DIRECTION_WORDS, STEEP } from "../generated/catalogue.js";
import { distance, isSame, sign } from "../model/geometry.js";
import { counted } from "./grammar.js";

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

/**
 * Return where a cell lies in words: "4 steps east", "5 east and 2 north". A listener can walk by
 * these words: away from the eight directions they count both ways. They are "here" for the same
 * cell, and empty without a place to start.
 */
export function placeWords(here, there) {
  if (here === null) return "";
  if (isSame(here, there)) return "here";
  const [dx, dy] = [there[0] - here[0], there[1] - here[1]];
  const [far, deep] = [Math.abs(dx), Math.abs(dy)];
  if (!far || !deep || far === deep) {
    const direction = DIRECTION_WORDS[`${sign(dx)},${sign(dy)}`];
    return `${counted(distance(here, there), "step")} ${direction}`;
  }
  const across = `${far} ${DIRECTION_WORDS[`${sign(dx)},0`]}`;
  const down = `${deep} ${DIRECTION_WORDS[`0,${sign(dy)}`]}`;
  return far > deep ? `${across} and ${down}` : `${down} and ${across}`;
}
