/** What can be done now, as buttons of the page: each stands for a command and names its key. */

import { ABILITY_COMMANDS } from "../../generated/catalogue.js";
import { ticksUntilReady } from "../../words/ability_words.js";
import { shortSpanWords } from "../../words/time_words.js";
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
    : [
        ...ui.hints("PLAY", ...ofTheMoment(ui)),
        ...mapHints(ui),
        ...ui.hints("PLAY", ...always(ui)),
      ];
  const keys = hints.map(({ key }) => key);
  return hints.filter(({ key }, index) => keys.indexOf(key) === index);
}

/** Return what only this moment allows: [command, words] pairs. */
function ofTheMoment({ mirror }) {
  const { hero } = mirror;
  if (!hero || hero.dies_in > 0) return [];
  const [x, y] = ownCell(mirror) ?? [-1, -1];
  const kinds = mirror.at(x, y).map((one) => mirror.kindOf(one));
  const items = kinds.filter(({ role }) => role === "item");
  const isQuiet = enemiesInSight(mirror).length === 0;
  const under = mirror.lookAt(x, y)?.stairs;
  return those(
    [hero.activity !== "none", "STOP", "stop"],
    [!isQuiet, "FIGHT", "fight"],
    ...(isQuiet ? [] : abilities(mirror)),
    [items.length, "TAKE", takeWords(items)],
    [isBesideForge(mirror, x, y), "CRAFT", "forge"],
    [under === "down", "DESCEND", "stairs down"],
    [under === "up", "ASCEND", "stairs up"],
    [isQuiet && hero.life < hero.max_life, "REST", "rest"],
  );
}

/** Return what taking one of some items does. */
function takeWords(items) {
  if (!items.length || !items.every(({ ware }) => ware)) return "take";
  return items.length === 1 ? `buy for ${items[0].ware.price}` : "buy";
}

/** Return whether a hero at a cell can forge. */
function isBesideForge(mirror, x, y) {
  const steps = [-1, 0, 1];
  return steps.some((dy) => steps.some((dx) => mirror.lookAt(x + dx, y + dy)?.forge));
}

/** Return the hero's abilities as rows for `those`, with the time until each is ready. */
function abilities(mirror) {
  return ABILITY_COMMANDS.map((command, index) => {
    const ability = mirror.abilities[index];
    if (!ability || ability.passive) return [false];
    const left = ticksUntilReady(mirror, ability);
    const time = left ? ` ${shortSpanWords(left, mirror)}` : "";
    return [true, command, `${ability.name}${time}`];
  });
}

/** Return what is there in any moment of play. */
function always({ mirror }) {
  const { hero, party } = mirror;
  if (!hero || hero.dies_in > 0) return [];
  const isKnown = (way) => knownStairs(mirror, way).length > 0;
  return those(
    ...abilities(mirror),
    [isKnown("down"), "DESCEND", "stairs down"],
    [isKnown("up"), "ASCEND", "stairs up"],
    [party.length > 1, "REGROUP", "to the party"],
    [party.length > 1, "FOLLOW", "follow"],
    [party.length > 1, "PAUSE_PARTY", "pause"],
    ...ALWAYS.map((each) => [true, ...each]),
  );
}

function those(...rows) {
  return rows.filter(([holds]) => holds).map(([, command, words]) => [command, words]);
}
