/** A cell of the map in words. */

import { CROWN, ORDER } from "../../generated/catalogue.js";
import { effectsWords, statusesWords } from "../../words/effect_words.js";
import { markWords } from "../../words/mark_words.js";
import { called, threatWords } from "../../words/threat_words.js";
import { branchWords, heroesWords, stateWords } from "../../words/words.js";
import { branchAt, inSight } from "./routes.js";

/** Return a short name for a cell and everything on it, and a description of them. */
export function describe(mirror, cell) {
  const look = mirror.lookAt(...cell);
  const orderOf = (one) => ORDER[mirror.kindOf(one).role];
  const things = mirror.at(...cell).sort((one, other) => orderOf(other) - orderOf(one));
  const names = things.map((one) => nameOf(mirror, one));
  if (look) names.push(tileName(mirror, cell, look));
  const mark = mirror.marks.findLast(({ x, y }) => x === cell[0] && y === cell[1]);
  if (mark) names.push(markWords(mirror, mark));
  if (!names.length) return ["the unknown", "Nobody of the party has seen this place."];
  const remembered = inSight(mirror, cell) || !look ? "" : " (remembered)";
  return [names.join(", ") + remembered, detailsOf(mirror, cell, things, look)];
}

function detailsOf(mirror, cell, things, look) {
  const kinds = things.map((one) => mirror.kindOf(one));
  const details = [
    ...things.map((one) => threatWords(mirror, one)),
    ...things.map(({ statuses }) => statusesWords(mirror, statuses)),
    ...kinds.flatMap(({ effects, description }) => [effectsWords(mirror, effects), description]),
  ];
  if (look) details.push(effectsWords(mirror, look.effects), look.description);
  details.push(whoIsThere(mirror, cell));
  return details.filter(Boolean).join(" ");
}

/** Return the name of a tile; for stairs, with the floor that they lead to. */
function tileName(mirror, cell, look) {
  const branch = mirror.tree.get(branchAt(mirror, cell));
  return branch ? `${look.name}: ${branchWords(mirror, branch)}` : look.name;
}

/** Return which heroes are on the floor that the stairs at a cell lead to. */
function whoIsThere(mirror, cell) {
  const branch = branchAt(mirror, cell);
  const heroes = branch === undefined ? "" : heroesWords(mirror, branch);
  return heroes ? `There: ${heroes}.` : "";
}

function nameOf(mirror, one) {
  const kind = mirror.kindOf(one);
  if (one === mirror.own) return `${kind.name}, seen from inside`;
  if (kind.role === "item") return one.meant ? `${kind.name}, left for you` : kind.name;
  const mark = kind.boss ? `${CROWN} ` : "";
  const away = inSight(mirror, [one.x, one.y]) ? "" : ", out of sight";
  return `${mark}${called(mirror, one, kind)} (${stateWords(one)}${away})`;
}
