/** What changed since a player last heard it, in sentences. */

import {
  CREATURE,
  ENEMY,
  GAIN,
  HERO,
  ITEM,
  MARK,
  MEMORY,
  NO_HERO,
  SORTS,
} from "../../generated/catalogue.js";
import { placeWords } from "../../words/bearings.js";
import { sentenceOf } from "../../words/grammar.js";
import { markWords } from "../../words/mark_words.js";
import { fallWords, hungerWords, isOwn, paceWords } from "../../words/words.js";
import { inSight, isFoe, ownCell } from "../map/routes.js";
import { isDoor, sentence, sentences, sightingWords, tileWords } from "./surroundings.js";

/** What a player knows who has been told nothing: the facts whose changes are worth a sentence. */
export const UNTOLD = {
  session: "",
  /** The branch of the floor; 0 before the first. */
  branch: 0,
  /** The ids of the monsters in sight, of all remembered items, and of heroes that were told. */
  seen: new Set(),
  /** The ids of monsters out of sight, each with the changes for which they count as seen. */
  lately: new Map(),
  marks: new Map(),
  /** The seat of the followed hero. */
  seat: null,
  life: 0,
  max_life: 0,
  mana: 0,
  hunger: "",
  pace: "",
  fall: false,
  statuses: new Set(),
  /** The special ground under the hero, where it last stood still; empty for usual ground. */
  ground: "",
};

/** Return what a player knows who has been told everything. */
export function heard(mirror) {
  const { hero } = mirror;
  const known = [...mirror.sightings.values()].filter((one) => isKnownSighting(mirror, one));
  return {
    session: mirror.session,
    branch: mirror.floor?.branch ?? 0,
    seen: new Set(known.map(({ id }) => id)),
    lately: new Map(),
    marks: new Map(mirror.marks.map((mark) => [`${mark.x},${mark.y}`, mark])),
    seat: mirror.following,
    life: hero?.life ?? 0,
    max_life: hero?.max_life ?? 0,
    mana: hero?.mana ?? 0,
    hunger: hero?.hunger ?? "",
    pace: mirror.pace.mode,
    fall: hero !== null && hero.dies_in > 0,
    statuses: new Set((hero?.effects ?? []).map(([name]) => name)),
    ground: groundOf(mirror),
  };
}

/**
 * Return what changed since `before`, and what the player knows after hearing it. The sentences
 * come the most urgent first. On another floor, in another session or through other eyes, all is
 * new: the floor and one's life are told first, and then everything in sight.
 */
export function changes(before, mirror) {
  if (mirror.floor === null) return [[], before];
  let now = heard(mirror);
  const isAnew = ["session", "branch", "seat"].some((key) => before[key] !== now[key]);
  const known = isAnew ? { ...UNTOLD, pace: before.pace } : before;
  if (mirror.hero !== null && mirror.hero.activity !== "none") now.ground = known.ground;
  now = remembering(known, now, mirror);
  const isNewGround = now.ground !== "" && now.ground !== known.ground;
  const lines = [
    ...(isAnew ? [`Floor ${mirror.floor.number}: ${mirror.floor.name}.`] : []),
    ...lifeLines(known, mirror, isAnew),
    ...(isNewGround ? [`You stand on: ${now.ground}.`] : []),
    ...cameIntoView(new Set([...known.seen, ...known.lately.keys()]), mirror),
    ...newMarks(known, mirror),
    ...(known.pace === now.pace ? [] : [sentenceOf(paceWords(mirror))]),
  ];
  const isUntold = !isAnew && isSmallGain(before, mirror.hero);
  return [lines, isUntold ? { ...now, life: before.life } : now];
}

/** Return a sentence for each creature and item in sight whose id isn't in the Set `known`. */
export function cameIntoView(known, mirror) {
  const isNew = (one) => !known.has(one.id) && one !== mirror.own;
  const seen = [...mirror.sightings.values()].filter(
    (one) => isNew(one) && inSight(mirror, [one.x, one.y]),
  );
  return SORTS.flatMap((sort) => {
    const those = seen.filter((one) => sortOf(mirror, one) === sort);
    const told = those.map((one) => [[one.x, one.y], sightingWords(mirror, one)]);
    return sentences(mirror, sort, told);
  });
}

/** Return one's life and mana: "Life 23 of 30. Mana 4 of 12.". */
export function lifeWords(hero) {
  const mana = hero.max_mana > 0 ? ` Mana ${hero.mana} of ${hero.max_mana}.` : "";
  return `Life ${hero.life} of ${hero.max_life}.${mana}`;
}

/** Return how the followed hero fares, and how time passes, as a player may ask at any time. */
export function statusLines(mirror) {
  const { hero } = mirror;
  const pace = sentenceOf(paceWords(mirror));
  if (hero === null) return [NO_HERO, pace];
  const names = hero.effects.map(([name]) => name);
  const words = [fallWords(hero, mirror), hungerWords(hero), ...names].filter(Boolean);
  return [[lifeWords(hero), `Level ${hero.level}.`, ...words.map(sentenceOf), pace].join(" ")];
}

/** Return what changed about the hero itself. */
function lifeLines(before, mirror, isAnew) {
  const { hero } = mirror;
  if (hero === null) return isAnew ? [NO_HERO] : [];
  const isChanged = hero.life !== before.life || hero.max_life !== before.max_life;
  const lines = [];
  if (isAnew) lines.push(lifeWords(hero));
  else if (isChanged && !isSmallGain(before, hero)) lines.push(lifeChange(before, hero));
  if (hero.mana < before.mana && !isAnew) lines.push(`Mana ${hero.mana} of ${hero.max_mana}.`);
  const isHungrier = hero.hunger !== before.hunger && hero.hunger !== "sated";
  if (isHungrier) lines.push(sentenceOf(hungerWords(hero)));
  if (hero.dies_in > 0 && !before.fall) lines.push(sentenceOf(fallWords(hero, mirror)));
  return [...lines, ...statuses(before, hero)];
}

/** Return whether life rose by too little for a sentence; full life always has one. */
function isSmallGain(before, hero) {
  if (hero === null || hero.max_life !== before.max_life) return false;
  if (hero.life === 0 || hero.life === hero.max_life) return false;
  const gain = (hero.life - before.life) * 100;
  return gain > 0 && gain < GAIN * hero.max_life;
}

function lifeChange(before, hero) {
  const change = hero.life - before.life;
  if (!change) return `Life ${hero.life} of ${hero.max_life}.`;
  const how = change > 0 ? "more" : "less";
  return `Life ${hero.life} of ${hero.max_life}, ${Math.abs(change)} ${how}.`;
}

function statuses(before, hero) {
  const names = hero.effects.map(([name]) => name);
  const begins = names.filter((name) => !before.statuses.has(name));
  const ends = [...before.statuses].filter((name) => !names.includes(name)).sort();
  return [
    ...begins.map((name) => `You are ${name}.`),
    ...ends.map((name) => `You are no longer ${name}.`),
  ];
}

function newMarks(before, mirror) {
  const here = ownCell(mirror);
  const isNew = (mark) => !isKnown(before.marks.get(`${mark.x},${mark.y}`), mark);
  const told = mirror.marks.filter((mark) => isNew(mark) && !isOwn(mirror, mark.seat));
  return told.map((mark) =>
    sentence(MARK, markWords(mirror, mark), placeWords(here, [mark.x, mark.y])),
  );
}

function isKnown(known, { mark, seat }) {
  return known !== undefined && known.mark === mark && known.seat === seat;
}

/** Return whether a player who has heard everything knows of a sighting. */
function isKnownSighting(mirror, one) {
  return mirror.kindOf(one).role === "item" || inSight(mirror, [one.x, one.y]);
}

/** Return the name of stairs, a door or harm under the player's hero; else an empty text. */
function groundOf(mirror) {
  const here = mirror.watching ? null : ownCell(mirror);
  const look = here ? mirror.lookAt(...here) : undefined;
  if (look === undefined) return "";
  const isSpecial = look.stairs !== "none" || look.shunned || isDoor(look);
  return isSpecial ? tileWords(mirror, here, look) : "";
}

/**
 * Return `now` with what a player who was told of it before need not be told again: heroes who went
 * out of sight, and for a while monsters, since they come and go at corners.
 */
function remembering(before, now, mirror) {
  const all = [...mirror.sightings.values()];
  const heroes = new Set(
    all.filter((one) => mirror.kindOf(one).role === "hero").map(({ id }) => id),
  );
  const left = new Map();
  for (const [id, count] of before.lately) if (count > 1) left.set(id, count - 1);
  const seen = new Set(now.seen);
  for (const id of [...before.seen].sort((one, other) => one - other)) {
    if (heroes.has(id)) seen.add(id);
    else left.set(id, MEMORY);
  }
  const lately = new Map([...left].filter(([id]) => !now.seen.has(id)));
  return { ...now, seen, lately };
}

function sortOf(mirror, one) {
  const { role } = mirror.kindOf(one);
  if (role !== "monster") return role === "hero" ? HERO : ITEM;
  return isFoe(mirror, one) ? ENEMY : CREATURE;
}
