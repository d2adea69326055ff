/**
 * Types of fields: each returns the value that it is given, checked, with its text fit to be shown,
 * or raises BadMessage.
 */

import {
  DEFAULTS,
  FIELDS,
  MAX_CHAT,
  MAX_DELAY,
  MAX_LINE,
  MAX_THING,
  MAX_TICK_RATE,
  MAX_TOKEN,
  MAX_WORD,
} from "../generated/schema.js";
import { glyph, line, name } from "./text.js";

/** Characters of an id, a code or a run's name: they go back to the server as they came. */
export const MAX_KEY = 200;

/** A message that can't be what the protocol says. Its text says where and what was expected. */
export class BadMessage extends Error {}

/** Do some work; where it raises BadMessage, have that say the place. */
export function within(place, work) {
  try {
    return work();
  } catch (fault) {
    throw placed(fault, place);
  }
}

/** Return a fault that says the place, if it is a BadMessage; any other as it is. */
function placed(fault, place) {
  return fault instanceof BadMessage ? new BadMessage(`${place}: ${fault.message}`) : fault;
}

function fail(expected, value) {
  throw new BadMessage(`expected ${expected}, not ${value === null ? "null" : typeof value}`);
}

export const int = (value) => (Number.isInteger(value) ? value : fail("an integer", value));
export const flag = (value) => (typeof value === "boolean" ? value : fail("true or false", value));
/** Text that no screen shows. */
export const raw = (value) => (typeof value === "string" ? value : fail("text", value));
export const count = (value) => Math.max(0, int(value));
/** An integer, or the nearest one that is possible. */
export const between = (least, most) => (value) => Math.min(most, Math.max(least, int(value)));
export const percent = between(0, 100);
export const seconds = between(0, MAX_DELAY);
export const tickRate = between(1, MAX_TICK_RATE);
export const key = (value) => raw(value).slice(0, MAX_KEY);
export const word = (value) => line(raw(value), MAX_WORD);
export const thing = (value) => line(raw(value), MAX_THING);
export const sentence = (value) => line(raw(value), MAX_LINE);
export const chatLine = (value) => line(raw(value), MAX_CHAT);
export const someone = (value) => name(raw(value));
export const sign = (value) => glyph(raw(value));

/** The address of a page on the web; empty for anything that a link should not open. */
export const webAddress = (value) => (/^https?:\/\/\S+$/.test(sentence(value)) ? value : "");

/** A path on the server's own site; empty for anything else. */
export const sitePath = (value) => (/^\/[\w./+~-]*$/.test(key(value)) ? value : "");

/** A token: bytes that go back to the server as they came. */
export function secret(value) {
  if (!(value instanceof Uint8Array)) fail("bytes", value);
  return value.length <= MAX_TOKEN ? value : fail("a token", value);
}

export function colour(value) {
  return int(value) >= 0 && value <= 0xffffff ? value : -1;
}

/** One of some words; the plainest of them for one that only newer versions know. */
export function oneOf(words, plainest = words[0]) {
  return (value) => (words.includes(raw(value)) ? value : plainest);
}
export const maybe = (type) => (value) => (value === null ? null : type(value));

export function list(type, most = Infinity) {
  return (value) => {
    if (!Array.isArray(value)) fail("an array", value);
    return value.slice(0, most).map((each, index) => {
      try {
        return type(each);
      } catch (fault) {
        throw placed(fault, index);
      }
    });
  };
}

export function pair(first, second) {
  return (value) => {
    if (!Array.isArray(value) || value.length < 2) fail("a pair", value);
    return [first(value[0]), second(value[1])];
  };
}

/**
 * A part or message of that name in the schema, as an object. `types` are of the fields that this
 * page reads: the others are passed over, and what a server leaves out has its default.
 */
function shape(name, types) {
  const fields = FIELDS[name];
  const unknown = Object.keys(types).find((field) => !fields.includes(field));
  if (unknown !== undefined) throw new Error(`${name} has no field ${unknown}`);
  const known = fields.map((field, index) => ({ field, index, type: types[field] }));
  const shown = known.filter(({ type }) => type !== undefined);
  return (value) => {
    if (!Array.isArray(value)) fail("an array", value);
    const read = {};
    for (const { field, index, type } of shown) {
      try {
        read[field] = type(index < value.length ? value[index] : fallback(name, field));
      } catch (fault) {
        throw placed(fault, field);
      }
    }
    return read;
  };
}

function fallback(name, field) {
  const defaults = DEFAULTS[name] ?? {};
  return Object.hasOwn(defaults, field) ? defaults[field] : fail("a field", undefined);
}

/** Return a reader for each name of the schema, by the types of the fields that are read of it. */
export function shapes(types) {
  return Object.fromEntries(
    Object.entries(types).map(([name, each]) => [name, shape(name, each)]),
  );
}
