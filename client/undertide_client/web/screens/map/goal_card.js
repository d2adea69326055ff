/** The card over the first picture of a session: what the players try to do, and the first keys. */

import { GOAL_KEYS } from "../../generated/catalogue.js";

/** Return the preset whose goal the card tells; null where there is no card. */
export function goalOf(ui) {
  const info = ui.mirror.presetInfos.get(ui.mirror.preset);
  const isWanted = ui.hinting && !ui.spectating && ui.mirror.hero;
  return isWanted && info?.goal.length ? info : null;
}

/** Return the hints of the card. */
export function goalHints(ui) {
  return ui.hints("PLAY", ...GOAL_KEYS);
}
