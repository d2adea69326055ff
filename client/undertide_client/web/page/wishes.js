/** What a viewer chose on this page, kept by the browser where it lets pages keep anything. */

/** Under which names; the page has no others. */
const NAMES = [
  ...["name", "calling", "hints", "hinted", "goal", "ended"],
  ...["vision", "size", "walls", "motion", "sound", "keys", "pad", "pass"],
];
const PREFIX = "undertide.";

/** Return what was chosen, empty text where nothing was. */
export function wishes() {
  return Object.fromEntries(NAMES.map((name) => [name, stored(name)]));
}

/** Keep a choice. */
export function wish(name, value) {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // Where nothing can be kept, it holds until the page is left.
  }
}

function stored(name) {
  try {
    return localStorage.getItem(PREFIX + name) ?? "";
  } catch {
    return "";
  }
}
