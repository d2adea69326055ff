/**
 * The messages of protocol `undertide.v1` that this page hears (docs/protocol.md), as objects with
 * named fields. Whatever leaves here has the right types, and its text is fit to be shown.
 *
 * What a newer server may add is passed over: fields at the end, and messages.
 */

import { decode, encode } from "./codec.js";
import { MAX_PARTY, PARTS } from "./parts.js";
import {
  BadMessage,
  chatLine,
  colour,
  count,
  flag,
  int,
  key,
  list,
  maybe,
  optional,
  sentence,
  shape,
  someone,
  unread,
  within,
  word,
} from "./types.js";

export const PROTOCOL = 1;
export const SUBPROTOCOL = "undertide.v1";

/** Names of watchers that are kept; more are only counted. */
const MAX_WATCHERS = 50;
/** Sessions that are listed, and runs. */
const MAX_LISTED = 200;
/** Landmarks of a timeline. */
const MAX_LANDMARKS = 2000;
/** Looks of tiles: ten times what content has. */
const MAX_LOOKS = 512;
/** Amulets of a run. */
const MAX_AMULETS = 9;
const PLAIN_TERMS = PARTS.Terms([]);

/** Return the message in some bytes; null if this page knows no such one. Raises BadMessage. */
export function read(bytes) {
  const raw = decode(bytes);
  if (!Array.isArray(raw) || typeof raw[0] !== "string") {
    throw new BadMessage("expected an array that begins with a tag");
  }
  const [tag, ...fields] = raw;
  if (!Object.hasOwn(MESSAGES, tag)) return null;
  return { tag, ...within(tag, () => MESSAGES[tag](fields)) };
}

/** Return a message to the server as bytes: its tag, then its fields. */
export function written(tag, ...fields) {
  return encode([tag, ...fields]);
}

export const MESSAGES = {
  welcome: shape({
    protocol: int,
    server: sentence,
    presets: list(word, MAX_LISTED),
    callings: optional(unread, []),
    customs: optional(unread, null),
  }),
  sessions: shape({ sessions: list(PARTS.SessionInfo, MAX_LISTED) }),
  runs: shape({ runs: list(PARTS.RunInfo, MAX_LISTED) }),
  watching: shape({
    session: key,
    preset: word,
    name: someone,
    tiles: list(PARTS.TileLook, MAX_LOOKS),
    subtitle: optional(sentence, ""),
    delay: optional(count, 0),
  }),
  replaying: shape({
    run: key,
    session: key,
    preset: word,
    tiles: list(PARTS.TileLook, MAX_LOOKS),
    seats: list(PARTS.SeatInfo, MAX_PARTY),
    subtitle: optional(sentence, ""),
  }),
  timeline: shape({
    first: count,
    last: count,
    live: flag,
    landmarks: list(PARTS.Landmark, MAX_LANDMARKS),
  }),
  moment: shape({ tick: count, speed: count }),
  left: shape({ session: key, reason: sentence }),
  key: shape({
    number: int,
    seat: maybe(int),
    floor: PARTS.FloorInfo,
    tiles: list(int),
    sight: list(int),
    kinds: list(PARTS.Kind),
    sightings: list(PARTS.Sighting),
    party: list(PARTS.PartyMember, MAX_PARTY),
    tide: PARTS.TideGauge,
    pace: PARTS.PaceStatus,
    hero: maybe(PARTS.HeroStatus),
    intent: unread,
    pack: unread,
    lines: list(PARTS.Line),
    branches: optional(list(PARTS.BranchInfo), []),
    stairs: optional(list(PARTS.StairInfo), []),
    amulets: optional(list(PARTS.Amulet, MAX_AMULETS), []),
    spells: optional(unread, []),
  }),
  delta: shape({
    number: int,
    tiles: optional(list(int), []),
    sight: optional(list(int), []),
    kinds: optional(list(PARTS.Kind), []),
    appeared: optional(list(PARTS.Sighting), []),
    gone: optional(list(int), []),
    shifted: optional(list(PARTS.Shift), []),
    changed: optional(list(PARTS.Condition), []),
    intent: optional(unread, null),
    lines: optional(list(PARTS.Line), []),
    hero: optional(maybe(PARTS.HeroStatus), null),
    party: optional(maybe(list(PARTS.PartyMember, MAX_PARTY)), null),
    tide: optional(maybe(PARTS.TideGauge), null),
    pace: optional(maybe(PARTS.PaceStatus), null),
    pack: optional(unread, null),
    branches: optional(maybe(list(PARTS.BranchInfo)), null),
    stairs: optional(maybe(list(PARTS.StairInfo)), null),
    amulets: optional(maybe(list(PARTS.Amulet, MAX_AMULETS)), null),
    spells: optional(unread, null),
  }),
  roster: shape({
    seats: list(PARTS.SeatInfo, MAX_PARTY),
    watchers: list(someone, MAX_WATCHERS),
    watching: optional(count, 0),
    terms: optional(PARTS.Terms, PLAIN_TERMS),
  }),
  chat: shape({ name: someone, colour, text: chatLine }),
  ended: shape({
    won: flag,
    title: sentence,
    heroes: list(PARTS.HeroEnd, MAX_PARTY),
    ticks: count,
    subtitle: optional(sentence, ""),
    floors: optional(count, 0),
    amulets: optional(list(PARTS.Amulet, MAX_AMULETS), []),
  }),
  error: shape({ code: key, reason: sentence, sequence: optional(maybe(int), null) }),
};
