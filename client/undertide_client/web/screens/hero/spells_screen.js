/** The spells that the hero knows (R8). */

import { effectsWords } from "../../words/effect_words.js";
import { Aim, strikesFriends } from "../map/blast_area.js";
import { NovaScreen } from "../map/nova_screen.js";
import { TargetScreen } from "../map/target_screen.js";
import { home, push, send, showNote } from "../widgets/actions.js";
import { ListScreen } from "../widgets/list_screen.js";

/** The hero's spells: one letter each, with cost and description. */
export class SpellsScreen extends ListScreen {
  verb = "cast";
  lettered = true;

  nothing() {
    return "You know no spell. Books teach them, and they lie in dead ends.";
  }

  /** Return the title, with the hero's mana. */
  heading() {
    const { hero } = this.ui.mirror;
    return hero ? `Spells (mana ${hero.mana} of ${hero.max_mana})` : "Spells";
  }

  /** Return one line per spell. A line says if the hero lacks the mana for it. */
  lines() {
    return this.ui.mirror.spells.map((spell) => {
      const dear = spell.mana > this.mana;
      const cost = `${spell.mana} mana${dear ? ", too dear now" : ""}`;
      return [
        [`${spell.glyph} `, spell.colour],
        [spell.name, dear ? "faint" : "ink"],
        ["  "],
        [cost, "soft"],
      ];
    });
  }

  get mana() {
    return this.ui.mirror.hero?.mana ?? 0;
  }

  /** Return what a spell does, in figures, and its description. */
  detail(index) {
    const spell = this.ui.mirror.spells[index];
    const does = effectsWords(this.ui.mirror, spell.effects) || reachWords(spell);
    const rows = [[[does, "ink"]], [[spell.description, "soft"]]];
    return rows.filter(([[words]]) => words);
  }

  /** Cast a spell at once or at a cell. If the hero lacks the mana, say so instead. */
  choose(index) {
    const spell = this.ui.mirror.spells[index];
    if (spell.mana > this.mana) return [showNote(`You have too little mana for ${spell.name}.`)];
    return cast(this.ui, spell);
  }
}

/** Return a spell's range and radius as text; empty if it has neither. */
function reachWords({ range, radius }) {
  const measures = [["range", range], ["radius", radius]];
  const words = measures.filter(([, cells]) => cells).map(([name, cells]) => `${name} ${cells}`);
  return words.length ? `In cells: ${words.join(", ")}.` : "";
}

/**
 * Return the actions that cast a spell. A spell with a target opens the choice of a cell. A spell
 * around the hero that would strike a friend asks first.
 */
function cast(ui, { spell: key, name, target, radius, range, harms, helps }) {
  if (target === "cell") {
    const aim = new Aim(name, radius, (cell) => ["cast", key, ...cell], range, helps);
    return [home(), push(new TargetScreen(ui, aim))];
  }
  if (harms && radius && strikesFriends(ui.mirror, radius)) {
    const wave = new Aim(name, radius, () => ["cast", key]);
    return [home(), push(new NovaScreen(ui, wave))];
  }
  return [home(), send("cast", key)];
}
