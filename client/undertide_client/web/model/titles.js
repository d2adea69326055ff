/** The titles of the server's presets, which the page shows in place of their keys. */

const titles = new Map();

/** Keep the titles of a welcome. A server that tells none keeps the keys. */
export function keepTitles(infos) {
  titles.clear();
  for (const { preset, title } of infos) titles.set(preset, title);
}

/** Return a preset's title, or its key if the server tells no title. */
export function titleOf(preset) {
  return titles.get(preset) || preset;
}
