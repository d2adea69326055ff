/** The question before "Play now" leads into a run that is past its first floor. */

import { NEW } from "../../net/places.js";
import { isJoinable } from "../../lobby/session_rows.js";
import { home, joinSession } from "../widgets/actions.js";
import { ListScreen } from "../widgets/list_screen.js";

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
export class UnderwayScreen extends ListScreen {
  title = "Where do you want to play?";
  verb = "play there";
  lettered = true;

  constructor(ui, info) {
    super(ui);
    const { session, preset, deepest_floor: floor } = info;
    const game = ui.lobby.titleOf(preset);
    this.ways = [
      [session, `Join ${companyWords(info)}: ${game}, floor ${floor}`, FARTHER],
      [NEW, "Begin a new run", ALONE],
    ];
  }

  lines() {
    return this.ways.map(([, words]) => [[words]]);
  }

  detail(index) {
    return [[[this.ways[index][2], "soft"]]];
  }

  choose(index) {
    return [home(), joinSession(this.ways[index][0])];
  }
}

/** Return the living heroes of a session, as far as the list names them: "Ada, Bo and 2 more". */
function companyWords({ party, heroes, session }) {
  const names = party.filter(({ state }) => state !== "dead").map(({ name }) => name);
  const others = heroes - names.length;
  const more = names.length && others > 0 ? [`${others} more`] : [];
  const all = [...names, ...more];
  if (!all.length) return `session ${session}`;
  return [all.slice(0, -1).join(", "), all.at(-1)].filter(Boolean).join(" and ");
}
