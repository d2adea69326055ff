/** The keys of each place, to change them: written as in the file of the terminal's client. */

import { BadKeysError, MAX_WRITTEN, asText, keymapOf } from "../../keys/own_keys.js";
import { element, say } from "../../page/dom.js";
import { NOTHING, chooseKeys, pop, showNote } from "../widgets/actions.js";
import { Screen } from "../widgets/screen.js";

const ABOUT =
  "Each command has its keys between quotes, with spaces between them: a, F, f5, up, ctrl+s, or " +
  "kp8 for 8 of the number pad. The file client.toml of the terminal's client has the same form.";

/** A text with all keys in force, and buttons to keep it and to have the shipped keys again. */
export class KeysScreen extends Screen {
  context = "FORM";
  title = "Keys";
  style = "keys";

  build(body) {
    this.text = element("textarea");
    Object.assign(this.text, { value: asText(this.ui.keymap), maxLength: MAX_WRITTEN, rows: 16 });
    this.text.spellcheck = false;
    this.text.setAttribute("aria-label", "The keys of all commands");
    this.wrong = element("p", "ink-bad");
    this.wrong.setAttribute("role", "alert");
    const keep = this.button("keep them", () => this.saveKeys(this.text.value));
    keep.className = "call";
    const shipped = this.button("the shipped keys again", () => this.saveKeys(""));
    const buttons = element("p", "ways", keep, shipped);
    body.append(element("p", "ink-soft", ABOUT), this.text, this.wrong, buttons);
  }

  button(words, work) {
    const made = element("button", "", words);
    made.type = "button";
    made.addEventListener("click", () => this.perform(work()));
    return made;
  }

  focused() {
    return this.text;
  }

  footer() {
    return this.ui.hints(this.context, ["BACK", "cancel"]);
  }

  /** Go back. All other keys belong to the text. */
  press(key) {
    return this.ui.command(this.context, key) === "BACK" ? this.back() : null;
  }

  /** Return the actions that keep the keys of a text; none if it has faults, which are shown. */
  saveKeys(text) {
    try {
      keymapOf(text);
    } catch (fault) {
      if (!(fault instanceof BadKeysError)) throw fault;
      say(this.wrong, fault.message);
      return NOTHING;
    }
    return [pop(), chooseKeys(text), showNote("Your keys are kept in this browser.")];
  }
}
