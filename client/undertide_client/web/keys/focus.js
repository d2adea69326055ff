/** The way out of the map for those who play with keys alone: there Tab is a key of the game. */

const STOPS = "a[href], button, input, select, textarea, summary, [tabindex]";

/**
 * Move the focus away from the map: F6 to what follows it on the page, Shift+F6 to what stands
 * before it. Return whether the key did that.
 */
export function leaveMap(key, map) {
  if (key !== "f6" && key !== "shift+f6") return false;
  const stops = [...document.querySelectorAll(STOPS)].filter((one) => one === map || isStop(one));
  const step = key === "f6" ? 1 : -1;
  stops.at((stops.indexOf(map) + step) % stops.length).focus();
  return true;
}

/** Return whether Tab stops at an element: it can be seen and used. */
function isStop(one) {
  return one.tabIndex >= 0 && !one.disabled && one.getClientRects().length > 0;
}
