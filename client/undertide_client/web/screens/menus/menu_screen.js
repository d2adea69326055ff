/** All commands of a place, to be chosen by a finger, a mouse or a screen reader. */

import { DIRECTIONS, TENTHS } from "../../generated/commands.js";
import { shown } from "../../keys/names.js";
import { pop } from "../widgets/actions.js";
import { ListScreen } from "../widgets/list_screen.js";

/** Commands that have better ways to give them than a menu. */
const LEFT_OUT = new Set([...Object.keys(DIRECTIONS), ...TENTHS]);

/** One line for each of the `extras`: {words, then}, and for each command of the lowest screen. */
export class MenuScreen extends ListScreen {
  title = "What can be done here";
  verb = "do it";
  style = "list menu";

  constructor(ui, lowest, extras) {
    super(ui);
    this.lowest = lowest;
    this.extras = extras;
    this.about = lowest.context;
  }

  /** The bindings to choose from: one per command. */
  get entries() {
    const known = new Set([...LEFT_OUT, ...this.lowest.leftOut]);
    return this.ui.keymap.bindings.filter(({ context, command }) => {
      const isNew = context === this.about && !known.has(command);
      if (isNew) known.add(command);
      return isNew;
    });
  }

  lines() {
    const key = (keys) => (this.ui.touches ? [] : [[shown(keys[0]), "gold"]]);
    const commands = this.entries.map(({ help, keys }) => [[help], ...key(keys)]);
    return [...this.extras.map(({ words }) => [[words]]), ...commands];
  }

  /** Do what the command does. */
  choose(index) {
    const { entries, extras } = this;
    if (index < extras.length) return [pop(), ...extras[index].then()];
    return [pop(), ...(this.lowest.press(entries[index - extras.length].keys[0]) ?? [])];
  }

  look(index) {
    return this.choose(index);
  }
}
