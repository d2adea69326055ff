/** The line over the map for a player who can only wait, or who is waited for. */

import { capitalized } from "../../words/grammar.js";
import { spanWords } from "../../words/time_words.js";
import { nudgeWords, pauseWords } from "../../words/words.js";

/**
 * Return what a player without a standing hero waits for, or who waits for the player. It is empty
 * for anybody else. A server that doesn't answer comes first: time may run there.
 */
export function bannerWords(ui) {
  const { hero, seat } = ui.mirror;
  if (ui.silenceWords) return `${capitalized(ui.silenceWords)}: the game may go on without you`;
  if (hero !== null && hero.seat === seat && hero.dies_in > 0) return fallen(hero, ui.mirror);
  if (ui.ownMember?.returns) return "Your new hero begins on the next new floor";
  const agree = seat === null ? "" : ui.keymap.key("PLAY", "PAUSE_PARTY");
  return pauseWords(ui.mirror, agree) || nudgeWords(ui.mirror);
}

function fallen(hero, mirror) {
  if (hero.revived_in > 0) {
    return `Fallen: you are up again in ${spanWords(hero.revived_in, mirror)}`;
  }
  return `Fallen: a companion has ${spanWords(hero.dies_in, mirror)} to revive you`;
}
