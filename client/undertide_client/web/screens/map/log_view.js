/** The lines of the log as rows in the inks of their tones, with repeated lines counted. */

import { TIMES } from "../../generated/catalogue.js";
import { withoutKeys } from "../../keys/touch.js";

/** The ink of each tone. */
const INKS = {
  info: "ink",
  good: "good",
  bad: "bad",
  combat: "combat",
  tide: "water",
  party: "friend",
  system: "soft",
};

/** Return the lines as entries, {line, count}: equal neighbours become one. */
export function folded(lines) {
  const entries = [];
  for (const line of lines) {
    const last = entries.at(-1);
    if (last && same(last.line, line)) last.count += 1;
    else entries.push({ line, count: 1 });
  }
  return entries;
}

/** Return the words of an entry for a player who has keys, or only fingers. */
export function toldEntry({ touches }, { line, count }) {
  const text = touches && !line.speaker ? withoutKeys(line.text) : line.text;
  return count > 1 ? `${text} ${TIMES}${count}` : text;
}

/** Return an entry as a row: a chat line begins with the name, in the speaker's colour. */
export function rowOf(ui, entry) {
  const { line } = entry;
  const speaker = line.speaker ? [[`${line.speaker}: `, line.colour]] : [];
  return [...speaker, [toldEntry(ui, entry), INKS[line.tone]]];
}

function same(one, other) {
  return one.tone === other.tone && one.text === other.text && one.speaker === other.speaker;
}
