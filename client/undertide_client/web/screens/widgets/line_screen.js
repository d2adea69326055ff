/** The screen to write one line, below the map. */

import { element, say } from "../../page/dom.js";
import { NOTHING, pop } from "./actions.js";
import { BadText } from "./form.js";
import { Screen } from "./screen.js";

/** A prompt and a text field, over an unchanged screen. */
export class LineScreen extends Screen {
  context = "TEXT";
  style = "one-line";
  /** What the line is for. */
  prompt = "";

  constructor(ui, limit, text = "") {
    super(ui);
    this.limit = limit;
    this.text = text;
    this.fault = "";
  }

  /** Return the actions for the written line. Throws BadText if the line is invalid. */
  finish(_text) {
    throw new Error("a line needs an end");
  }

  heading() {
    return this.prompt;
  }

  footer() {
    return this.ui.hints(this.context, ["CHOOSE", "send"], ["BACK", "cancel"]);
  }

  build(body) {
    this.input = element("input");
    this.input.maxLength = this.limit;
    this.input.autocomplete = "off";
    this.input.value = this.text;
    this.input.setAttribute("aria-labelledby", this.head.id);
    this.input.addEventListener("input", () => {
      this.fault = "";
      this.perform(NOTHING);
    });
    this.left = element("small", "ink-soft");
    this.left.setAttribute("role", "status");
    body.append(this.input, this.left);
  }

  update() {
    say(this.left, this.fault || `${this.limit - this.input.value.length} left`);
    this.left.className = this.fault ? "ink-bad" : "ink-soft";
  }

  focused() {
    return this.input;
  }

  /** Finish or give up. All other keys are for the text. */
  press(key) {
    const command = this.ui.command(this.context, key);
    if (command === "BACK") return [pop()];
    return command === "CHOOSE" ? this.tryToFinish() : NOTHING;
  }

  tryToFinish() {
    try {
      return this.finish(this.input.value.trim());
    } catch (fault) {
      if (!(fault instanceof BadText)) throw fault;
      this.fault = fault.message;
      return NOTHING;
    }
  }
}
