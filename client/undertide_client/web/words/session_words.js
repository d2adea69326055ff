/** Texts about sessions, their terms and their moderation. */

import { ACCESS, MINUTE, PACES } from "../generated/catalogue.js";
import { capitalized } from "./grammar.js";

/** Return "yes" or "no". */
export function yesOrNo(value) {
  return value ? "yes" : "no";
}

/** Return the length of a ban or a mute: "2 h"; 0 means forever. */
export function lengthWords(minutes) {
  if (minutes >= 24 * 60) return `${Math.floor(minutes / (24 * 60))} d`;
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h`;
  return minutes ? `${minutes} min` : "for good";
}

/** Return what a ban forbids, how long it still lasts, and who ordered it. */
export function banWords(ban) {
  const left = ban.minutes ? `${lengthWords(ban.minutes)} left` : "for good";
  const kind = ban.watching ? "may not watch" : "may not join";
  return `${kind}, ${left}${ban.by ? `, by ${ban.by}` : ""}`;
}

/** Return the limits on who can join a listed session: "full, locked"; empty if none. */
export function sessionMarks(info) {
  const access = info.access === "public" ? "" : ACCESS[info.access];
  return joined(info.full && "full", info.locked && "locked", access);
}

/** Return the heroes of a listed session: "3/8", or "2 here, 6 asleep" if some sleep. */
export function playersWords(info) {
  const asleep = Math.min(info.asleep, info.heroes);
  if (asleep <= 0) return `${info.heroes}/${info.seats}`;
  return `${info.heroes - asleep} here, ${asleep} asleep`;
}

/** Return the heroes of a listed session: "Ann on floor 3, Ben asleep, and 2 more". */
export function heroesWords(info) {
  const named = info.party.map((hero) => `${hero.name} ${heroState(hero)}`);
  const others = info.heroes - info.party.filter(({ state }) => state !== "dead").length;
  return joined(...named, named.length && others > 0 && `and ${others} more`);
}

function heroState({ state, floor }) {
  if (state === "dead" || state === "asleep") return state;
  const place = floor ? `on floor ${floor}` : "on the way";
  return state === "linkdead" ? `${place}, away` : place;
}

/** Return a listed session in one line of words: its game, who is there and how deep. */
export function toldSession(info, title) {
  const words = joined(
    sessionMarks(info),
    title,
    PACES[info.pace],
    info.subtitle,
    `players ${playersWords(info)}`,
    `${info.spectators} watching`,
    `deepest floor ${info.deepest_floor}`,
    heroesWords(info),
  );
  return `${info.session}: ${words}`;
}

/** Return a listed session's party leader and terms, as a line. */
export function sessionWords(info) {
  return joined(
    `${info.session}: ${info.host ? `led by ${info.host}` : "without a party leader"}`,
    ACCESS[info.access],
    info.elapsed >= MINUTE && `played for ${lengthWords(Math.floor(info.elapsed / MINUTE))}`,
    info.ended && "over",
    info.asleep > 0 && `${info.seats} seats`,
    info.full && "all seats are taken",
    info.locked && "locked",
    info.delay && `spectators are ${info.delay} s behind`,
  );
}

/** Return the terms of a session, as a sentence. */
export function termsWords(terms) {
  const words = joined(
    capitalized(ACCESS[terms.access]),
    terms.locked && "locked: nobody new may join",
    terms.delay && `spectators are ${terms.delay} s behind`,
    !terms.watchers_talk && "spectators may not chat",
    !terms.friendly_fire && "companions can't be harmed",
    !terms.new_heroes && "the dead stay dead",
  );
  return `${words}.`;
}

/** Return the reasons why a person can't play or talk: "away, muted"; empty if none. */
export function personWords(person) {
  return joined(!person.connected && "away", person.muted && "muted");
}

/** Return the player's account on a server, as a sentence. */
export function accountWords(account) {
  if (account.name) {
    const rank = account.operator ? ", an operator of this server" : "";
    return `Logged in as ${account.name}${rank}`;
  }
  if (account.operator) return "An operator of this server, by the operator key";
  return "A guest, without an account";
}

function joined(...parts) {
  return parts.filter(Boolean).join(", ");
}
