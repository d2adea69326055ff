/** A box of lines, of which the player chooses one by letter, with arrows, by mouse or by touch. */

import { LETTERS } from "../../generated/catalogue.js";
import { element, say, updateChildren } from "../../page/dom.js";
import { NOTHING, OPENING, pop } from "./actions.js";
import { Choice } from "./choice.js";
import { fillRow, fillRows } from "./rows.js";
import { Screen } from "./screen.js";

/** Lines that a page up or down goes by. */
const PAGE = 10;

/** The base of every screen that offers a choice of `lines`. */
export class ListScreen extends Screen {
  context = "LIST";
  style = "list";
  /** The effect of a choice, for its hint; empty if the lines are only for reading. */
  verb = "choose";
  /** The effect of leaving without a choice, for its hint. */
  backVerb = "back";
  /** Whether each line has a letter. It opens or shows the line; pressed again, it chooses it. */
  lettered = false;

  constructor(ui) {
    super(ui);
    this.choice = new Choice();
    /** The line that a letter or a click showed last. */
    this.looked = null;
  }

  /** Return the text of an empty list. */
  nothing() {
    return "";
  }

  /** Return the letter of each line. */
  letters() {
    return [...LETTERS];
  }

  /** Return the heads of the columns as a row, if there are any. */
  columns() {
    return [];
  }

  /** Return the row of each line. */
  lines() {
    throw new Error("a list needs lines");
  }

  /** Return the details of a line as rows. */
  detail(_index) {
    return [];
  }

  /** Return the actions for the choice of a line. */
  choose(_index) {
    throw new Error("a list needs a choice");
  }

  /**
   * Return the actions for the letter of a line, or a first click on it: it opens what the line
   * stands for. Where the choice would do something at once, the letter only goes to the line.
   */
  look(index) {
    const chosen = this.choose(index);
    return chosen.every(({ kind }) => OPENING.has(kind)) ? chosen : NOTHING;
  }

  back() {
    return [pop()];
  }

  footer() {
    const choose = this.verb && this.lines().length ? [["CHOOSE", this.verb]] : [];
    return this.ui.hints(this.context, ...choose, ["BACK", this.backVerb]);
  }

  // --- showing ---------------------------------------------------------------------------------

  build(body) {
    this.above = element("p", "columns ink-soft");
    this.list = element("ul", "lines");
    this.empty = element("p", "ink-soft");
    this.below = element("div", "detail");
    this.below.setAttribute("aria-live", "polite");
    body.append(this.above, this.list, this.empty, this.below);
  }

  update() {
    const lines = this.lines();
    this.choice.hold(lines.length);
    const letters = this.lettered ? this.letters() : [];
    fillRow(this.above, lines.length ? this.columns() : [], this.ui.adapt);
    say(this.empty, lines.length ? "" : this.nothing());
    const rows = lines.map((row, index) => ({ row, index, letter: letters[index] ?? "" }));
    const make = ({ index }) => this.line(index);
    updateChildren(this.list, rows, ({ index }) => index, make, (item, one) => {
      this.fill(item.firstChild, one);
    });
    const details = lines.length ? this.detail(this.choice.index) : [];
    fillRows(this.below, details, this.ui.adapt);
  }

  line(index) {
    const button = element("button", "line", element("span", "letter"), element("span"));
    button.type = "button";
    button.addEventListener("click", () => this.perform(this.point(index)));
    return element("li", "", button);
  }

  fill(button, { row, index, letter }) {
    const chosen = index === this.choice.index;
    say(button.children[0], letter);
    fillRow(button.children[1], row, this.ui.adapt);
    button.tabIndex = chosen ? 0 : -1;
    if (chosen === (button.getAttribute("aria-current") === "true")) return;
    button.setAttribute("aria-current", String(chosen));
    if (!chosen) return;
    button.scrollIntoView({ block: "nearest" });
    if (this.list.contains(document.activeElement)) button.focus({ preventScroll: true });
  }

  focused() {
    return this.list.querySelector('[aria-current="true"]') ?? this.root;
  }

  // --- input -----------------------------------------------------------------------------------

  /** Choose by letter or with the arrows. */
  press(key) {
    const count = this.lines().length;
    if (this.lettered && key.length === 1 && LETTERS.includes(key)) {
      const index = this.letters().slice(0, count).indexOf(key);
      return index < 0 ? NOTHING : this.goTo(index);
    }
    this.looked = null;
    return this.command(this.ui.command(this.context, key), count);
  }

  /** Carry out a command in a list of `count` lines. */
  command(command, count) {
    if (command === "BACK") return this.back();
    this.choice.move(command, count, PAGE);
    return command === "CHOOSE" && count ? this.choose(this.choice.index) : NOTHING;
  }

  /** Go to a line; the second time, choose it. */
  goTo(index) {
    const again = this.looked === index && this.choice.index === index;
    this.choice.index = index;
    if (again) return this.choose(index);
    const opened = this.look(index);
    this.looked = opened.length ? null : index;
    return opened;
  }

  /** Go to the line under the pointer; a click on the chosen one chooses it. */
  point(index) {
    if (index === this.choice.index) this.looked = index;
    return this.goTo(index);
  }
}
