/** Texts about the state of the world. */

import {
  ACTIVITIES,
  AGES,
  HEALTH,
  HELP_QUESTION,
  MAX_WAVES,
  MODES,
  STATES,
} from "../generated/catalogue.js";
import { cardOf } from "./cards.js";
import { rounded } from "./grammar.js";
import { shortSpanWords, spanWords } from "./time_words.js";

/** Return what keeps a hero from acting: "down 12 s", "asleep"; empty if nothing does. */
export function memberState(member, mirror) {
  if (member.dies_in > 0) return `down ${shortSpanWords(member.dies_in, mirror)}`;
  if (member.returns) return "returns";
  const state = member.away && member.state === "asleep" ? "away" : STATES[member.state];
  return state || (member.hunger === "sated" ? "" : member.hunger);
}

/** Return how a fallen hero fares: "fallen: dies in 12 s"; empty while it stands. */
export function fallWords(hero, mirror) {
  if (hero.dies_in <= 0) return "";
  if (hero.revived_in > 0) return `fallen: up in ${spanWords(hero.revived_in, mirror)}`;
  return `fallen: dies in ${spanWords(hero.dies_in, mirror)}`;
}

/** Return what would have helped a hero that died, as one line; empty if nothing is known. */
export function hindsightWords(life) {
  return life?.hindsight?.length ? `${HELP_QUESTION} ${life.hindsight.join(" ")}` : "";
}

/** Return how a run ended, as chronicles tell it; null while it goes on. */
export function runEndOf(ended) {
  return ended === null ? null : { won: ended.won, seed: ended.seed };
}

/** Return the card of a hero's end as lines of text; `link` leads to its chronicle, or is empty. */
export function cardLines(life, ended, link) {
  return cardOf(life, runEndOf(ended), link);
}

/** Return what a hero does by itself: "exploring…"; empty if it waits for its player. */
export function activityWords(mirror, hero) {
  if (hero.follows >= 0) return `following ${nameOfSeat(mirror, hero.follows)}…`;
  if (hero.tends) return "reviving…";
  return hero.fights ? "fighting…" : ACTIVITIES[hero.activity];
}

/** Return how time passes: "real time, half speed", "party turns: waiting for Ann, 8 s". */
export function paceWords(mirror) {
  const { pace } = mirror;
  if (pace.paused_for > 0) return `paused, ${pauseMinutes(pace)} min left`;
  const mode = MODES[pace.mode] + (pace.slow ? ", half speed" : "");
  const awaited = mirror.party.filter(({ seat }) => pace.waiting_for.includes(seat));
  const names = awaited.map(({ seat, name }) => (isOwn(mirror, seat) ? "you" : name));
  if (!names.length) return mode;
  const limit = pace.limit_in > 0 ? `, ${limitWords(pace)}` : "";
  return `${mode}: waiting for ${names.join(", ")}${limit}`;
}

/** Return how long a party turn still waits: "8 s". */
export function limitWords(pace) {
  return `${rounded(Math.max(0, pace.limit_in) / 1000)} s`;
}

/** Return the minutes that a pause still lasts, rounded up. */
export function pauseMinutes(pace) {
  return Math.ceil(Math.max(0, pace.paused_for) / 60_000);
}

/**
 * Return who wants a pause, or that there is one; empty without either. `key` is the key that
 * agrees; empty if none does.
 */
export function pauseWords(mirror, key) {
  const { pace } = mirror;
  if (pace.paused_for > 0) {
    return `Paused for ${pauseMinutes(pace)} min at most: any action goes on`;
  }
  const asking = mirror.party.filter(({ seat }) => pace.pause_asked.includes(seat));
  const names = asking.filter(({ seat }) => !isOwn(mirror, seat)).map(({ name }) => name);
  if (pace.pause_asked.some((seat) => isOwn(mirror, seat))) {
    return "You want a pause: it begins when all others agree";
  }
  const agrees = key ? ` ${key} agrees` : "";
  return names.length ? `${names.join(", ")}: a pause?${agrees}` : "";
}

/** Return what tells the player that a party turn waits; empty before the server nudges it. */
export function nudgeWords(mirror) {
  const { pace } = mirror;
  if (!pace.nudge || !pace.waiting_for.some((seat) => isOwn(mirror, seat))) return "";
  return `Your turn: the others wait for you (${limitWords(pace)} left)`;
}

/** Return the next pace and when it comes; empty if none does. */
export function changeWords(pace) {
  if (pace.next === null || pace.next === pace.mode) return "";
  const seconds = rounded(Math.max(0, pace.turns_in) / 1000);
  return pace.mode === "solo" ? `turns end in ${seconds} s` : `${MODES[pace.next]} in ${seconds} s`;
}

/** Return an effect and how long it lasts: "confused 3 s". */
export function effectWords(name, ticks, mirror) {
  return `${name} ${spanWords(ticks, mirror)}`;
}

/** Return the hunger of a hero: "hungry 12%"; empty while it is sated. */
export function hungerWords(hero) {
  return hero.hunger === "sated" ? "" : `${hero.hunger} ${hero.food}%`;
}

/** Return the height of the tide: "34%"; its name during the time of grace. */
export function tideWords(tide) {
  return tide.percent < 0 ? tide.name : `${Math.min(100, tide.percent)}%`;
}

/** Return the last mark's name with a wave for each mark passed: "~~ rising"; empty if none. */
export function markWords(tide) {
  return tide.mark > 0 ? `${"~".repeat(Math.min(MAX_WAVES, tide.mark))} ${tide.name}`.trim() : "";
}

/** Return when the tide brings its next monsters, and their worth; empty if that isn't known. */
export function comerWords(mirror) {
  const { next_in: ticks, worth } = mirror.tide;
  return ticks > 0 ? `in ${spanWords(ticks, mirror)}: ${worth} exp` : "";
}

/** Return how wounded a creature looks. */
export function healthWords(percent) {
  return (HEALTH.find(([least]) => percent >= least) ?? HEALTH.at(-1))[1];
}

/** Return the visible state of a monster or hero: "wounded, hunting, burning". */
export function stateWords(one) {
  const mood = STATES[one.mood] ?? one.mood;
  const health = mood === "fallen" ? "" : healthWords(one.health);
  return [health, mood, ...one.statuses].filter(Boolean).join(", ");
}

/** Return the mood of a monster and its statuses: "hunting, poisoned". */
export function visibleWords(one) {
  return [one.mood, ...one.statuses].filter(Boolean).join(", ");
}

/** Return the name of a seat's hero; "the party" for null. */
export function nameOfSeat(mirror, seat) {
  if (seat === null) return "the party";
  const known = [...mirror.party, ...mirror.roster].find((one) => one.seat === seat);
  return known ? known.name : `seat ${seat}`;
}

/** Return the name of a floor of the run, marked if it is ahead or here: "a keep (ahead)". */
export function branchWords(mirror, branch) {
  if (mirror.floor?.branch === branch.id) return `${branch.name} (here)`;
  return branch.visited ? branch.name : `${branch.name} (ahead)`;
}

/** Return the heroes on a floor of the run: "Ann, Bob"; empty if nobody is there. */
export function heroesWords(mirror, branch) {
  const there = mirror.party.filter((one) => one.branch === branch && one.floor > 0);
  return there.map(({ seat, name }) => (isOwn(mirror, seat) ? "you" : name)).join(", ");
}

/**
 * Return the floor of a hero: "↓3"; empty for none. If the party is on several floors, the glyph of
 * the floor's type tells floors of one depth apart.
 */
export function floorWords(mirror, member) {
  if (member.floor <= 0) return "";
  const there = new Set(mirror.party.filter((one) => one.floor > 0).map(({ branch }) => branch));
  return `↓${member.floor}${there.size > 1 ? (mirror.tree.get(member.branch)?.glyph ?? "") : ""}`;
}

/** Return who carries an amulet. */
export function bearerWords(mirror, amulet) {
  return amulet.bearer === null
    ? "in nobody's hands"
    : `carried by ${nameOfSeat(mirror, amulet.bearer)}`;
}

/** Return the age of something: "3 h ago". */
export function agoWords(seconds) {
  const age = AGES.find(([length]) => seconds >= length);
  return age ? `${Math.floor(seconds / age[0])} ${age[1]} ago` : "just now";
}

/** Return the names of those who took part: "Ann, Bob". */
export function namesWords(names) {
  return names.join(", ") || "nobody";
}

/** Return whether a seat is this client's own. A spectator has none. */
export function isOwn(mirror, seat) {
  return seat !== null && seat === mirror.seat;
}
