/** The choice of the healing item that suits the hero's wounds. */

import { amountOf } from "../../words/effect_words.js";
import { note, send } from "../widgets/actions.js";
import { ownCell } from "./routes.js";

/** Return the actions that use the best healing item, or say that there is none. */
export function drinkHealing(ui) {
  const intent = intentToHeal(ui.mirror);
  return intent === null ? [note("You carry nothing that heals.")] : [send(...intent)];
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
