/** Where the hero's companions are, near and far, and the intents that lead to them (R17). */

import { distance, isSame } from "../../model/geometry.js";
import { bearingWords } from "../../words/bearings.js";
import { inSight, intentTowards, ownCell } from "./routes.js";

/** Return the sightings of the floor's heroes by seat, but for the followed hero's own. */
export function heroesOnFloor(mirror) {
  const found = new Map();
  for (const one of mirror.sightings.values()) {
    const { seat = null } = mirror.kindOf(one);
    if (seat !== null && one !== mirror.own) found.set(seat, one);
  }
  return found;
}

/** Return the companions of this floor who are awake and stand, nearest first. */
export function companionsToFollow(mirror) {
  const isAwake = ({ state }) => state === "alive" || state === "linkdead";
  return nearestHere(mirror).filter((one) => isAwake(one) && one.dies_in <= 0);
}

/**
 * Return how far a companion of this floor is and which way: "12↗". It is empty for one on another
 * floor, for the hero itself, and where nobody is followed.
 */
export function wayWords(mirror, seat) {
  const where = heroesOnFloor(mirror).get(seat);
  return where ? bearingWords(ownCell(mirror), [where.x, where.y]) : "";
}

/** Return the intent that leads to a companion out of sight at a cell; null if none is there. */
export function intentToCompanion(mirror, cell) {
  for (const [seat, { x, y }] of heroesOnFloor(mirror)) {
    if (isSame([x, y], cell) && !inSight(mirror, cell)) return ["regroup", seat];
  }
  return null;
}

/**
 * Return the intent that leads to the party, on this floor or to another; or why none does, as a
 * text. The nearest fallen companion of this floor comes first, and the hero tends it.
 */
export function intentToParty(mirror) {
  const fallen = nearestHere(mirror).find((one) => one.dies_in > 0);
  if (fallen) return intentToTend(mirror, fallen.seat);
  if (heroesOnFloor(mirror).size) return ["regroup"];
  const others = mirror.party.filter(({ seat, floor }) => seat !== mirror.seat && floor > 0);
  const standing = others.filter(({ state, dies_in: ticks }) => state === "alive" && ticks <= 0);
  const branch = fullest(standing.length ? standing : others);
  if (branch === null) return "You have no companions.";
  const { floor } = others.find((one) => one.branch === branch);
  const unknown = `Your party is on floor ${floor}; you know no stairs that lead there.`;
  return intentTowards(mirror, branch) ?? unknown;
}

/** Return the intent that leads to a companion, wherever it is; or why none does, as a text. */
export function intentToMeet(mirror, seat) {
  const { floor, branch, dies_in: ticks } = mirror.party.find((one) => one.seat === seat);
  if (heroesOnFloor(mirror).has(seat)) {
    return ticks > 0 ? intentToTend(mirror, seat) : ["regroup", seat];
  }
  const unknown = `Your party is on floor ${floor}; you know no stairs that lead there.`;
  return intentTowards(mirror, branch) ?? unknown;
}

/** Return the companions of this floor, nearest first. */
function nearestHere(mirror) {
  const [here, onFloor] = [ownCell(mirror), heroesOnFloor(mirror)];
  const apart = ({ seat }) => {
    const { x, y } = onFloor.get(seat);
    return here ? distance([x, y], here) : 0;
  };
  const there = mirror.party.filter(({ seat }) => onFloor.has(seat));
  return there.sort((one, other) => apart(one) - apart(other) || one.seat - other.seat);
}

/** Return the branch with the most heroes, of equals the first by id; null without heroes. */
function fullest(heroes) {
  const counts = new Map();
  for (const { branch } of heroes) counts.set(branch, (counts.get(branch) ?? 0) + 1);
  const ordered = [...counts].sort((one, other) => other[1] - one[1] || one[0] - other[0]);
  return ordered.length ? ordered[0][0] : null;
}

/** Return the intent that walks to a fallen companion of this floor and tends it. */
function intentToTend(mirror, seat) {
  const { x, y } = heroesOnFloor(mirror).get(seat);
  const here = ownCell(mirror);
  if (here === null || distance([x, y], here) !== 1) return ["regroup", seat];
  return ["move", x - here[0], y - here[1]];
}

/** Return the seat after the followed one; null for the party's view. */
export function nextEyes(mirror) {
  return neighbour(mirror, 1);
}

/** Return the seat before the followed one; null for the party's view. */
export function previousEyes(mirror) {
  return neighbour(mirror, -1);
}

function neighbour(mirror, step) {
  const alive = mirror.party.filter(({ state }) => state !== "dead").map(({ seat }) => seat);
  const circle = [null, ...[...new Set(alive)].sort((one, other) => one - other)];
  const here = Math.max(0, circle.indexOf(mirror.following));
  return circle.at((here + step) % circle.length);
}
