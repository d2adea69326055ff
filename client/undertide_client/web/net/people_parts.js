/** Parts of messages about people: callings that they choose, moderation, and lives of heroes. */

import {
  MAX_EFFECTS,
  MAX_MINUTES,
  MAX_REPORT_LINES,
  MAX_SEATS,
  MAX_START,
  WORDS,
} from "../generated/schema.js";
import { ABILITIES } from "./own_parts.js";
import { FIGURES } from "./parts.js";
import {
  between,
  chatLine,
  colour,
  count,
  flag,
  int,
  key,
  list,
  maybe,
  oneOf,
  pair,
  seconds,
  sentence,
  shapes,
  sign,
  someone,
  thing,
  tickRate,
  word,
} from "./types.js";

/** Most entries of a list that is no longer than the rules allow; a bound for what is kept. */
const MAX_COSTS = 64;

const ROLE = oneOf(WORDS.MemberRole, "spectator");
const { ReportLine } = shapes({ ReportLine: { name: someone, text: chatLine } });
/** The last lines of chat, the latest last. */
const chat = (value) => list(ReportLine)(value).slice(-MAX_REPORT_LINES);

export const PEOPLE_PARTS = shapes({
  CallingInfo: {
    calling: key,
    name: word,
    description: sentence,
    abilities: ABILITIES,
    plays: sentence,
    figures: FIGURES,
    start: FIGURES,
    spells: list(word, MAX_START),
  },
  Customs: {
    preset: key,
    pace: oneOf(WORDS.Pace),
    seats: between(1, MAX_SEATS),
    delay: seconds,
    accounts: flag,
    ticks_per_second: tickRate,
  },
  Rates: { per_second: count, burst: count, costs: list(pair(key, count), MAX_COSTS) },
  MetKind: {
    name: thing,
    glyph: sign,
    colour,
    description: sentence,
    fell: count,
    facts: list(sentence, MAX_EFFECTS),
  },
  PersonInfo: {
    id: int,
    name: someone,
    role: ROLE,
    seat: maybe(int),
    account: word,
    connected: flag,
    muted: flag,
    address: word,
    session: key,
  },
  BanInfo: {
    id: int,
    who: (value) => word(value) || someone(""),
    by: word,
    minutes: between(0, MAX_MINUTES),
    reason: sentence,
    watching: flag,
  },
  AuditEntry: { at: count, who: word, text: sentence, session: word },
  NodeInfo: {
    id: word,
    state: word,
    sessions: count,
    players: count,
    watchers: count,
    lease_age_ms: count,
    rules: count,
    version: word,
  },
  ReportInfo: {
    id: int,
    at: count,
    session: word,
    by: someone,
    by_account: word,
    name: someone,
    account: word,
    address: word,
    reason: sentence,
    lines: chat,
  },
  FloorVisit: { number: count, name: word, kind: word, ticks: count, tide: between(-1, 100) },
  Slain: { name: word, count },
  GearWorn: { slot: word, name: thing },
  CompanionLife: { name: someone, calling: word, level: count, alive: flag },
});
export const MEMBER_ROLE = ROLE;
