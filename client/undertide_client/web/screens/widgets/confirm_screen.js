/** The question before an action that nobody can undo. */

import { element } from "../../page/dom.js";
import { NOTHING, pop } from "./actions.js";
import { Screen } from "./screen.js";

/**
 * A question that states the consequences, and does the action if the player agrees. Enter does not
 * agree: it opened this screen, and the player may still hold it.
 */
export class ConfirmScreen extends Screen {
  context = "WARNING";
  style = "question";

  constructor(ui, title, text, verb, actions) {
    super(ui);
    Object.assign(this, { title, text, verb, actions });
  }

  build(body) {
    body.append(element("p", "", this.text));
  }

  footer() {
    return this.ui.hints(this.context, ["YES", this.verb], ["NO", "cancel"]);
  }

  /** Do the action, or go back. */
  press(key) {
    const command = this.ui.command(this.context, key);
    if (command === "YES") return [pop(), ...this.actions];
    return command === "NO" ? [pop()] : NOTHING;
  }
}
