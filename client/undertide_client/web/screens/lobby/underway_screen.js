/** The question before "Play now" leads into a run that is past its first floor. */

import { NEW } from "../../net/places.js";
import { isJoinable } from "../../lobby/session_rows.js";
import { companyWords } from "../../words/session_words.js";
import { home, joinSession } from "../widgets/actions.js";
import { DealsScreen, deal } from "../widgets/deals_screen.js";

/** The deepest floor of a run that a newcomer comes into without a question. */
const FIRST_FLOOR = 1;
const FARTHER = "They are farther than you would be. You begin beside them, with a new hero.";
const ALONE = "Your own dungeon, from its first floor. Others can join it.";

/**
 * Return the listed session to ask about: the only ones with room are past their first floors. Null
 * if there is nothing to ask.
 */
export function underwayOf(sessions) {
  const open = sessions.filter(isJoinable);
  if (open.some(({ deepest_floor: deepest }) => deepest <= FIRST_FLOOR)) return null;
  const awake = ({ heroes, asleep }) => heroes - asleep;
  return open.sort((one, other) => awake(other) - awake(one))[0] ?? null;
}

/** The choice between the run of a listed session, with its game, company and floor, and a new one. */
export class UnderwayScreen extends DealsScreen {
  title = "Where do you want to play?";
  verb = "play there";

  constructor(ui, info) {
    super(ui);
    this.info = info;
  }

  get deals() {
    const { session, preset, deepest_floor: floor } = this.info;
    const game = this.ui.lobby.titleOf(preset);
    const join = `Join ${companyWords(this.info)}: ${game}, floor ${floor}`;
    return [
      deal(join, FARTHER, [home(), joinSession(session)]),
      deal("Begin a new run", ALONE, [home(), joinSession(NEW)]),
    ];
  }
}
