/** A list whose lines have counts, which keys and the buttons of each line change. */

import { MINUS } from "../../generated/catalogue.js";
import { element } from "../../page/dom.js";
import { NOTHING } from "./actions.js";
import { ListScreen } from "./list_screen.js";
import { rowText } from "./rows.js";

/** The base of lists that ask how many of each thing. A click on a line only goes to it. */
export class CountingScreen extends ListScreen {
  style = "counting";

  /** Change the count of a line by a number. */
  change(_index, _by) {
    throw new Error("a count needs a way to change it");
  }

  line(index) {
    const item = super.line(index);
    item.append(this.stepper(index, -1, MINUS), this.stepper(index, 1, "+"));
    return item;
  }

  stepper(index, by, sign) {
    const button = element("button", "step", sign);
    button.type = "button";
    button.addEventListener("click", () => {
      this.choice.index = index;
      this.change(index, by);
      this.perform(NOTHING);
    });
    return button;
  }

  fill(button, one) {
    super.fill(button, one);
    const [, less, more] = button.parentElement.children;
    const name = rowText(one.row.slice(1));
    less.setAttribute("aria-label", `Less: ${name}`);
    more.setAttribute("aria-label", `More: ${name}`);
    less.tabIndex = more.tabIndex = button.tabIndex;
  }

  point(index) {
    this.choice.index = index;
    return NOTHING;
  }
}
