/** The introduction of the player: asked once, and remembered by the browser. */

import { NameScreen } from "../screens/lobby/name_screen.js";

export class Introduction {
  constructor(ui, stack) {
    this.ui = ui;
    this.stack = stack;
    this.then = () => {};
    /** The questions that wait for the server's greeting; null if none do. */
    this.waiting = null;
  }

  /**
   * Do something once the player has a name: at once, or after the questions. `then` gets the
   * preset that a new player chose, or an empty text; `offersTutorial` makes that a question, too.
   * Somebody who doesn't play needs no calling. The questions wait until the server has said what
   * can be chosen.
   */
  askForName(then, { plays = true, offersTutorial = false } = {}) {
    if (this.ui.name) {
      then("");
      return;
    }
    this.then = then;
    this.waiting = { plays, offersTutorial };
    if (this.ui.lobby.greeted) this.begin();
  }

  /** Put the questions that waited for the greeting, if any did. */
  begin() {
    const { waiting } = this;
    this.waiting = null;
    if (waiting) this.stack.push(new NameScreen(this.ui, waiting));
  }

  /** Go on with what waited for the name. */
  goOn(preset) {
    const { then } = this;
    this.then = () => {};
    then(preset);
  }
}
