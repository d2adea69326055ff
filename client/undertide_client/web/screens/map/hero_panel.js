/** The followed hero's conditions, as the side panel tells them. */

import { STATES } from "../../generated/catalogue.js";
import { ownAgreement } from "../../words/agreement_words.js";
import { activityWords, effectWords, fallWords, hungerWords } from "../../words/words.js";

/** Return the hero's state, action, hunger and effects, each in a few words. */
export function conditionWords(ui) {
  const { mirror } = ui;
  const { hero } = mirror;
  if (hero === null) return [];
  const effects = hero.effects.map(([name, ticks]) => effectWords(name, ticks, mirror));
  const isOwnSleep = hero.state === "asleep" && !ui.spectating;
  const waking = ui.touches ? "asleep: a tap wakes" : "asleep: any key wakes";
  const state = isOwnSleep ? waking : STATES[hero.state];
  const isBound = hero.activity === "travel" && ownAgreement(mirror) !== null;
  const activity = isBound ? "going to the stairs…" : activityWords(mirror, hero);
  const words = [fallWords(hero, mirror), state, activity, hungerWords(hero), ...effects];
  return words.filter(Boolean);
}
