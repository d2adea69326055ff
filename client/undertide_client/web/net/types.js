/**
 * Types of fields, as the schema spells them: each returns the value that it is given, checked, with
 * its text fit to be shown, or raises BadMessage.
 */

import {
  DEFAULTS,
  LETTERS,
  MAX_LINE,
  MAX_TOKEN,
  PARTS,
  TYPES,
  WORDS,
} from "../generated/schema.js";
import { glyph, line, someone } from "./text.js";

/** Characters of an id, a code or a run's name: they go back to the server as they came. */
const MAX_KEY = 200;

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

const int = (value) => (Number.isInteger(value) ? value : fail("an integer", value));
const bool = (value) => (typeof value === "boolean" ? value : fail("true or false", value));
/** Text that no screen shows. */
const text = (value) => (typeof value === "string" ? value : fail("text", value));
const key = (value) => text(value).slice(0, MAX_KEY);

/** A token: bytes that go back to the server as they came. */
function bytes(value) {
  if (!(value instanceof Uint8Array)) fail("bytes", value);
  return value.length <= MAX_TOKEN ? value : fail("a token", value);
}

const PLAIN = { int, bool, text, bytes };

/**
 * What makes a type of its bounds, by the name of the bound or of the kind of type.
 * `undertide_shared/messages/fields.py` says what each means.
 */
const MAKERS = {
  Printable: (limit) => (value) => line(text(value), limit),
  Named: (limit, optional) => (value) =>
    optional && text(value) === "" ? "" : someone(text(value), limit),
  OneGlyph: () => (value) => glyph(text(value)),
  OneLetter: () => (value) => (text(value).length === 1 && LETTERS.includes(value) ? value : ""),
  Returned: () => key,
  /** The address of a page on the web; empty for anything that a link should not open. */
  WebAddress: () => (value) =>
    /^https?:\/\/\S+$/.test(line(text(value), MAX_LINE)) ? value : "",
  /** A path on the server's own site; empty for anything else. */
  SitePath: () => (value) => (/^\/[\w./+~-]*$/.test(key(value)) ? value : ""),
  Rgb: () => (value) => (int(value) >= 0 && value <= 0xffffff ? value : -1),
  Number: (least, most = Infinity) => (value) => Math.min(most, Math.max(least, int(value))),
  Listed: (type, most, latest) => list(typeOf(type), most, latest),
  list: (type) => list(typeOf(type)),
  tuple: (...types) => tuple(types.map(typeOf)),
  maybe: (spelt) => {
    const type = typeOf(spelt);
    return (value) => (value === null ? null : type(value));
  },
  oneOf: (words, plainest) => oneOf(Array.isArray(words) ? words : WORDS[words], plainest),
};

/** Types by their names, as they are needed. */
const made = new Map(Object.entries(PLAIN));

/** Return the type that the schema spells so: the name of a type, or a maker and its arguments. */
function typeOf(spelt) {
  if (Array.isArray(spelt)) return MAKERS[spelt[0]](...spelt.slice(1));
  if (!made.has(spelt)) made.set(spelt, typeNamed(spelt));
  return made.get(spelt);
}

function typeNamed(name) {
  if (Object.hasOwn(TYPES, name)) return typeOf(TYPES[name]);
  return Object.hasOwn(WORDS, name) ? oneOf(WORDS[name]) : shape(name, PARTS[name]);
}

/** One of some words; the plainest of them for one that only newer versions know. */
function oneOf(words, plainest = words[0]) {
  return (value) => (words.includes(text(value)) ? value : plainest);
}

function list(type, most = Infinity, latest = false) {
  return (value) => {
    if (!Array.isArray(value)) fail("an array", value);
    const kept = latest ? value.slice(-most) : value.slice(0, most);
    return kept.map((each, index) => {
      try {
        return type(each);
      } catch (fault) {
        throw placed(fault, index);
      }
    });
  };
}

function tuple(types) {
  return (value) => {
    if (!Array.isArray(value) || value.length < types.length) fail("a tuple", value);
    return types.map((type, index) => type(value[index]));
  };
}

/**
 * Return the reader of a part or message of that name as an object. What a server leaves out has its
 * default; what only newer servers send at the end is passed over.
 */
export function shape(name, spelt) {
  const fields = Object.entries(spelt).map(([field, type], index) => {
    return { field, index, type: typeOf(type) };
  });
  return (value) => {
    if (!Array.isArray(value)) fail("an array", value);
    const read = {};
    for (const { field, index, type } of fields) {
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
