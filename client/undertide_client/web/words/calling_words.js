/** Texts about callings (R7). */

import { abilityRows } from "./ability_words.js";
import { begun } from "./grammar.js";

/** Return lines about a calling: how it plays, what it begins with, and its abilities. */
export function callingRows(ui, calling) {
  const rows = [
    [[calling.plays || calling.description, "bright"]],
    [[beginning(calling), "gold"]],
  ];
  return [...rows.filter(([[words]]) => words), ...abilityRows(ui, calling.abilities)];
}

/** Return what a calling begins with: "Begins with oak staff; knows slow."; empty if unknown. */
function beginning(calling) {
  const things = calling.start.map(([name, count]) => (count === 1 ? name : `${count} ${name}`));
  const carried = things.length ? `begins with ${things.join(", ")}` : "";
  const known = calling.spells.length ? `knows ${calling.spells.join(", ")}` : "";
  const words = [carried, known].filter(Boolean).join("; ");
  return words ? `${begun(words)}.` : "";
}
