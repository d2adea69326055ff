/** What the lists of the side panel hold. */

import { distance } from "../../model/geometry.js";
import { ownCell } from "./routes.js";

/** Return the monsters in sight, nearest first. */
export function creatures(mirror) {
  const seen = [...mirror.sightings.values()];
  const monsters = seen.filter((one) => mirror.kindOf(one).role === "monster");
  return sorted(mirror, monsters, (one, other) => one.id - other.id);
}

/** Return the marks on the floor, nearest first. */
export function marksOf(mirror) {
  return sorted(mirror, mirror.marks, (one, other) => one.y - other.y);
}

function sorted(mirror, those, order) {
  const here = ownCell(mirror);
  if (here === null) return [...those];
  const apart = ({ x, y }) => distance([x, y], here);
  return [...those].sort((one, other) => apart(one) - apart(other) || order(one, other));
}
