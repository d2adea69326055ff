/** The news shown once over the map: the death of the own hero, and the end of the run. */

import { DeathScreen } from "../screens/hero/death_screen.js";
import { EndScreen } from "../screens/run/end_screen.js";

/** A presenter of news. A news screen replaces all other open screens. */
export class News {
  constructor(ui, stack) {
    this.ui = ui;
    this.stack = stack;
    /** The session that the news is about. */
    this.session = "";
    this.mourned = false;
  }

  /** Forget the news so far where another session begins. */
  begin(session) {
    if (session !== this.session) this.mourned = false;
    this.session = session;
  }

  /** Tell the player once that their own hero died. */
  lookAtHeroes() {
    const { ui } = this;
    if (ui.dead && !this.mourned) {
      this.mourned = true;
      this.stack.home();
      this.stack.push(new DeathScreen(ui));
    } else if (!ui.dead && ui.mirror.hero !== null) this.mourned = false;
  }

  /** Show how the run ended. */
  tellEnd() {
    const { ended } = this.ui.mirror;
    if (ended === null) return;
    this.stack.home();
    this.stack.push(new EndScreen(this.ui, ended));
  }
}
