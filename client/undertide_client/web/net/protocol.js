/**
 * The messages of protocol `undertide.v1` that this page hears (docs/protocol.md), as objects with
 * named fields. Whatever leaves here has the right types, and its text is fit to be shown.
 *
 * What a newer server may add is passed over: fields at the end, and messages.
 */

import { decode, encode } from "./codec.js";
import { EFFECTS, PARTS } from "./parts.js";
import {
  MAX_AGREEMENTS,
  MAX_AMULETS,
  MAX_CELL_MARKS,
  MAX_HEROES,
  MAX_LANDMARKS,
  MAX_LISTED_RUNS,
  MAX_LISTED_SESSIONS,
  MAX_LISTED_WATCHERS,
  MAX_LOOKS,
  MAX_PRESETS,
  MAX_VARIATIONS,
} from "../generated/schema.js";
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
  sentence,
  shapes,
  someone,
  within,
  word,
} from "./types.js";

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

/** The fields that are read of each message, by its tag. */
const MESSAGES = shapes({
  welcome: {
    protocol: int,
    server: sentence,
    presets: list(word, MAX_PRESETS),
    preset_infos: list(PARTS.PresetInfo, MAX_PRESETS),
    motd: sentence,
  },
  sessions: { sessions: list(PARTS.SessionInfo, MAX_LISTED_SESSIONS), more: flag },
  runs: { runs: list(PARTS.RunInfo, MAX_LISTED_RUNS), more: flag },
  watching: {
    session: key,
    preset: word,
    name: someone,
    tiles: list(PARTS.TileLook, MAX_LOOKS),
    subtitle: sentence,
    delay: count,
    ticks_per_second: count,
    statuses: EFFECTS,
    variations: list(PARTS.VariationInfo, MAX_VARIATIONS),
  },
  replaying: {
    run: key,
    session: key,
    preset: word,
    tiles: list(PARTS.TileLook, MAX_LOOKS),
    seats: list(PARTS.SeatInfo, MAX_HEROES),
    subtitle: sentence,
    ticks_per_second: count,
    statuses: EFFECTS,
    variations: list(PARTS.VariationInfo, MAX_VARIATIONS),
  },
  timeline: {
    first: count,
    last: count,
    live: flag,
    landmarks: list(PARTS.Landmark, MAX_LANDMARKS),
    first_elapsed: count,
    last_elapsed: count,
  },
  moment: { tick: count, speed: count, elapsed: count },
  left: { session: key, reason: sentence },
  key: {
    number: int,
    seat: maybe(int),
    floor: PARTS.FloorInfo,
    tiles: list(int),
    sight: list(int),
    kinds: list(PARTS.Kind),
    sightings: list(PARTS.Sighting),
    party: list(PARTS.PartyMember, MAX_HEROES),
    tide: PARTS.TideGauge,
    pace: PARTS.PaceStatus,
    hero: maybe(PARTS.HeroStatus),
    lines: list(PARTS.Line),
    branches: list(PARTS.BranchInfo),
    stairs: list(PARTS.StairInfo),
    amulets: list(PARTS.Amulet, MAX_AMULETS),
    threats: list(PARTS.Threat),
    marks: list(PARTS.MarkInfo, MAX_CELL_MARKS),
    agreements: list(PARTS.StairAgreement, MAX_AGREEMENTS),
  },
  delta: {
    number: int,
    tiles: list(int),
    sight: list(int),
    kinds: list(PARTS.Kind),
    appeared: list(PARTS.Sighting),
    gone: list(int),
    shifted: list(PARTS.Shift),
    changed: list(PARTS.Condition),
    lines: list(PARTS.Line),
    hero: maybe(PARTS.HeroStatus),
    party: maybe(list(PARTS.PartyMember, MAX_HEROES)),
    tide: maybe(PARTS.TideGauge),
    pace: maybe(PARTS.PaceStatus),
    branches: maybe(list(PARTS.BranchInfo)),
    stairs: maybe(list(PARTS.StairInfo)),
    amulets: maybe(list(PARTS.Amulet, MAX_AMULETS)),
    threats: list(PARTS.Threat),
    marks: maybe(list(PARTS.MarkInfo, MAX_CELL_MARKS)),
    agreements: maybe(list(PARTS.StairAgreement, MAX_AGREEMENTS)),
  },
  roster: {
    seats: list(PARTS.SeatInfo, MAX_HEROES),
    watchers: list(someone, MAX_LISTED_WATCHERS),
    watching: count,
    terms: PARTS.Terms,
  },
  chat: { name: someone, colour, text: chatLine, server: flag },
  ended: {
    won: flag,
    title: sentence,
    heroes: list(PARTS.HeroEnd, MAX_HEROES),
    ticks: count,
    subtitle: sentence,
    floors: count,
    amulets: list(PARTS.Amulet, MAX_AMULETS),
    elapsed: count,
    run: key,
    seed: word,
  },
  error: { code: key, reason: sentence, sequence: maybe(int) },
});
