/** What the performance of the hero's abilities asks for (R17). */

import { distance, isSame } from "../../model/geometry.js";
import { ticksUntilReady, toldAbility } from "../../words/ability_words.js";
import { capitalized } from "../../words/grammar.js";
import { spanWords } from "../../words/time_words.js";
import { push, send, showNote } from "../widgets/actions.js";
import { Aim } from "./blast_area.js";
import { foesInSight, friendsInSight, mostHurtFirst, ownCell } from "./routes.js";
import { TargetScreen } from "./target_screen.js";

/**
 * Return the actions that perform an ability of the hero, by its place in the list. One with a
 * target opens the choice of a cell. If the hero can't perform it now, they say why.
 */
export function perform(ui, index) {
  const ability = ui.mirror.abilities[index];
  if (ability === undefined) return [showNote("Your calling has no such ability.")];
  const fault = faultOf(ui, ability);
  if (fault) return [showNote(fault)];
  const { ability: key, name, target } = ability;
  if (target === "none") return [send("perform", key)];
  const reach = reachOf(ui.mirror, ability);
  const aim = new Aim(name, 0, (cell) => ["perform", key, ...cell], reach);
  return [push(new TargetScreen(ui, aim, likelyTarget(ui.mirror, ability)))];
}

/** Return why the hero can't perform an ability now; empty if nothing is known. */
export function faultOf(ui, ability) {
  const { mirror } = ui;
  const name = capitalized(ability.name);
  const left = ticksUntilReady(mirror, ability);
  if (ability.passive) return `${name}: ${toldAbility(ui, ability)}`;
  if (left) return `${name} is ready again in ${spanWords(left, mirror)}.`;
  if (mirror.hero !== null && mirror.hero.mana < ability.mana) {
    return `${name} takes ${ability.mana} mana: you have ${mirror.hero.mana}.`;
  }
  return "";
}

/** Return the reach of an ability, or that of the weapon in hand, in cells. */
export function reachOf(mirror, ability) {
  return ability.range || (mirror.hero?.range ?? 0);
}

/** Return the nearest foe in reach, a known danger beside the hero, or the most hurt friend. */
export function likelyTarget(mirror, ability) {
  const here = ownCell(mirror);
  if (here === null) return null;
  const reach = reachOf(mirror, ability);
  const likely = ability.harms
    ? [...foesInSight(mirror), ...(reach === 1 ? dangersBeside(mirror, here) : [])]
    : mostHurtFirst(mirror, friendsInSight(mirror));
  return likely.find((cell) => distance(cell, here) <= reach) ?? here;
}

/** Return the cells beside the hero that auto actions avoid: a known trap may be there. */
function dangersBeside(mirror, here) {
  const steps = [-1, 0, 1];
  const near = steps.flatMap((dy) => steps.map((dx) => [here[0] + dx, here[1] + dy]));
  return near.filter((cell) => !isSame(cell, here) && mirror.lookAt(...cell)?.shunned);
}
