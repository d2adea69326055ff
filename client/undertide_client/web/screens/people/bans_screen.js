/** The bans of a session or of the server. */

import { banWords } from "../../words/session_words.js";
import { ask, push } from "../widgets/actions.js";
import { ConfirmScreen } from "../widgets/confirm_screen.js";
import { ListScreen } from "../widgets/list_screen.js";

/** One line per ban. The choice of a ban ends it, after a question. */
export class BansScreen extends ListScreen {
  title = "Bans";
  verb = "end the ban";
  style = "list bans";

  constructor(ui, session) {
    super(ui);
    this.session = session;
  }

  get bans() {
    return this.ui.people?.bans ?? [];
  }

  nothing() {
    return "Nobody is banned.";
  }

  lines() {
    return this.bans.map((ban) => [[ban.who, "bright"], [banWords(ban)]]);
  }

  detail(index) {
    const { reason } = this.bans[index];
    return [[[reason ? `Why: ${reason}` : "No reason was given.", "soft"]]];
  }

  /** Ask whether to end the chosen ban. */
  choose(index) {
    const ban = this.bans[index];
    const text = `${ban.who} may come back at once.`;
    const give = [ask("govern", ["pardon", ban.id], this.session)];
    return [push(new ConfirmScreen(this.ui, "End the ban?", text, "end it", give))];
  }
}
