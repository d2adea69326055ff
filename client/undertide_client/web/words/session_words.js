/** Texts about sessions, their terms and their moderation. */

import { ACCESS } from "../generated/catalogue.js";
import { capitalized, listed } from "./grammar.js";

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

/** Return the terms of a session, as a sentence. */
export function termsWords(terms) {
  const words = joined(
    capitalized(ACCESS[terms.access]),
    terms.locked && "locked: nobody new may join",
    terms.delay && `spectators are ${terms.delay} s behind`,
    !terms.watchers_talk && "spectators may not chat",
    !terms.friendly_fire && "companions can't be harmed",
    !terms.new_heroes && "the dead stay dead",
    terms.gentle && "a gentle run",
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

/** Return the sessions in the order in which people look for one. */
export function inOrder(sessions) {
  const rank = (info) => ["live", "waiting", "over"].indexOf(stateOf(info));
  return [...sessions].sort(
    (one, other) => rank(one) - rank(other) || other.heroes - one.heroes,
  );
}

/** Return what a session does: it is live while a hero is awake, else it waits, or is over. */
export function stateOf({ ended, heroes, asleep }) {
  if (ended) return "over";
  return heroes > asleep ? "live" : "waiting";
}

/** Return what people call a session: by who leads it, or else by its id. */
export function gameName({ host, party, session }) {
  const name = host || party[0]?.name;
  return name ? `${name}'s game` : `game ${session}`;
}

/** Return the awake heroes of a session, and where they are: "Ann and Bob are on floor 2". */
export function partyWords({ party }) {
  const awake = party.filter(({ state, away }) => state === "alive" && !away);
  if (!awake.length) return "";
  const floors = new Set(awake.map(({ floor }) => floor));
  const where = floors.size === 1 ? `floor ${[...floors][0]}` : `${floors.size} floors`;
  const verb = awake.length > 1 ? "are" : "is";
  return `${listed(awake.map(({ name }) => name))} ${verb} on ${where}`;
}

/** Return the living heroes of a session, as far as the list names them: "Ann, Bob and 2 more". */
export function companyWords({ party, heroes, session }) {
  const names = party.filter(({ state }) => state !== "dead").map(({ name }) => name);
  if (!names.length) return `session ${session}`;
  const others = heroes - names.length;
  return listed(others > 0 ? [...names, `${others} more`] : names);
}

function joined(...parts) {
  return parts.filter(Boolean).join(", ");
}
