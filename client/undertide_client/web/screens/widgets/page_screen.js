/** A page of rows over all other screens. It scrolls if it is too long. */

import { element } from "../../page/dom.js";
import { NOTHING } from "./actions.js";
import { fillRow, fillRows } from "./rows.js";
import { Screen } from "./screen.js";

/** Share of the visible page that a page up or down scrolls by. */
const PAGE = 0.9;

/** The base of every screen that is only for reading; it shows `rows`. */
export class PageScreen extends Screen {
  context = "LIST";
  style = "page";

  /** Return the page's rows; an empty row is a gap. */
  rows() {
    throw new Error("a page needs rows");
  }

  /** Return a row above the others that doesn't scroll with them; empty for none. */
  above() {
    return [];
  }

  footer() {
    return this.ui.hints(this.context, ["BACK", "back"]);
  }

  build(body) {
    this.top = element("p", "columns");
    this.text = element("div", "text");
    this.text.tabIndex = 0;
    this.text.setAttribute("role", "document");
    body.append(this.top, this.text);
  }

  update() {
    fillRow(this.top, this.above(), this.ui.adapt);
    fillRows(this.text, this.rows(), this.ui.adapt);
  }

  focused() {
    return this.text;
  }

  /** Scroll, or go back. */
  press(key) {
    return this.command(this.ui.command(this.context, key));
  }

  /** Carry out a command of a page. */
  command(command) {
    if (command === "BACK" || command === "CHOOSE") return this.back();
    const { text } = this;
    const line = parseFloat(getComputedStyle(text).lineHeight) || 20;
    const page = PAGE * text.clientHeight;
    const steps = { PREVIOUS: -line, NEXT: line, PAGE_UP: -page, PAGE_DOWN: page };
    if (command === "FIRST") text.scrollTop = 0;
    else if (command === "LAST") text.scrollTop = text.scrollHeight;
    else text.scrollTop += steps[command] ?? 0;
    return NOTHING;
  }
}
