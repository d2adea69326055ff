/**
 * What surrounds the followed hero, in sentences. Each names one thing, and where it lies from the
 * hero. A party's view follows no hero: its sentences give no places.
 */

import {
  ALL_WAYS,
  ALONE,
  CREATURE,
  DIRECTION_WORDS,
  DOOR,
  ENEMY,
  FORGE,
  HARM,
  HERO,
  ITEM,
  MARK,
  MAX_TOLD,
  MEANT,
  NO_FLOOR,
  NO_WAY,
  OUT_OF_SIGHT,
  REMEMBERED,
  STAIRS,
  UNEXPLORED,
} from "../../generated/catalogue.js";
import { compareCells, distance, isSame } from "../../model/geometry.js";
import { placeWords } from "../../words/bearings.js";
import { listed } from "../../words/grammar.js";
import { markWords } from "../../words/mark_words.js";
import { dangerWords } from "../../words/threat_words.js";
import { branchWords, stateWords } from "../../words/words.js";
import { branchAt, cellsWhere, inSight, isFoe, nearestFirst, ownCell } from "../map/routes.js";

/**
 * Return what surrounds the followed hero: sentences, the most urgent first. They tell the floor,
 * the hero's own cell and the open ways beside it; then enemies, other creatures and companions;
 * marks, harm in sight, items, stairs, doors and forges; and at last the nearest cell from which
 * there is more to explore.
 */
export function surroundings(mirror) {
  if (mirror.floor === null) return [NO_FLOOR];
  const roleOf = (one) => mirror.kindOf(one).role;
  const foes = toldSightings(mirror, (one) => isFoe(mirror, one));
  const isOther = (one) => roleOf(one) === "monster" && !isFoe(mirror, one);
  const others = toldSightings(mirror, isOther);
  const enemies = sentences(mirror, ENEMY, foes);
  return [
    `Floor ${mirror.floor.number}: ${mirror.floor.name}.`,
    ...ownGround(mirror),
    ...openWays(mirror),
    ...(enemies.length || others.length ? enemies : [ALONE]),
    ...sentences(mirror, CREATURE, others),
    ...sentences(mirror, HERO, toldSightings(mirror, (one) => roleOf(one) === "hero")),
    ...sentences(mirror, MARK, marks(mirror)),
    ...sentences(mirror, HARM, harm(mirror)),
    ...sentences(mirror, ITEM, toldSightings(mirror, (one) => roleOf(one) === "item")),
    ...sentences(mirror, STAIRS, tiles(mirror, ({ stairs }) => stairs !== "none")),
    ...sentences(mirror, DOOR, tiles(mirror, isDoor)),
    ...sentences(mirror, FORGE, tiles(mirror, ({ forge }) => forge)),
    ...unexplored(mirror),
  ];
}

/** Return the cells and words of sightings that are wanted, but for the hero's own. */
export function toldSightings(mirror, wanted) {
  const found = [...mirror.sightings.values()].filter((one) => one !== mirror.own && wanted(one));
  return found.map((one) => [[one.x, one.y], sightingWords(mirror, one)]);
}

/** Return a sentence for each of the nearest things, and one that counts the others. */
export function sentences(mirror, sort, told) {
  const here = ownCell(mirror);
  const apart = (one, other) => (here ? distance(one, here) - distance(other, here) : 0);
  const near = [...told].sort(([one], [other]) => apart(one, other) || compareCells(one, other));
  const nearest = near.slice(0, MAX_TOLD);
  const lines = nearest.map(([cell, words]) => sentence(sort, words, placeWords(here, cell)));
  const rest = near.length - MAX_TOLD;
  return rest > 0 ? [...lines, `${sort}: ${rest} more, farther away.`] : lines;
}

/** Return one sentence: "Enemy: dire goblin, wounded, hunting: 4 steps east.". */
export function sentence(sort, words, place) {
  return place ? `${sort}: ${words}: ${place}.` : `${sort}: ${words}.`;
}

/** Return a creature or item in words, without its place: "dire goblin, wounded, hunting". */
export function sightingWords(mirror, one) {
  const kind = mirror.kindOf(one);
  const visible = inSight(mirror, [one.x, one.y]);
  if (kind.role === "item") {
    const price = kind.ware ? `${kind.ware.price} gold` : "";
    const remarks = [price, one.meant ? MEANT : "", visible ? "" : REMEMBERED];
    return [kind.name, ...remarks.filter(Boolean)].join(", ");
  }
  const name = kind.boss ? `the boss ${kind.name}` : kind.name;
  const seen = visible ? stateWords(one) : OUT_OF_SIGHT;
  return [name, dangerWords(mirror, one), seen].filter(Boolean).join(", ");
}

/** Return the name of a tile; for stairs, with the floor that they lead to. */
export function tileWords(mirror, cell, look) {
  const branch = mirror.tree.get(branchAt(mirror, cell));
  return branch ? `${look.name} to ${branchWords(mirror, branch)}` : look.name;
}

/** Return a sentence on the ground under the hero, and what lies there. */
function ownGround(mirror) {
  const here = ownCell(mirror);
  const look = here ? mirror.lookAt(...here) : undefined;
  if (look === undefined) return [];
  const under = mirror.at(...here).filter((one) => one !== mirror.own);
  const names = [tileWords(mirror, here, look), ...under.map((one) => sightingWords(mirror, one))];
  return [`You stand on: ${listed(names)}.`];
}

/** Return a sentence on the directions in which the hero can step. */
function openWays(mirror) {
  const here = ownCell(mirror);
  if (here === null) return [];
  const directions = Object.entries(DIRECTION_WORDS);
  const isOpen = ([step]) => {
    const [dx, dy] = step.split(",").map(Number);
    return mirror.lookAt(here[0] + dx, here[1] + dy)?.walkable;
  };
  const ways = directions.filter(isOpen).map(([, word]) => word);
  if (!ways.length) return [NO_WAY];
  return [ways.length === directions.length ? ALL_WAYS : `Open ways: ${listed(ways)}.`];
}

function marks(mirror) {
  return mirror.marks.map((mark) => [[mark.x, mark.y], markWords(mirror, mark)]);
}

/** Return whether a tile is a door: open or closed, heroes walk through it. */
export function isDoor({ walkable, joins, transparent }) {
  return walkable && (joins === "edge" || !transparent);
}

/** Return the known cells of tiles that are wanted, with their names. */
function tiles(mirror, wanted) {
  const here = ownCell(mirror);
  const cells = cellsWhere(mirror, (look) => wanted(look));
  const others = cells.filter((cell) => !(here && isSame(cell, here)));
  return others.map((cell) => [cell, remembered(mirror, cell)]);
}

/** Return the name of a known tile, and whether it is out of sight. */
function remembered(mirror, cell) {
  const name = tileWords(mirror, cell, mirror.lookAt(...cell));
  return inSight(mirror, cell) ? name : `${name}, ${REMEMBERED}`;
}

/** Return each trap in sight, and of each kind of harmful ground the nearest cell in sight. */
function harm(mirror) {
  const codes = [...mirror.looks.keys()].sort((one, other) => one - other);
  return codes.flatMap((code) => {
    const look = mirror.looks.get(code);
    if (!look.shunned) return [];
    const there = cellsWhere(mirror, (each, cell) => each === look && inSight(mirror, cell));
    const cells = nearestFirst(there, ownCell(mirror));
    const isTrap = look.effects.some(({ does }) => does === "trap");
    return (isTrap ? cells : cells.slice(0, 1)).map((cell) => [cell, look.name]);
  });
}

/** Return a sentence on the nearest known ground beside cells that nobody has seen. */
function unexplored(mirror) {
  const here = ownCell(mirror);
  const cells = cellsWhere(mirror, ({ walkable }, cell) => walkable && isEdge(mirror, cell));
  const place = cells.length ? placeWords(here, nearestFirst(cells, here)[0]) : "";
  return place ? [`${UNEXPLORED}: ${place}.`] : [];
}

/** Return whether a cell has an unknown one of this floor to its left, right, top or bottom. */
function isEdge({ floor, tiles: codes }, [x, y]) {
  const beside = [[x, y - 1], [x, y + 1], [x - 1, y], [x + 1, y]];
  const onFloor = ([a, b]) => a >= 0 && b >= 0 && a < floor.width && b < floor.height;
  return beside.filter(onFloor).some(([a, b]) => codes[b * floor.width + a] === 0);
}
