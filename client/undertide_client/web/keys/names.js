/** The names of keys, as the terminal's client has them, and as people write them. */

import { MODIFIERS, NAMED_KEYS, SHOWN_KEYS } from "../generated/commands.js";

/** Return the name of a key with the modifiers `held`. A character includes its shift. */
export function joined(held, base) {
  const upper = base.length === 1 && held.has("shift");
  const names = MODIFIERS.filter((each) => held.has(each) && !(upper && each === "shift"));
  return [...names, upper ? base.toUpperCase() : base].join("+");
}

/** Return whether `name` names a key: a character or a name, with modifiers in their order. */
export function isKey(name) {
  let base = name;
  for (const modifier of MODIFIERS) {
    const prefix = `${modifier}+`;
    if (base.startsWith(prefix) && base !== prefix) base = base.slice(prefix.length);
  }
  return NAMED_KEYS.includes(base) || printableKey(base) === base;
}

/** Return the key of one printable character; null for anything else. */
export function printableKey(text) {
  if (text === " ") return "space";
  return [...text].length === 1 && /^[^\p{C}\p{Z}\ufffd]$/u.test(text) ? text : null;
}

/** Return a key's name as people write it: `ctrl+c` → Ctrl+C, `kp5` → num 5. */
export function shown(key) {
  const held = key.length > 1 ? key.split("+") : [key];
  const base = shownBase(held.pop(), held.length > 0);
  return [...held.map(titled), base].join("+");
}

function shownBase(base, isHeld) {
  if (base.startsWith("kp")) {
    const named = base.slice(2).replace(/^_/, "");
    return `num ${named.replace("plus", "+").replace("minus", "-")}`;
  }
  if (isHeld) return base.length === 1 ? base.toUpperCase() : titled(base);
  return SHOWN_KEYS[base] ?? (/^f\d+$/.test(base) ? base.toUpperCase() : base);
}

function titled(word) {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
