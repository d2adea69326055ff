/** The line to chat with everyone in the session. */

import { PROMPTS } from "../../generated/catalogue.js";
import { MAX_CHAT } from "../../generated/schema.js";
import { pop, speak } from "../widgets/actions.js";
import { LineScreen } from "../widgets/line_screen.js";
import { cleanChat } from "../widgets/names.js";

/** A line of chat; an empty line sends nothing. */
export class ChatScreen extends LineScreen {
  constructor(ui) {
    super(ui, MAX_CHAT);
    this.prompt = PROMPTS[ui.hearing];
  }

  /** Send the line to the chat. */
  finish(text) {
    const said = cleanChat(text);
    return said ? [pop(), speak(said)] : [pop()];
  }
}
