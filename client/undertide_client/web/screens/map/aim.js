/** The data of something to aim: a scroll, a spell, an arrow. */

import { distance } from "../../model/geometry.js";

/**
 * Something that needs a target cell. `radius` is that of the struck area around the target, and
 * `range` its reach, where 0 means as far as the hero sees; both in cells. `intentOf` returns the
 * intent for a cell. `helps`: it helps the hero or a friend, rather than harming foes.
 */
export class Aim {
  constructor(name, radius, intentOf, range = 0, helps = false) {
    Object.assign(this, { name, radius, intentOf, range, helps });
  }

  /** Return whether it reaches a cell from `here`, in steps. */
  reaches(here, cell) {
    return !this.range || here === null || distance(here, cell) <= this.range;
  }
}
