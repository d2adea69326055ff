/** The meaning of each key in each context, with the player's changes. */

import { BINDINGS, CONTEXTS } from "../generated/commands.js";

/** A key that has two commands in one context. */
export class KeyConflictError extends Error {}

/** The bindings in force. It throws KeyConflictError if a key has two commands in one context. */
export class Keymap {
  constructor(bindings = BINDINGS) {
    this.bindings = bindings;
    this.commands = new Map();
    for (const binding of bindings) {
      for (const key of binding.keys) this.add(binding, key);
    }
  }

  /** Return the command of `key` in `context`; null if it has none. */
  command(context, key) {
    return this.commands.get(`${context} ${key}`) ?? null;
  }

  /** Return the first key of a command; an empty text if it has none. */
  key(context, command) {
    const found = this.bindings.find((one) => one.context === context && one.command === command);
    return found ? found.keys[0] : "";
  }

  add({ context, command }, key) {
    const taken = this.command(context, key);
    if (taken !== null && taken !== command) {
      const where = CONTEXTS[context];
      throw new KeyConflictError(`${quoted(key)} means ${taken} and ${command} in ${where}`);
    }
    this.commands.set(`${context} ${key}`, command);
  }
}

/** Return a text in quotes, as the terminal's client writes it in its errors. */
export function quoted(text) {
  if (text.includes("'") && !text.includes('"')) return `"${text.replaceAll("\\", "\\\\")}"`;
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
