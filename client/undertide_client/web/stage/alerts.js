/** The signs in the page's title for a player who looks elsewhere (R17). */

import { enemiesInSight, inSight } from "../screens/map/routes.js";

/** Return what the player should not miss: a hunter in sight, or the own turn; else nothing. */
export function alertWords(ui) {
  if (ui.link.goal.kind !== "play") return "";
  if (noticed(ui)) return "noticed you";
  const { pace, seat } = ui.mirror;
  return pace.mode === "party" && pace.waiting_for.includes(seat) ? "your turn" : "";
}

/** Return whether the own hero sees a monster that hunts. */
function noticed({ mirror, spectating }) {
  if (spectating || mirror.hero === null) return false;
  const hunts = ({ mood, x, y }) => mood === "hunting" && inSight(mirror, [x, y]);
  return enemiesInSight(mirror).some(hunts);
}
