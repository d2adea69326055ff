/** Words about time: lengths in seconds or turns, and moments as seen from now. */

import { TICKS_PER_TURN } from "../generated/schema.js";
import { TURN_BY_TURN, MONTHS } from "../generated/catalogue.js";
import { counted } from "./grammar.js";

/** A length of time, as the server's descriptions tell it. */
const TICKS = /\b(\d{1,9}) ticks?\b/g;

/**
 * Return a description with its ticks told as players count them: "for 10 s". In a session they are
 * told like any other length there, and elsewhere in seconds at `rate` ticks a second.
 */
export function withSpans(text, mirror, rate) {
  return text.replace(TICKS, (_whole, ticks) =>
    mirror.session ? spanWords(Number(ticks), mirror) : `${secondsOf(Number(ticks), rate)} s`,
  );
}

/**
 * Return how long some ticks last, rounded up: "3 s", or "15 turns" where one plays in turns. A
 * turn is the time of a step at normal speed.
 */
export function spanWords(ticks, mirror) {
  const count = span(ticks, mirror);
  return inTurns(mirror) ? counted(count, "turn") : `${count} s`;
}

/** Return the same for narrow columns: "3 s" or "15 t". */
export function shortSpanWords(ticks, mirror) {
  return `${span(ticks, mirror)} ${inTurns(mirror) ? "t" : "s"}`;
}

/** Return the seconds or turns that some ticks last, rounded up. */
export function span(ticks, mirror) {
  return secondsOf(ticks, inTurns(mirror) ? TICKS_PER_TURN : mirror.rate);
}

/** Return whether a floor moves when its heroes act, however long they think. */
export function inTurns({ pace }) {
  return TURN_BY_TURN.includes(pace.mode);
}

/** Return the seconds of real time that some ticks take at `rate` a second, rounded up. */
export function secondsOf(ticks, rate) {
  return Math.ceil(ticks / Math.max(1, rate));
}

/** Return a Date as seen from another: "today at 9:30", "yesterday at 21:04", "4 March 2026". */
export function momentWords(then, now) {
  const clock = `${then.getHours()}:${String(then.getMinutes()).padStart(2, "0")}`;
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (then.toDateString() === now.toDateString()) return `today at ${clock}`;
  if (then.toDateString() === yesterday.toDateString()) return `yesterday at ${clock}`;
  const day = `${then.getDate()} ${MONTHS[then.getMonth()]}`;
  const isThisYear = then.getFullYear() === now.getFullYear();
  return isThisYear ? `${day} at ${clock}` : `${day} ${then.getFullYear()}`;
}
