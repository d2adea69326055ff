/** What keys do on the page. */

import { keyByPlace, keyOf, leftToBrowser } from "../keys/key_events.js";
import { leaveMap } from "../keys/focus.js";
import { NOTCH } from "../map/gestures.js";
import { SKIP } from "../stage/replay_bar.js";

const WRITING = "input:not([type=range]), textarea, select";
/** Elements that Enter and the space bar press by themselves. A line of a list is no such one. */
const PRESSED = "button:not(.line), a, summary";
/** Keys that go to the screen even while somebody writes. */
const WHILE_WRITING = new Set(["enter", "kp_enter", "escape"]);
/** How much a key makes the map larger. */
const ZOOMS = { "+": NOTCH, "-": 1 / NOTCH };

/** Pass the keys that are pressed anywhere on the page to it. */
export function bindKeys(page) {
  document.addEventListener("keydown", (event) => {
    const key = keyOf(event);
    if (page.stack.isHeld) {
      if (key !== null && !leftToBrowser(key, true)) event.preventDefault();
      return;
    }
    if (key === "escape" && !page.stack.open && event.target.closest(WRITING)) page.leaveField();
    if (key === null || isForElement(event, key, page)) return;
    const onMap = isOnMap(event.target, page);
    if (onMap && leaveMap(key, event.target)) event.preventDefault();
    else if (!leftToBrowser(key, onMap) && press(page, key, event)) event.preventDefault();
  });
}

/** Press a key; where its character means nothing, press the key by its place. */
function press(page, key, event) {
  if (page.press(key, event.repeat)) return true;
  const placed = leftToBrowser(key, false) ? null : keyByPlace(event);
  return placed !== null && page.press(placed, event.repeat);
}

/** Return whether Tab is for the map, or for the cursor on it, and not for the focus. */
function isOnMap(target, { plays, map, stack }) {
  if (stack.open) return !stack.top.modal && target === stack.top.root;
  return plays && target === map.canvas;
}

/** Return whether a key is for the element that has the focus, and not for a screen. */
function isForElement({ target }, key, page) {
  if (target.closest(WRITING)) return !(WHILE_WRITING.has(key) && page.stack.open);
  return ["enter", "space"].includes(key) && target.closest(PRESSED) !== null;
}

/** Return what a key does to a replay's time on this page alone, or null. */
export function replayKey(key, replayControl) {
  const { replayState } = replayControl;
  const works = {
    left: () => replayControl.skip(-SKIP),
    right: () => replayControl.skip(SKIP),
    up: () => replayControl.shift(1),
    down: () => replayControl.shift(-1),
    home: () => replayControl.seek(replayState.begins),
    end: () => replayControl.seek(replayState.ends),
  };
  return works[key] ?? null;
}

/** Return what a key does to the map's size, or null. */
export function zoomKey(key, { camera, canvas }) {
  const factor = ZOOMS[key];
  return factor ? () => camera.zoom(factor, canvas.width / 2, canvas.height / 2) : null;
}
