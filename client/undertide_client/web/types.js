/**
 * Types of fields: each returns the value that it is given, checked, with its text fit to be shown,
 * or raises BadMessage.
 */

import { MAX_CHAT, MAX_LINE, MAX_WORD, glyph, line, name } from "./text.js";

/** Characters of an id, a code or a run's name: they go back to the server as they came. */
const MAX_KEY = 200;

/** A message that can't be what the protocol says. Its text says where and what was expected. */
export class BadMessage extends Error {}

/** Do some work; where it raises BadMessage, have that say the place. */
export function within(place, work) {
  try {
    return work();
  } catch (fault) {
    if (!(fault instanceof BadMessage)) throw fault;
    throw new BadMessage(`${place}: ${fault.message}`);
  }
}

function fail(expected, value) {
  throw new BadMessage(`expected ${expected}, not ${value === null ? "null" : typeof value}`);
}

export const int = (value) => (Number.isInteger(value) ? value : fail("an integer", value));
export const flag = (value) => (typeof value === "boolean" ? value : fail("true or false", value));
const raw = (value) => (typeof value === "string" ? value : fail("text", value));
export const count = (value) => Math.max(0, int(value));
export const percent = (value) => Math.min(100, count(value));
export const key = (value) => raw(value).slice(0, MAX_KEY);
export const word = (value) => line(raw(value), MAX_WORD);
export const sentence = (value) => line(raw(value), MAX_LINE);
export const chatLine = (value) => line(raw(value), MAX_CHAT);
export const someone = (value) => name(raw(value));
export const sign = (value) => glyph(raw(value));
/** Anything: nothing here looks at it. */
export const unread = (value) => value;

export function colour(value) {
  return int(value) >= 0 && value <= 0xffffff ? value : -1;
}

/** One of some words; the first, the plainest, for one that only newer versions know. */
export const oneOf = (...words) => (value) => (words.includes(raw(value)) ? value : words[0]);
export const maybe = (type) => (value) => (value === null ? null : type(value));

export function list(type, most = Infinity) {
  return (value) => {
    if (!Array.isArray(value)) fail("an array", value);
    return value.slice(0, most).map((each, index) => within(index, () => type(each)));
  };
}

export function pair(first, second) {
  return (value) => {
    if (!Array.isArray(value) || value.length < 2) fail("a pair", value);
    return [first(value[0]), second(value[1])];
  };
}

/** A field that a server may leave out, with what it means then. */
export function optional(type, fallback) {
  const reader = (value) => type(value);
  reader.fallback = () => fallback;
  return reader;
}

/** Fields in their order. `names` of what it returns are theirs. */
export function shape(fields) {
  const entries = Object.entries(fields);
  const reader = (value) => {
    if (!Array.isArray(value)) fail("an array", value);
    return Object.fromEntries(
      entries.map(([field, type], index) => [
        field,
        within(field, () => (index < value.length ? type(value[index]) : missing(type))),
      ]),
    );
  };
  reader.names = entries.map(([field]) => field);
  return reader;
}

function missing(type) {
  return type.fallback === undefined ? fail("a field", undefined) : type.fallback();
}
