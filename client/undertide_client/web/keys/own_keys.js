/**
 * The keys that a player changed on this page. They are written as in the file of the terminal's
 * client, so that one can take them along: `[keys.play]`, and below it `rest = "z Z r"`. Keys that
 * stay with the browser do nothing here.
 */

import { BINDINGS, CONTEXTS } from "../generated/commands.js";
import { didYouMean } from "./likeness.js";
import { KeyConflictError, Keymap, quoted } from "./keymap.js";
import { isKey } from "./names.js";

/** Most characters to read: every key of every command takes a quarter of that. */
export const MAX_WRITTEN = 65_536;

const HEADING = /^\[keys\.([\w-]+)\]$/;
const ENTRY = /^([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)')$/;

/** Keys that can't be used. `faults` lists each fault with its place. */
export class BadKeysError extends Error {
  constructor(faults) {
    super(faults.join("\n"));
    this.faults = faults;
  }
}

/** Return the keys in force with those that a player wrote. Throws BadKeysError. */
export function keymapOf(text) {
  const { written, faults } = read(text);
  const wanted = new Map();
  for (const { context, command, keys } of written) {
    faults.push(...faultsOf(context, command, keys, wanted));
  }
  if (faults.length) throw new BadKeysError(faults);
  const bindings = BINDINGS.map((one) => ({ ...one, keys: wanted.get(nameOf(one)) ?? one.keys }));
  try {
    return new Keymap(bindings);
  } catch (fault) {
    if (!(fault instanceof KeyConflictError)) throw fault;
    throw new BadKeysError([`keys: ${fault.message}`]);
  }
}

/** Return all keys in force, as a player writes them. */
export function asText(keymap) {
  const lines = Object.entries(CONTEXTS).flatMap(([context, heading]) => [
    "",
    `[keys.${context.toLowerCase()}]  # ${heading}`,
    ...commandLines(keymap, context),
  ]);
  return lines.slice(1).join("\n");
}

/** Return what is written, and what can't be read: keys by context and command. */
function read(text) {
  if (text.length > MAX_WRITTEN) {
    return { written: [], faults: [`more than ${MAX_WRITTEN} characters`] };
  }
  const [written, faults] = [[], []];
  let context = null;
  text.split("\n").forEach((line, index) => {
    const stated = withoutComment(line).trim();
    const heading = HEADING.exec(stated);
    const entry = ENTRY.exec(stated);
    if (heading) context = heading[1];
    else if (entry && context !== null) {
      const keys = entry[3] ?? entry[2].replace(/\\(.)/g, "$1");
      written.push({ context, command: entry[1], keys });
    } else if (stated) {
      const expected = '[keys.play], or below it a command such as rest = "z r"';
      faults.push(`line ${index + 1}: expected ${expected}`);
    }
  });
  return { written, faults };
}

/** Return a line up to its comment; a # between quotes begins none. */
function withoutComment(line) {
  return /^(?:[^#"']|"(?:[^"\\]|\\.)*"|'[^']*'|["'])*/.exec(line)[0];
}

/** Add the keys of a command to `wanted`; return what is wrong with them. */
function faultsOf(contextName, name, text, wanted) {
  const contexts = Object.keys(CONTEXTS);
  const context = contexts.find((each) => each.toLowerCase() === contextName);
  if (context === undefined) {
    const hint = didYouMean(contextName, lower(contexts));
    return [`keys.${contextName}: there is no such place${hint}`];
  }
  const where = `keys.${contextName}.${name}`;
  const here = BINDINGS.filter((one) => one.context === context).map(({ command }) => command);
  const command = here.find((each) => each.toLowerCase() === name);
  if (command === undefined) {
    return [`${where}: there is no such command here${didYouMean(name, lower(here))}`];
  }
  const keys = text.split(/\s+/).filter(Boolean);
  if (!keys.length) return [`${where}: expected keys with spaces between, such as "o f5"`];
  wanted.set(nameOf({ context, command }), keys);
  return keys.filter((key) => !isKey(key)).map((key) => `${where}: ${quoted(key)} is not a key`);
}

/** Return a line for each command of a context, with all of its keys and its help text. */
function commandLines(keymap, context) {
  const found = new Map();
  for (const { command, keys, help } of keymap.bindings.filter((one) => one.context === context)) {
    if (!found.has(command)) found.set(command, { keys: [], help });
    found.get(command).keys.push(...keys);
  }
  return [...found].map(([command, { keys, help }]) => {
    const stated = keys.join(" ").replaceAll("\\", "\\\\").replaceAll('"', '\\"');
    return `${command.toLowerCase()} = "${stated}"  # ${help}`;
  });
}

function nameOf({ context, command }) {
  return `${context} ${command}`;
}

function lower(names) {
  return names.map((name) => name.toLowerCase());
}
