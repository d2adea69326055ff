/** The introduction of the player: asked once, and remembered by the browser. */

import { NameScreen } from "../screens/lobby/name_screen.js";

export class Introduction {
  constructor(ui, stack) {
    this.ui = ui;
    this.stack = stack;
    this.then = () => {};
  }

  /**
   * Do something once the player has a name: at once, or after the questions. `then` gets the
   * preset that a new player chose, or an empty text; `offersTutorial` makes that a question, too.
   * Somebody who doesn't play needs no calling.
   */
  ask(then, { plays = true, offersTutorial = false } = {}) {
    if (this.ui.name) {
      then("");
      return;
    }
    this.then = then;
    this.stack.push(new NameScreen(this.ui, { plays, offersTutorial }));
  }

  /** Go on with what waited for the name. */
  goOn(preset) {
    const { then } = this;
    this.then = () => {};
    then(preset);
  }
}
