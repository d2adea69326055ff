/** The base of every screen: a box over the map or the lobby, with a title, a body and hints. */

import { element, say, show, updateChildren } from "../../page/dom.js";
import { shown } from "../../keys/names.js";
import { NOTHING, pop } from "./actions.js";

/** Numbers the titles, so that each box can name its own. */
let made = 0;

/**
 * A part of the page that shows itself and turns the player's input into actions.
 *
 * `build` makes its content once, `update` shows what there is now, `press` answers a key.
 */
export class Screen {
  /** The keys of this screen, which the help describes; null if it chooses among several. */
  context = null;
  /** The title; `heading` may say more. */
  title = "";
  /** A name of its own for the style sheet. */
  style = "";
  /** Whether other elements behind it can still be used with the pointer. */
  modal = true;

  constructor(ui) {
    this.ui = ui;
    this.perform = () => {};
  }

  /** Return the title over the box. */
  heading() {
    return this.title;
  }

  /** Make the content of the box. */
  build(_body) {}

  /** Show what there is now. */
  update() {}

  /** Return the actions for a key, given by its normalised name; null leaves it to the browser. */
  press(_key) {
    return NOTHING;
  }

  /** Return the actions for a click on a cell of the map. Only screens that aren't modal get it. */
  click(_cell, _right) {
    return NOTHING;
  }

  /** Return what to mark on the map: {cursor, struck}; null for nothing. */
  marked() {
    return null;
  }

  /** Return the actions for leaving this screen without a choice. */
  back() {
    return [pop()];
  }

  /** Return the hints at the foot of the box: [{key, words}]. A click presses the key. */
  footer() {
    return [];
  }

  /** Return the element that gets the focus when the screen opens. */
  focused() {
    return this.root;
  }

  // --- the box ---------------------------------------------------------------------------------

  /** Make the box. `perform` carries out actions. */
  mount(perform) {
    this.perform = perform;
    made += 1;
    this.head = element("h2");
    this.head.id = `screen-${made}`;
    this.body = element("div", "body");
    this.notice = element("p", "notice ink-warning");
    this.notice.setAttribute("role", "alert");
    this.foot = element("div", "hints");
    const close = element("button", "close", "×");
    close.type = "button";
    close.setAttribute("aria-label", "Back");
    close.addEventListener("click", () => this.perform(this.back()));
    const head = element("div", "head", this.head, close);
    this.root = element("section", `screen ${this.style}`, head, this.body, this.notice, this.foot);
    this.root.setAttribute("role", "dialog");
    this.root.setAttribute("aria-modal", String(this.modal));
    this.root.setAttribute("aria-labelledby", this.head.id);
    this.root.tabIndex = -1;
    this.build(this.body);
    return this.root;
  }

  /** Remove the box. */
  unmount() {
    this.root.remove();
  }

  /** Show what there is now, in the box. */
  draw() {
    say(this.head, this.heading());
    say(this.notice, this.ui.notice);
    show(this.notice, this.ui.notice !== "");
    this.update();
    this.drawHints();
  }

  drawHints() {
    const make = () => {
      const button = element("button", "hint", element("kbd"), element("span"));
      button.type = "button";
      return button;
    };
    const keyOf = ({ key, words }) => `${key} ${words}`;
    updateChildren(this.foot, this.footer(), keyOf, make, (button, hint) => {
      say(button.children[0], hint.key ? shown(hint.key) : "");
      say(button.children[1], hint.words);
      button.disabled = !hint.key;
      button.dataset.press = hint.key;
      button.onclick = () => this.perform(this.press(hint.key));
    });
  }
}
