/** What the performance of the hero's abilities asks for (R17). */

import { distance, isSame } from "../../model/geometry.js";
import { ticksUntilReady, toldAbility } from "../../words/ability_words.js";
import { capitalized } from "../../words/grammar.js";
import { spanWords } from "../../words/time_words.js";
import { foesInSight, friendsInSight, mostHurtFirst, ownCell } from "./routes.js";

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
