/** The search through what was seen. */

import { FILLERS, SORT_WORDS } from "../../generated/catalogue.js";
import { findsOn } from "../../model/finds.js";
import { nearestFirst, ownCell } from "./routes.js";

/**
 * Return what was seen that has all words of a question in its name or sort, each as
 * [find, branch]; the branch is 0 for the shown floor. What lies there comes first, the nearest at
 * its head. Without a question, ground and traps are left out.
 */
export function search(mirror, text) {
  const written = text.toLowerCase().replaceAll("?", " ").split(/\s+/).filter(Boolean);
  const words = written.filter((word) => !FILLERS.includes(word));
  const here = findsOn(mirror).map((find) => [find, 0]);
  const floors = [...mirror.elsewhere].sort(([one], [other]) => one - other);
  const elsewhere = floors.flatMap(([branch, finds]) => finds.map((find) => [find, branch]));
  const isTold = ({ sort }) => words.length > 0 || (sort !== "trap" && sort !== "ground");
  return [...here, ...elsewhere].filter(([find]) => isTold(find) && fits(mirror, find, words));
}

/** Return the name of a find; for stairs, with the floor that they lead to. */
export function nameWords(mirror, find) {
  const branch = mirror.tree.get(find.leads);
  return branch ? `${find.name}: ${branch.name}` : find.name;
}

/** Return which floor a find on another floor is on. */
export function otherFloorWords(mirror, branch) {
  const known = mirror.tree.get(branch);
  return known ? `floor ${known.depth + 1}, ${known.name}` : "on another floor";
}

/** Return a cell, or the nearest one beside it if nobody can walk there; null if none can. */
export function walkable(mirror, [x, y]) {
  const steps = [-1, 0, 1];
  const beside = steps.flatMap((dy) => steps.map((dx) => [x + dx, y + dy]));
  const open = beside.filter((cell) => mirror.lookAt(...cell)?.walkable);
  const itself = open.find((cell) => cell[0] === x && cell[1] === y);
  return itself ?? nearestFirst(open, ownCell(mirror))[0] ?? null;
}

function fits(mirror, find, words) {
  const named = `${nameWords(mirror, find)} ${SORT_WORDS[find.sort]}`.toLowerCase();
  return words.every((word) => named.includes(word) || named.includes(word.replace(/s$/, "")));
}
