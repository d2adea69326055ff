/** The help: pages about the place where the player is, what is in sight, the game and the keys. */

import { CONTEXTS } from "../../generated/commands.js";
import { element, say, updateChildren } from "../../page/dom.js";
import { NOTHING } from "../widgets/actions.js";
import { PageScreen } from "../widgets/page_screen.js";
import * as helpPages from "./help_pages.js";

/** The name of the page about the figures of the side panel. */
export const PANEL = "Panel";

/**
 * Pages of which one is shown. Its keys are made from the keymap, so that they are current. `about`
 * is the context of the screen that asked for help; null for the map or the lobby. `page` is the
 * name of the first page; empty for the one about the place.
 */
export class HelpScreen extends PageScreen {
  context = "HELP";
  title = "Help";
  style = "page help";

  constructor(ui, about = null, page = "") {
    super(ui);
    this.about = about;
    this.index = page ? [...this.pages().keys()].indexOf(page) : 0;
  }

  build(body) {
    this.tabs = element("div", "tabs");
    this.tabs.setAttribute("role", "toolbar");
    this.tabs.setAttribute("aria-label", "Pages of the help");
    body.append(this.tabs);
    super.build(body);
  }

  update() {
    const names = [...this.pages().keys()].map((name, index) => ({ name, index }));
    const make = () => this.tab();
    updateChildren(this.tabs, names, ({ name }) => name, make, (button, { name, index }) => {
      say(button, name);
      button.setAttribute("aria-pressed", String(index === this.index));
      button.onclick = () => this.perform(this.turnTo(index));
    });
    super.update();
  }

  tab() {
    const button = element("button");
    button.type = "button";
    return button;
  }

  /** Return the rows of the shown page. */
  rows() {
    const pages = [...this.pages().values()];
    return pages[this.index % pages.length]();
  }

  /** Return the hints at the page's foot: how to turn the pages. */
  footer() {
    return [...this.ui.hints(this.context, ["MORE", "other pages"]), ...super.footer()];
  }

  /** Turn the pages, scroll, or go back. */
  press(key) {
    const command = this.ui.command(this.context, key);
    if (command === "MORE") return this.turnTo(this.index + 1);
    if (command === "LESS") return this.turnTo(this.index - 1);
    return this.command(command);
  }

  turnTo(index) {
    const count = this.pages().size;
    this.index = (index + count) % count;
    this.text.scrollTop = 0;
    return NOTHING;
  }

  /** Return the pages that say something here, by name. The first is about the place. */
  pages() {
    const { ui } = this;
    const { mirror } = ui;
    const here = this.about ?? contextOf(ui);
    const others = Object.keys(CONTEXTS).filter((context) => context !== here);
    const keys = (contexts) => () => helpPages.keyRows(ui, contexts);
    const pages = new Map([["Here", ui.touches ? helpPages.gestures : keys([here])]]);
    if (mirror.floor !== null) {
      pages.set("In sight", () => helpPages.legend(mirror));
      pages.set(PANEL, () => helpPages.panel(mirror));
    }
    pages.set("Goal", () => helpPages.goal(ui));
    if (mirror.variations.length) pages.set("Run", () => helpPages.run(mirror));
    pages.set("Tide", () => helpPages.tide(mirror));
    pages.set("Time", () => helpPages.time(mirror));
    if (ui.lobby.callings.some(({ abilities }) => abilities.length)) {
      pages.set("Callings", () => helpPages.callings(ui));
    }
    if (!ui.touches) pages.set("Keys", keys(others));
    if (!ui.replaying) pages.set("Invite", () => helpPages.sharing(ui));
    return pages;
  }
}

/** Return the context whose keys the player uses now. */
function contextOf(ui) {
  if (ui.replaying) return "REPLAY";
  if (!ui.mirror.session) return "LOBBY";
  return ui.spectating ? "WATCH" : "PLAY";
}
