/** The introduction of the player: asked once, and remembered by the browser. */

import { NameScreen, OtherNameScreen } from "../screens/lobby/name_screen.js";

export class Introduction {
  constructor(ui, stack, wish) {
    Object.assign(this, { ui, stack, wish });
    /** Whether the player gave a name for a seat which the server has not taken yet. */
    this.isUntried = false;
    this.then = () => {};
    /** The questions that wait for the server's greeting; null if none do. */
    this.waiting = null;
  }

  /**
   * Do something once the player has a name: at once, or after the questions. Somebody who doesn't
   * play needs no calling. The questions wait until the server has said what can be chosen.
   */
  askForName(then, { plays = true } = {}) {
    if (this.ui.name) {
      then();
      return;
    }
    this.then = then;
    this.waiting = { plays };
    if (this.ui.lobby.greeted) this.begin();
  }

  /** Put the questions that waited for the greeting, if any did. */
  begin() {
    const { waiting } = this;
    this.waiting = null;
    if (waiting) this.stack.push(new NameScreen(this.ui, waiting));
  }

  /** Ask for another name, since the server refused one for a seat, and then do something. */
  askAgain(then, reason, suggested) {
    this.then = then;
    this.stack.push(new OtherNameScreen(this.ui, reason, suggested));
  }

  /** Go on with what waited for the name. The browser remembers it once the server has taken it. */
  goOn({ name, calling }) {
    Object.assign(this.ui, { name, calling });
    this.isUntried = true;
    const { then } = this;
    this.then = () => {};
    then();
  }

  /** Remember who has got a seat. */
  noteSeat() {
    if (!this.isUntried) return;
    this.isUntried = false;
    this.wish("name", this.ui.name);
    this.wish("calling", this.ui.calling);
  }
}
