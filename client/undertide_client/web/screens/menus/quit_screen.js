/** The question before the player leaves. */

import { element } from "../../page/dom.js";
import { NOTHING, toLobby } from "../widgets/actions.js";
import { Screen } from "../widgets/screen.js";

/** The question whether to leave the session for the lobby. It says what happens to the hero. */
export class QuitScreen extends Screen {
  context = "CONFIRM";
  title = "Leave the game?";
  style = "question";

  build(body) {
    for (const text of this.texts()) body.append(element("p", "", text));
  }

  texts() {
    if (this.ui.mirror.ended !== null) return ["The run is over."];
    if (this.ui.spectating) return ["The game goes on without you."];
    return [
      "Your hero soon falls asleep; nothing can harm it then.",
      "Continue, in the lobby, goes on with it.",
    ];
  }

  footer() {
    return this.ui.hints(this.context, ["YES", "leave"], ["NO", "stay"]);
  }

  /** Leave or stay. */
  press(key) {
    const command = this.ui.command(this.context, key);
    if (command === "YES") return [toLobby()];
    return command === "NO" ? this.back() : NOTHING;
  }
}
