/** The most useful keys on the map, most useful first, and the healing item that fits. */

import { commandToAgree } from "../../words/agreement_words.js";
import { bestToWear } from "../../words/item_words.js";
import { nameOfSeat } from "../../words/words.js";
import { enemiesInSight, ownCell } from "./routes.js";
import { amountOf } from "../../words/effect_words.js";
import { send, showNote } from "../widgets/actions.js";

const NO_BETTER = "You wear the best that you carry.";

/** Return the hints for the client's role here: a player, a spectator, or in a replay. */
export function mapHints(ui) {
  if (!ui.mirror.session) return [];
  if (ui.replaying) return ui.hints("REPLAY", ["PLAY_OR_PAUSE", "play/pause"], ["HELP", "help"]);
  return ui.spectating ? ui.hints("WATCH", ...watching(ui)) : ui.hints("PLAY", ...playing(ui));
}

function watching(ui) {
  const { ended, terms } = ui.mirror;
  const mayReturn = ui.dead && ended === null && terms.new_heroes && !ui.returning;
  return those(
    [ui.mayPlayAgain, "ANEW", "play again"],
    [ended !== null, "LOBBY", "lobby"],
    [ended?.run, "REPLAY", "replay"],
    [true, "NEXT_EYES", "next hero"],
    [mayReturn, "ANEW", "a new hero"],
    [ui.dead || terms.watchers_talk, "CHAT", "talk"],
    [true, "HELP", "help"],
    [true, "PEOPLE", "people"],
  );
}

/** What a fallen hero's player can do. */
const WAITING = [
  ["CHAT", "talk"],
  ["LOOK", "look around"],
  ["HELP", "help"],
  ["PEOPLE", "people"],
];

function playing({ mirror }) {
  const { hero, trade } = mirror;
  if (hero?.dies_in > 0) return WAITING;
  const climb = commandToAgree(mirror);
  const isHurt = hero && 2 * hero.life < hero.max_life && intentToHeal(mirror);
  const isAlone = mirror.party.length === 1;
  const fights = enemiesInSight(mirror).length > 0;
  return those(
    [climb, climb, "agree"],
    [trade, "TRADE", trade && `trade with ${nameOfSeat(mirror, trade.seat)}`],
    [fights, "FIGHT", "fight"],
    [!fights, "EXPLORE", "explore"],
    [isHurt, "HEAL", "heal"],
    [bestToWear(mirror.pack), "WEAR_BETTER", "wear better"],
    [true, "PACK", "pack"],
    [true, "HELP", "help"],
    [isAlone, "PEOPLE", "invite"],
    [mirror.spells.length, "SPELLS", "cast"],
    [hero?.range, "SHOOT", "shoot"],
    [true, "GEAR", "gear"],
    [true, "SHEET", "hero"],
    [true, "CHAT", "talk"],
    [!isAlone, "PEOPLE", "people"],
  );
}

/** Return the commands and words of those rows whose condition holds. */
function those(...rows) {
  return rows.filter(([holds]) => holds).map(([, command, words]) => [command, words]);
}

/** Return the actions that use the best healing item, or say that there is none. */
export function drinkHealing(ui) {
  const intent = intentToHeal(ui.mirror);
  return intent === null ? [showNote("You carry nothing that heals.")] : [send(...intent)];
}

/** Wear the gear that makes the hero strongest, or say that nothing would. */
export function wearBetter(ui) {
  const best = bestToWear(ui.mirror.pack);
  return best === null ? [showNote(NO_BETTER)] : [send("wear", best.item)];
}

/** Return the intent to use the best healing item on the hero; null if it has none. */
export function intentToHeal(mirror) {
  if (mirror.hero === null) return null;
  const best = bestHealing(mirror, mirror.hero.max_life - mirror.hero.life);
  if (best === null) return null;
  const here = best.target === "cell" ? ownCell(mirror) : null;
  return ["use", best.item, ...(here ?? [])];
}

/** Return the weakest item that heals all `missing` life, or else the strongest. */
export function bestHealing(mirror, missing) {
  const heals = ({ usable, does }) => usable && does[0] === "heal";
  const healing = mirror.pack.filter(heals).map((item) => [item, healed(mirror, item)]);
  const enough = healing.filter(([, amount]) => amount >= missing);
  const best = enough.length
    ? enough.sort((one, other) => one[1] - other[1])
    : healing.sort((one, other) => other[1] - one[1]);
  return best.length ? best[0][0] : null;
}

/** Return the life that an item gives the hero; 0 if nobody knows. */
function healed(mirror, item) {
  const figures = item.effects.find(({ does }) => does === "heal");
  return (figures && amountOf(mirror, figures)) ?? 0;
}
