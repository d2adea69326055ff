/** The pages of a list that the server tells page by page, and the buttons that turn them. */

import { byId, show } from "../page/dom.js";

/** The page that is shown. A page is named by what is sent to ask for it. */
export class Pages {
  /**
   * `first` names the first page, `name` begins the ids of the buttons, and `box` is the id of what
   * holds both. `turned` is called when another page is to be asked for.
   */
  constructor(first, name, box, turned) {
    this.names = [first];
    this.next = null;
    this.box = byId(box);
    this.back = byId(`${name}-back`);
    this.on = byId(`${name}-on`);
    this.back.addEventListener("click", () => {
      if (this.names.length > 1) this.names.pop();
      turned();
    });
    this.on.addEventListener("click", () => {
      if (this.next === null) return;
      this.names.push(this.next);
      this.next = null;
      turned();
    });
  }

  /** What to send to ask for the page. */
  get shown() {
    return this.names.at(-1);
  }

  /** Go back to the first page, with the next answer. */
  restart() {
    this.names.splice(1);
  }

  /** Take what names the page after the one that has come; null if there is none. */
  showNext(next) {
    this.next = next;
    this.back.disabled = this.names.length === 1;
    this.on.disabled = next === null;
    show(this.box, this.names.length > 1 || next !== null);
  }
}
