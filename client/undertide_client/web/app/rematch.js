/** Another run with the same party: one player begins it, and the others follow. */

import { EndScreen } from "../screens/run/end_screen.js";

export class Rematch {
  constructor(page) {
    this.page = page;
    /** Whether the player wants to play again. */
    this.wanted = false;
  }

  /** Ask the server for the session in which the party plays again. */
  ask() {
    this.wanted = true;
    this.page.ui.notice = "Asking for another run…";
    this.page.link.send("again");
  }

  /** Join the session in which the party plays again, if this player wants to. */
  follow({ session, code }) {
    if (!this.wanted) return;
    this.wanted = false;
    this.page.navigation.play(code || session);
  }

  /** Note that the server refused the request. */
  refuse() {
    this.wanted = false;
  }

  /** Note that a session begins: close the news of the end of the one before. */
  begin() {
    this.wanted = false;
    const { stack } = this.page;
    if (stack.find(EndScreen)) stack.home();
  }
}
