/** A form: lines of choices and of text, and a button that carries it out. */

import { element, say } from "../../page/dom.js";
import { NOTHING, pop } from "./actions.js";
import { BadText, Choosing } from "./form.js";
import { Screen } from "./screen.js";

/** Numbers the fields, so that each can name its title and its help. */
let made = 0;

/** The base of every form: asks for several `fields` at once. */
export class FormScreen extends Screen {
  context = "FORM";
  style = "form";
  /** The name of the button that carries out the form. */
  verb = "do it";

  constructor(ui, ...fields) {
    super(ui);
    this.fields = fields;
    this.fault = "";
  }

  /** Return the actions of the filled form. Throws BadText if a field is invalid. */
  finish() {
    throw new Error("a form needs an end");
  }

  /** Return the help of the button. */
  summary() {
    return "";
  }

  footer() {
    return this.ui.hints(this.context, ["BACK", "cancel"]);
  }

  back() {
    return [pop()];
  }

  // --- showing ---------------------------------------------------------------------------------

  build(body) {
    this.rows = this.fields.map((field) => this.row(field));
    this.wrong = element("p", "ink-bad");
    this.wrong.setAttribute("role", "alert");
    this.help = element("p", "ink-soft");
    this.button = element("button", "call");
    this.form = element("form", "", ...this.rows, this.wrong, this.help, this.button);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.perform(this.tryToFinish());
    });
    body.append(this.form);
  }

  row(field) {
    const control = field instanceof Choosing ? this.select(field) : this.input(field);
    const [title, help] = [element("label", "", field.title), element("small", "ink-soft")];
    made += 1;
    control.id = title.htmlFor = `field-${made}`;
    help.id = `help-${made}`;
    control.setAttribute("aria-describedby", help.id);
    return element("div", "field", title, control, help);
  }

  select(field) {
    const select = element("select");
    field.options.forEach((option) => select.append(element("option", "", option.words)));
    select.selectedIndex = field.index;
    select.addEventListener("change", () => {
      this.fault = "";
      field.turnTo(select.selectedIndex);
      this.perform(NOTHING);
    });
    return select;
  }

  input(field) {
    const input = element("input");
    input.type = field.secret ? "password" : "text";
    input.maxLength = field.limit;
    input.autocomplete = "off";
    input.spellcheck = false;
    input.value = field.text;
    input.addEventListener("input", () => {
      field.text = input.value;
      this.fault = "";
    });
    return input;
  }

  update() {
    this.fields.forEach((field, index) => {
      const [, control, help] = this.rows[index].children;
      say(help, field.explain());
      if (field instanceof Choosing) control.selectedIndex = field.index;
      else if (control.value !== field.text) control.value = field.text;
    });
    say(this.wrong, this.fault);
    say(this.help, this.summary());
    say(this.button, this.verb);
  }

  focused() {
    return this.form.querySelector("input, select, button");
  }

  // --- input -----------------------------------------------------------------------------------

  /** Go back. All other keys belong to the line that has the focus, and Enter to the form. */
  press(key) {
    return this.ui.command(this.context, key) === "BACK" ? this.back() : null;
  }

  tryToFinish() {
    try {
      return this.finish();
    } catch (fault) {
      if (!(fault instanceof BadText)) throw fault;
      this.fault = fault.message;
      return NOTHING;
    }
  }
}
