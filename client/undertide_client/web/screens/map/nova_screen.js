/** The question before a spell around the hero that would strike friends (R8). */

import { NOTHING, home, pop, send } from "../widgets/actions.js";
import { struckWords } from "./blast_area.js";
import { TargetScreen } from "./target_screen.js";

/**
 * A view of the cells and the names that a spell would strike, with a question. The spell strikes
 * around the hero, so the cursor stays on the hero.
 */
export class NovaScreen extends TargetScreen {
  title = "Cast";

  update() {
    this.cell = this.ui.mirror.focus();
    super.update();
  }

  /** Return whom the spell would strike: friends as a warning, but never its caster. */
  remarks() {
    const words = struckWords(this.ui.mirror, this.target, this.aim.radius, true);
    return words.map((span) => [span]);
  }

  /** Cast the spell. */
  choose() {
    return [home(), send(...this.aim.intentOf(this.target))];
  }

  /** Cast the spell, or go back. */
  press(key) {
    const command = this.ui.command("CONFIRM", key);
    if (command === "YES") return this.choose();
    return command === "NO" ? [pop()] : NOTHING;
  }

  /** Go back with the right button; there is no cell to point at. */
  click(_cell, right) {
    return right ? [pop()] : NOTHING;
  }

  footer() {
    return this.ui.hints("CONFIRM", ["YES", "cast it"], ["NO", "don't"]);
  }
}
