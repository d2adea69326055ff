/** What can be done now, as buttons of the page: each stands for a command and names its key. */

import { ABILITY_COMMANDS } from "../../generated/catalogue.js";
import { mapHints } from "./map_hints.js";
import { enemiesInSight, knownStairs, ownCell } from "./routes.js";

/** Commands that are always useful to players, after those of the moment. */
const ALWAYS = [
  ["WAIT", "wait"],
  ["SEARCH", "search"],
  ["TRAVEL", "travel"],
  ["MARK", "mark"],
  ["RUN_MAP", "run map"],
  ["PARTY", "party"],
];

/** Return the hints of the buttons, most useful first: [{key, words}], each key once. */
export function barHints(ui) {
  if (!ui.mirror.session || ui.replaying) return [];
  const hints = ui.spectating
    ? [...mapHints(ui), ...ui.hints("WATCH", ["RUN_MAP", "run map"], ["LOOK", "look"])]
    : [...ui.hints("PLAY", ...ofTheMoment(ui)), ...mapHints(ui), ...ui.hints("PLAY", ...always(ui))];
  return [...new Map(hints.reverse().map((hint) => [hint.key, hint])).values()].reverse();
}

/** Return what only this moment allows: [command, words] pairs. */
function ofTheMoment({ mirror }) {
  const { hero } = mirror;
  if (!hero || hero.dies_in > 0) return [];
  const [x, y] = ownCell(mirror) ?? [-1, -1];
  const isItem = (one) => mirror.kindOf(one).role === "item";
  const isQuiet = enemiesInSight(mirror).length === 0;
  const under = mirror.lookAt(x, y)?.stairs;
  return those(
    [hero.activity !== "none", "STOP", "stop"],
    [mirror.at(x, y).some(isItem), "TAKE", "take"],
    [under === "down", "DESCEND", "go down"],
    [under === "up", "ASCEND", "go up"],
    [isQuiet && hero.life < hero.max_life, "REST", "rest"],
  );
}

/** Return what is there in any moment of play. */
function always({ mirror }) {
  const { hero, party } = mirror;
  if (!hero || hero.dies_in > 0) return [];
  const abilities = mirror.abilities.slice(0, ABILITY_COMMANDS.length);
  const isKnown = (way) => knownStairs(mirror, way).length > 0;
  return those(
    ...abilities.map(({ passive, name }, index) => [!passive, ABILITY_COMMANDS[index], name]),
    [isKnown("down"), "DESCEND", "to stairs down"],
    [isKnown("up"), "ASCEND", "to stairs up"],
    [party.length > 1, "REGROUP", "to the party"],
    [party.length > 1, "PAUSE_PARTY", "pause"],
    ...ALWAYS.map((each) => [true, ...each]),
  );
}

function those(...rows) {
  return rows.filter(([holds]) => holds).map(([, command, words]) => [command, words]);
}
