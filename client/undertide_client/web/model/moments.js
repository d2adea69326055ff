/** What has happened between two pictures of one view: hits, and moments that deserve a sign. */

import { CROWN, MINUS } from "../generated/catalogue.js";

/** Share of a full life, in percent, from which on a gain of life is told. */
const GAIN = 10;

/** Return what is compared of a view; null while there is nothing to see. */
export function glimpseOf(scene) {
  const { session, floor, following, hero, pace, sightings } = scene;
  if (floor === null) return null;
  const seen = [...sightings.values()].filter((one) => scene.kindOf(one).role !== "item");
  return {
    view: `${session}/${following}`,
    branch: floor.branch,
    floor: `Floor ${floor.number}: ${floor.name}`,
    level: hero?.level ?? 0,
    isDead: hero?.state === "dead",
    life: hero?.life ?? 0,
    mostLife: hero?.max_life ?? 0,
    own: hero?.id ?? null,
    mode: pace.mode,
    healths: new Map(seen.map(({ id, x, y, health }) => [id, { x, y, health }])),
    bosses: new Map(seen.map((one) => [one.id, scene.kindOf(one)]).filter(([, kind]) => kind.boss)),
  };
}

/**
 * Return the hits between two glimpses: {x, y, words, isOwn, isGain} each. The followed hero's are
 * counted in points of life, others' in percent of theirs.
 */
export function hitsBetween(before, after) {
  if (before.view !== after.view || before.branch !== after.branch) return [];
  const hits = [];
  for (const [id, { x, y, health }] of after.healths) {
    const isOwn = id === after.own;
    const then = before.healths.get(id);
    if (then === undefined || (isOwn && before.own !== id)) continue;
    const change = isOwn ? after.life - before.life : health - then.health;
    const isGain = isOwn && change * 100 >= GAIN * after.mostLife && change > 0;
    if (change >= 0 && !isGain) continue;
    const amount = `${Math.abs(change)}${isOwn ? "" : "%"}`;
    hits.push({ x, y, words: `${isGain ? "+" : MINUS}${amount}`, isOwn, isGain });
  }
  return hits;
}

/** Return the moments between two glimpses: {kind, words} each, the gravest last. */
export function momentsBetween(before, after) {
  if (before.view !== after.view) return [];
  const moments = [];
  if (before.mode !== "real" && after.mode === "real") moments.push({ kind: "time", words: "" });
  if (before.branch !== after.branch) moments.push({ kind: "stairs", words: after.floor });
  if (after.level > before.level && before.level > 0) {
    moments.push({ kind: "level", words: `Level ${after.level}` });
  }
  for (const [id, { name }] of after.bosses) {
    if (!before.bosses.has(id)) moments.push({ kind: "boss", words: `${CROWN} ${name}` });
  }
  const dies = after.isDead && !before.isDead && before.own !== null;
  return dies ? [...moments, { kind: "death", words: "" }] : moments;
}
