/** What is aimed, and the cells and creatures that an effect with a radius would strike. */

import { MAX_RADIUS, TIMES, UNHARMED } from "../../generated/catalogue.js";
import { inSight, isFriend, ownCell } from "./routes.js";
import { distance } from "../../model/geometry.js";

/** Return the visible walkable cells at most `radius` steps from a target. */
export function struckCells(mirror, [x, y], radius) {
  const most = Math.min(MAX_RADIUS, Math.max(0, radius));
  const cells = [];
  for (let row = y - most; row <= y + most; row += 1) {
    for (let column = x - most; column <= x + most; column += 1) {
      const isOpen = mirror.lookAt(column, row)?.walkable;
      if (isOpen && inSight(mirror, [column, row])) cells.push([column, row]);
    }
  }
  return cells;
}

/**
 * Return whom the effect would strike, as spans, one a line; friends have a warning of their own.
 * The warning only comes if friends can be harmed. With `sparesOwn`, the effect leaves out the
 * player's own hero.
 */
export function struckWords(mirror, centre, radius, sparesOwn = false) {
  const there = struck(mirror, centre, radius, sparesOwn);
  const friends = names(mirror, there.filter((one) => isFriend(mirror, one)));
  const foes = names(mirror, there.filter((one) => !isFriend(mirror, one)));
  const words = [[`It strikes ${foes || "no foe"}.`, "ink"]];
  if (!friends || !mirror.terms.friendly_fire) return words;
  return [[`! It strikes your own too: ${friends}.`, "bad"], ...words];
}

/** Return whether an effect around the own hero, which spares it, would harm a friend. */
export function strikesFriends(mirror, radius) {
  const here = ownCell(mirror);
  if (here === null || !mirror.terms.friendly_fire) return false;
  return struck(mirror, here, radius, true).some((one) => isFriend(mirror, one));
}

/** Return the heroes and monsters that an effect would strike. Nothing harms a sleeping hero. */
function struck(mirror, centre, radius, sparesOwn) {
  const cells = new Set(struckCells(mirror, centre, radius).map(String));
  const isStruck = (one) => {
    const { role } = mirror.kindOf(one);
    if (!cells.has(String([one.x, one.y])) || (sparesOwn && one === mirror.own)) return false;
    return role === "monster" || (role === "hero" && !UNHARMED.includes(one.mood));
  };
  return [...mirror.sightings.values()].filter(isStruck);
}

/** Return the names; equal ones are counted: "you, Bob, goblin ×2". */
function names(mirror, those) {
  const counts = new Map();
  for (const one of those) {
    const name = one === mirror.own ? "you" : mirror.kindOf(one).name;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const told = [...counts].map(([name, count]) => (count > 1 ? `${name} ${TIMES}${count}` : name));
  return told.join(", ");
}

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
