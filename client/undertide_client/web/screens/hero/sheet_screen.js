/** All figures of the followed hero. */

import { ALL, DAMAGE_TYPES, PLAIN_SPEED } from "../../generated/catalogue.js";
import { abilityRows } from "../../words/ability_words.js";
import { statusWords } from "../../words/effect_words.js";
import { figureName } from "../../words/item_words.js";
import { spanWords } from "../../words/time_words.js";
import { PageScreen } from "../widgets/page_screen.js";

/** The hero's level, figures and effects, abilities, and resistances as worn and as counted. */
export class SheetScreen extends PageScreen {
  title = "Your hero";

  /** Return one line per figure, and the abilities. */
  rows() {
    const { hero, abilities } = this.ui.mirror;
    if (hero === null) return [[["There is no hero behind this view.", "soft"]]];
    const known = abilityRows(this.ui, abilities);
    return [
      ...figures(hero).map(figure),
      ...(known.length ? part("Abilities", known) : []),
      ...part("Effects", effects(this.ui.mirror)),
      ...part("Resistances: what is worn, and what counts", resistances(hero)),
    ];
  }
}

function figures(hero) {
  const { level, life, max_life: most, gold, food, hunger, speed } = hero;
  const shown = [];
  if (hero.calling) shown.push(["calling", hero.calling]);
  shown.push(["level", `${level}`], ["experience", experienceWords(hero)]);
  shown.push(["life", `${life} of ${most}`]);
  if (hero.max_mana) {
    shown.push(["mana", `${hero.mana} of ${hero.max_mana}`]);
    shown.push(["magic", `${hero.magic}, the power of spells`]);
  }
  shown.push(["attack", attackWords(hero)]);
  if (hero.absorb) shown.push(["absorb", `${hero.absorb} off every hit`]);
  if (speed !== PLAIN_SPEED) shown.push(["speed", `${speed}, where ${PLAIN_SPEED} is normal`]);
  shown.push(["hunger", `${hunger}, ${food}% full`], ["gold", `${gold}`]);
  return shown;
}

/** Return the damage and the reach of a hero's attack. */
function attackWords({ attack, extra, range, close }) {
  const more = extra.map(([kind, power]) => ` + ${power} ${kind}`).join("");
  const reach = range ? ` at up to ${range} cells` : "";
  return `${attack}${more}${reach}${close === ALL ? "" : `; ${close}% beside a foe`}`;
}

function experienceWords({ experience, next_level: next }) {
  return next <= 0 ? `${experience}, the highest level` : `${experience}, next level at ${next}`;
}

/** Return each status with the time that it has left and what it does. */
function effects(mirror) {
  const { effects: lasting, status_figures: told } = mirror.hero;
  return lasting.map(([name, ticks], index) => {
    const words = told[index] ? statusWords(mirror, told[index]) : "";
    return figure([name, `for ${spanWords(ticks, mirror)}${words ? `: ${words}` : ""}`]);
  });
}

/** Return each resistance as worn and as counted, and the reason if the two differ. */
function resistances(hero) {
  const [counted, worn] = [new Map(hero.resistances), new Map(hero.worn)];
  const both = DAMAGE_TYPES.map((kind) => [kind, worn.get(kind) ?? 0, counted.get(kind) ?? 0]);
  const rows = both
    .filter(([, of, counts]) => of || counts)
    .map(([kind, of, counts]) => figure([kind, countedWords(of, counts)]));
  const lowered = both.filter(([, of, counts]) => of !== counts).map(([kind]) => kind);
  return lowered.length ? [...rows, [[reasonWords(lowered, counted), "warning"]]] : rows;
}

function countedWords(worn, counted) {
  const counts = `${counted} of 10`;
  return worn === counted ? counts : `${counts}, of ${worn} worn`;
}

/** Return which of R6's limits lowers resistances. */
function reasonWords(lowered, counted) {
  if (lowered.some((kind) => kind !== DAMAGE_TYPES[0])) {
    const total = [...counted.values()].reduce((sum, one) => sum + one, 0);
    return `All together count for no more than ${total}: the highest lose the excess.`;
  }
  return "Physical resistance never stops a blow: the excess is lost.";
}

/** Return a titled part of the page. */
function part(title, rows) {
  return [[], [[title, "gold"]], ...(rows.length ? rows : [[["none", "faint"]]])];
}

function figure([name, value]) {
  return [[figureName(name), "label"], [value, "ink"]];
}
