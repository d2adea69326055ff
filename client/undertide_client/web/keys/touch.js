/** How texts name a command: by the key that gives it, or on a touch screen by what is pressed. */

import { shown } from "./names.js";

/** What is pressed on a touch screen for the commands that texts name. */
const TOUCH_NAMES = {
  ASCEND: "“stairs up”",
  CHAT: "“talk”",
  DESCEND: "“stairs down”",
  EXPLORE: "“explore”",
  FIGHT: "“fight”",
  FOLLOW: "“follow”",
  HEAL: "“heal”",
  HINTS: "the menu",
  INVITE: "“invite”",
  LOOK: "a long tap",
  PACK: "“pack”",
  PAUSE_PARTY: "“pause”",
  PEOPLE: "“people”",
  REST: "“rest”",
  TAKE: "“take”",
};
/** The gestures on the map, and what they mean. */
export const GESTURES = [
  ["a swipe", "step or strike that way"],
  ["a swipe that stays", "go on that way"],
  ["a tap", "travel there, or go to a companion"],
  ["a tap on your hero", "take what lies there, or take the stairs"],
  ["a long tap", "look at what is there"],
  ["a pinch", "make the map larger or smaller"],
  ["two fingers", "move the map"],
  ["✥", "the directions as buttons"],
  ["⋯", "all that can be done now"],
];
/** A key after the name of what it does, as in the lessons of the tutorial: "Explore (o)". */
const KEY_BEHIND = / \((?:[!-~]|Tab|[!-~], then [!-~]|arrow keys or hjklyubn)\)/gu;

/** Matches while the player has a touch screen and no mouse, so no keys either. */
const TOUCH_ONLY = window.matchMedia("(hover: none) and (pointer: coarse)");

/** Return whether the player has a touch screen and no mouse. */
export function isTouchOnly() {
  return TOUCH_ONLY.matches;
}

/** Return a command of a context as a text names it for this player. */
export function named(ui, context, command) {
  if (ui.touches && command in TOUCH_NAMES) return TOUCH_NAMES[command];
  return shown(ui.keymap.key(context, command));
}

/** Return a key before the name of what it does: "d " before "taunt"; empty on a touch screen. */
export function prefixed(ui, context, command) {
  return ui.touches ? "" : `${shown(ui.keymap.key(context, command))} `;
}

/** Return a line of the log without keys behind the names of what they do. */
export function withoutKeys(text) {
  return text.replace(KEY_BEHIND, "");
}
