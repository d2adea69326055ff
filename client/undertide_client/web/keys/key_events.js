/** The keys of a browser's events, by the names that the terminal's client gives them. */

import { joined, printableKey } from "./names.js";

const NAMED = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
  Home: "home",
  End: "end",
  PageUp: "pageup",
  PageDown: "pagedown",
  Insert: "insert",
  Delete: "delete",
  Enter: "enter",
  Escape: "escape",
  Tab: "tab",
  Backspace: "backspace",
};
/** Keys of the numpad by where they are: so they mean the same with NumLock and without. */
const NUMPAD = {
  NumpadEnter: "kp_enter",
  NumpadAdd: "kp_plus",
  NumpadSubtract: "kp_minus",
  NumpadMultiply: "kp_multiply",
  NumpadDivide: "kp_divide",
  NumpadDecimal: "kp_period",
  NumpadComma: "kp_comma",
  NumpadEqual: "kp_equals",
};
/** The `keyCode` of UI Events for a key that an input method handles. */
const TAKEN_BY_INPUT_METHOD = 229;
/** Keys that reload the page, fill the screen, move the focus and open the browser's tools. */
const BROWSERS = ["f5", "f6", "shift+f6", "f7", "f10", "shift+f10", "f11", "f12"];

/**
 * Return whether an event belongs to an input method that converts what somebody writes. Browsers
 * tell it in two ways: Safari ends a conversion before the Enter that ended it, which then has only
 * the code that stands for "the input method has taken this key".
 */
export function isConverting({ isComposing, keyCode }) {
  return isComposing || keyCode === TAKEN_BY_INPUT_METHOD;
}

/** Return the key that an event tells: "up", "kp5", "shift+tab", "a"; null for none of ours. */
export function keyOf(event) {
  if (event.metaKey || isConverting(event)) return null;
  const held = heldBy(event);
  const named = namedBy(event);
  if (named !== undefined) return joined(held, named);
  const shortcut = held.has("ctrl") || held.has("alt");
  const key = printableKey(shortcut ? event.key.toLowerCase() : event.key);
  return key !== null && shortcut ? joined(held, key) : key;
}

/**
 * Return the letter or digit that stands where the pressed key is, on a keyboard with the layout of
 * the United States; null where the key writes an ASCII character, or none at all. So commands are
 * at hand in every layout: `I` is where Russian has `ш`.
 */
export function keyByPlace({ key, code = "", shiftKey }) {
  if (printableKey(key) === null || /^[ -~]$/.test(key)) return null;
  const [, letter, digit] = /^(?:Key([A-Z])|Digit(\d))$/.exec(code) ?? [];
  if (letter === undefined) return digit ?? null;
  const cased = key.toLowerCase() !== key.toUpperCase();
  const upper = cased ? key === key.toUpperCase() : shiftKey;
  return upper ? letter : letter.toLowerCase();
}

/**
 * Return whether the page leaves a key to the browser. It never takes shortcuts with Ctrl or Alt,
 * some of which no page gets: so Ctrl+C copies and Ctrl+F finds. Tab moves the focus, unless the
 * map has it: from there F6 moves it on.
 */
export function leftToBrowser(key, onMap) {
  if (key === "tab" || key === "shift+tab") return !onMap;
  return key.startsWith("ctrl+") || key.startsWith("alt+") || BROWSERS.includes(key);
}

function namedBy({ key, code = "" }) {
  if (/^Numpad\d$/.test(code)) return `kp${code.at(-1)}`;
  if (Object.hasOwn(NUMPAD, code)) return NUMPAD[code];
  if (/^F([1-9]|1[0-2])$/.test(key)) return key.toLowerCase();
  return Object.hasOwn(NAMED, key) ? NAMED[key] : undefined;
}

/** Return the modifiers that are held. AltGr, and Option on a Mac, write characters. */
function heldBy(event) {
  const writes = event.getModifierState("AltGraph") || (event.altKey && onMac());
  const shortcut = { ctrl: event.ctrlKey && !writes, alt: event.altKey && !writes };
  const held = { ...shortcut, shift: event.shiftKey };
  return new Set(Object.keys(held).filter((name) => held[name]));
}

function onMac() {
  return /Mac|iP/.test(navigator.platform);
}
