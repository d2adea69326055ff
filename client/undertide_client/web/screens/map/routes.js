/**
 * The places of stairs, monsters, items and heroes, and the intents to reach them. An intent is an
 * array as on the wire: its tag, then its fields.
 */

import { IDLE, NEAR, NO_FOES, ROLE_ORDER, UNHURT } from "../../generated/catalogue.js";
import { compareCells, distance, isSame } from "../../model/geometry.js";
import { way } from "../../model/tree.js";

/** Return the cell of the followed hero; null if it is unknown. */
export function ownCell(mirror) {
  return mirror.own ? [mirror.own.x, mirror.own.y] : null;
}

/** Return the branch that the stairs at a cell lead to; undefined if nobody knows. */
export function branchAt(mirror, [x, y]) {
  return mirror.floor ? mirror.stairs.get(y * mirror.floor.width + x) : undefined;
}

/** Return whether a cell is in sight. */
export function inSight(mirror, [x, y]) {
  return Boolean(mirror.floor && mirror.sight[y * mirror.floor.width + x]);
}

/** Return the known stairs that lead `way`, "up" or "down", nearest first. */
export function knownStairs(mirror, way) {
  const looks = [...mirror.looks.values()].filter(({ stairs }) => stairs === way);
  const codes = new Set(looks.map(({ code }) => code));
  const cells = [];
  for (let index = 0; index < mirror.tiles.length; index += 1) {
    if (codes.has(mirror.tiles[index])) cells.push(cellAt(mirror, index));
  }
  return nearestFirst(cells, ownCell(mirror));
}

/** Return the known cells that are wanted, by their looks and places, row after row. */
export function cellsWhere(mirror, wanted) {
  const cells = [];
  for (let index = 0; index < mirror.tiles.length; index += 1) {
    const look = mirror.tiles[index] ? mirror.looks.get(mirror.tiles[index]) : undefined;
    if (!look) continue;
    const cell = cellAt(mirror, index);
    if (wanted(look, cell)) cells.push(cell);
  }
  return cells;
}

/** Return the intent that takes some stairs, or walks to them first (R17). */
export function intentToClimb(mirror, stairs) {
  const here = ownCell(mirror);
  return here && isSame(here, stairs) ? ["climb"] : ["climb", ...stairs];
}

/**
 * Return the known stairs that lead `way` and that the hero may mean, likeliest first. They are
 * only those under the hero, or on which it has agreed, if there are any. Of others, those on which
 * companions have agreed come first, and then the nearest.
 */
export function stairsToTake(mirror, way) {
  const stairs = knownStairs(mirror, way);
  const here = ownCell(mirror);
  const agreedBy = (seat) => mirror.agreements.filter(({ agreed }) => agreed.includes(seat));
  const own = new Set(agreedBy(mirror.following).map(({ branch }) => branch));
  const isSure = (cell) => (here && isSame(cell, here)) || own.has(branchAt(mirror, cell));
  const sure = stairs.filter(isSure);
  if (sure.length) return sure.slice(0, 1);
  const proposed = new Set(mirror.agreements.map(({ branch }) => branch));
  const isProposed = (cell) => proposed.has(branchAt(mirror, cell));
  return [...stairs.filter(isProposed), ...stairs.filter((cell) => !isProposed(cell))];
}

/**
 * Return the intent for a click on a cell: travel there, or act right here. A cell beside the hero
 * means a step or a blow. The hero's own cell means its stairs or its items.
 */
export function intentAt(mirror, cell) {
  const here = ownCell(mirror);
  if (here === null || distance(here, cell) > 1) return ["travel", ...cell];
  if (!isSame(cell, here)) return ["move", cell[0] - here[0], cell[1] - here[1]];
  const look = mirror.lookAt(...cell);
  return look && look.stairs !== "none" ? ["climb"] : ["take"];
}

/** Return the intent that brings the hero nearer to another floor; null without known stairs. */
export function intentTowards(mirror, branch) {
  const [next] = mirror.floor ? way(mirror.tree, mirror.floor.branch, branch) : [];
  const known = [...mirror.stairs].filter(([, end]) => end === next);
  const stairs = known.map(([index]) => cellAt(mirror, index));
  if (!stairs.length) return null;
  return intentToClimb(mirror, nearestFirst(stairs, ownCell(mirror))[0]);
}

/**
 * Return the cells of monsters, items and heroes, in this order, each nearest first. Heroes and
 * items may be out of sight.
 */
export function sights(mirror) {
  const others = [...mirror.sightings.values()].filter((one) => one !== mirror.own);
  const cells = Object.keys(ROLE_ORDER).flatMap((role) => {
    const ofRole = others.filter((one) => mirror.kindOf(one).role === role);
    return nearestFirst(ofRole.map(({ x, y }) => [x, y]), ownCell(mirror));
  });
  return distinct(cells);
}

/** Return the cells of foes in sight, nearest first; peaceful and sealed ones come last. */
export function foesInSight(mirror) {
  const others = [...mirror.sightings.values()].filter(
    (one) => mirror.kindOf(one).role === "monster" && !isFriend(mirror, one),
  );
  const foes = others.filter(({ mood }) => !NO_FOES.includes(mood));
  const rest = others.filter(({ mood }) => NO_FOES.includes(mood));
  const here = ownCell(mirror);
  const cells = (those) => nearestFirst(those.map(({ x, y }) => [x, y]), here);
  return [...cells(foes), ...cells(rest)];
}

/** Return the foes in sight that are neither peaceful nor sealed. */
export function enemiesInSight(mirror) {
  return [...mirror.sightings.values()].filter((one) => isFoe(mirror, one));
}

/** Return the cells of companions and of the party's allies in sight, nearest first. */
export function friendsInSight(mirror) {
  const friends = [...mirror.sightings.values()].filter(
    (one) => isFriend(mirror, one) && one !== mirror.own && inSight(mirror, [one.x, one.y]),
  );
  return nearestFirst(friends.map(({ x, y }) => [x, y]), ownCell(mirror));
}

/** Return cells of heroes and allies, those with the most wounds first and the fallen last. */
export function mostHurtFirst(mirror, cells) {
  const health = new Map();
  for (const one of mirror.sightings.values()) {
    if (isFriend(mirror, one) && one.mood !== "fallen") health.set(`${one.x} ${one.y}`, one.health);
  }
  const healthAt = ([x, y]) => health.get(`${x} ${y}`) ?? UNHURT;
  return [...cells].sort((one, other) => healthAt(one) - healthAt(other));
}

/** Return whether a sighting is a hero or an ally of the heroes. */
export function isFriend(mirror, one) {
  return mirror.kindOf(one).role === "hero" || one.status_effects.includes("ally");
}

/** Return whether a sighting is a monster to fight: no ally, neither peaceful nor sealed. */
export function isFoe(mirror, one) {
  const isMonster = mirror.kindOf(one).role === "monster";
  return isMonster && !NO_FOES.includes(one.mood) && !isFriend(mirror, one);
}

/** Return cells by their distance in moves on open ground. Columns, then rows, break ties. */
export function nearestFirst(cells, here) {
  const apart = (one, other) => (here ? distance(one, here) - distance(other, here) : 0);
  return [...cells].sort((one, other) => apart(one, other) || compareCells(one, other));
}

/**
 * Return the centre of the map: the followed hero, else who acts, else the floor's middle. Of
 * several heroes who act it is the one with the most others near.
 */
export function focusOf(mirror) {
  const here = ownCell(mirror);
  if (here) return here;
  const seen = [...mirror.sightings.values()].sort((one, other) => one.id - other.id);
  const heroes = seen.filter((one) => mirror.kindOf(one).role === "hero");
  const awake = heroes.filter(({ mood }) => !IDLE.includes(mood));
  const cells = (awake.length ? awake : heroes).map(({ x, y }) => [x, y]);
  const company = cells.map((cell) => cells.filter((each) => distance(cell, each) <= NEAR).length);
  if (cells.length) return cells[company.indexOf(Math.max(...company))];
  const { width, height } = mirror.floor ?? { width: 0, height: 0 };
  return [Math.floor(width / 2), Math.floor(height / 2)];
}

/** Return cells in their order, each once. */
export function distinct(cells) {
  return [...new Map(cells.map((cell) => [cell.join(), cell])).values()];
}

function cellAt({ floor }, index) {
  return [index % floor.width, Math.floor(index / floor.width)];
}
