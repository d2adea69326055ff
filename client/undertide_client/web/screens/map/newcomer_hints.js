/** The hints for newcomers: one for each kind of event, with the keys that answer it. */

import { HINT_KEYS, NEWCOMER_HINTS } from "../../generated/catalogue.js";
import { named } from "../../keys/touch.js";
import { begun } from "../../words/grammar.js";
import { enemiesInSight, knownStairs } from "./routes.js";

/** The picture that each hint is about, by its key. */
const SUITS = {
  fallen: ({ party, seat }) => party.some((one) => one.dies_in && one.seat !== seat),
  hurt: ({ hero }) => hero && !hero.dies_in && hero.life * 2 < hero.max_life,
  monster: (mirror) => enemiesInSight(mirror).length > 0,
  time: ({ pace }) => pace.mode === "real",
  company: hasCompany,
  tide: ({ tide }) => tide.percent >= 0,
  hunger: ({ hero }) => hero && hero.hunger !== "sated",
  find: seesItem,
  gear: ({ pack }) => pack.some(({ slots, slot }) => slots.length && !slot),
  stairs: (mirror) => knownStairs(mirror, "down").length > 0,
};

/** Return the most urgent hint about the present picture that the Set `given` lacks; or null. */
export function nextHint(mirror, given) {
  const fresh = NEWCOMER_HINTS.filter(({ key }) => !given.has(key));
  return fresh.find(({ key }) => SUITS[key](mirror)) ?? null;
}

/** Return a hint with the player's keys or buttons. The first one says how to end hints. */
export function hintWords(ui, hint, isFirst) {
  const words = isFirst ? `${hint.words} ({hints} ends these hints.)` : hint.words;
  return words.replace(/(^|[.!(] ?)?\{(\w+)\}/g, (_whole, start, name) => {
    const told = named(ui, "PLAY", HINT_KEYS[name]);
    return start === undefined || !ui.touches ? `${start ?? ""}${told}` : start + begun(told);
  });
}

function hasCompany({ party, floor, seat }) {
  const here = floor?.branch ?? 0;
  return party.some((one) => one.seat !== seat && one.state === "alive" && one.branch === here);
}

function seesItem(mirror) {
  const kinds = [...mirror.sightings.values()].map(({ kind }) => mirror.kinds.get(kind));
  return kinds.some((kind) => kind?.role === "item" && kind.ware === null);
}
