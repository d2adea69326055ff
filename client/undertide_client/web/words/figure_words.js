/** What the figures of the side panel mean, for those who look at one. */

import { FIGURE_MEANS, PACE_MEANS } from "../generated/catalogue.js";
import { statusWords } from "./effect_words.js";
import { counted, sentenceOf } from "./grammar.js";
import { spanWords } from "./time_words.js";
import {
  bearerWords,
  changeWords,
  comerWords,
  effectWords,
  hungerWords,
  markWords,
  paceWords,
  tideWords,
} from "./words.js";

/** Return the figures that the panel shows now, in its order: [key, figure, meaning] each. */
export function figureNotes(mirror) {
  return [
    ...(mirror.hero === null ? [] : notesOnHero(mirror, mirror.hero)),
    ...mirror.amulets.map((one) => ["amulet", one.name, `An amulet, ${bearerWords(mirror, one)}.`]),
    ...(mirror.floor === null ? [] : notesOnFloor(mirror)),
    plain("party", "Party"),
    plain("sight", "In sight"),
  ];
}

function plain(key, figure) {
  return [key, figure, FIGURE_MEANS[key]];
}

function notesOnHero(mirror, hero) {
  const notes = [
    plain("life", `Life ${hero.life}/${hero.max_life}`),
    ["experience", experience(hero), experienceMeans(hero)],
  ];
  if (hero.max_mana > 0) notes.push(plain("mana", `Mana ${hero.mana}/${hero.max_mana}`));
  if (hungerWords(hero)) {
    const left = `${hero.food} % of a full stomach is left: eat before it is empty.`;
    notes.push(["hunger", hungerWords(hero), left]);
  }
  const figures = new Map(hero.status_figures.map((each) => [each.name, each]));
  for (const [name, ticks] of hero.effects) {
    const does = figures.has(name) ? statusWords(mirror, figures.get(name)) : "";
    const lasts = `It lasts ${spanWords(ticks, mirror)}.`;
    const meaning = [sentenceOf(does), lasts].filter(Boolean).join(" ");
    notes.push(["status", effectWords(name, ticks, mirror), meaning]);
  }
  if (hero.gold) notes.push(plain("gold", `Gold ${hero.gold}`));
  return notes;
}

function experience({ experience: has, next_level: next }) {
  return `Exp ${has}${next > 0 ? `/${next}` : ""}`;
}

function experienceMeans({ experience: has, next_level: next, level }) {
  if (next <= 0) return `Experience. Level ${level} is the highest.`;
  const more = Math.max(0, next - has);
  return `Experience: ${more} more bring level ${level + 1}. Felled monsters pay it.`;
}

function notesOnFloor(mirror) {
  const { tide, pace } = mirror;
  const notes = [plain("tide", `Tide ${tideWords(tide)}`)];
  if (markWords(tide)) notes.push(plain("mark", markWords(tide)));
  if (comerWords(mirror)) {
    const due = `The tide brings its next monsters in ${spanWords(tide.next_in, mirror)}.`;
    const pays = `Felling them should pay about ${counted(tide.worth, "point")} of experience.`;
    notes.push(["comer", comerWords(mirror), `${due} ${pays}`]);
  }
  notes.push(["pace", paceWords(mirror), PACE_MEANS[pace.mode]]);
  if (changeWords(pace)) {
    notes.push(["change", changeWords(pace), `Then: ${PACE_MEANS[pace.next]}`]);
  }
  return notes;
}
