/** The keys of the lobby: the lowest screen while the page is in no session. The page shows it. */

import { byId } from "../../page/dom.js";
import { CallingScreen } from "../hero/calling_screen.js";
import { HelpScreen } from "../menus/help_screen.js";
import { SettingsScreen } from "../menus/settings_screen.js";
import { openPeople } from "../people/people_screen.js";
import {
  NOTHING,
  chooseCalling,
  joinSession,
  makeSession,
  pop,
  push,
  refresh,
  showLives,
  watchSession,
} from "../widgets/actions.js";
import { AccountScreen } from "./account_screen.js";
import { RenameScreen } from "./name_screen.js";

/** Commands that open a screen. */
const PAGES = {
  NEW_SESSION: () => [makeSession()],
  RENAME: (ui) => [push(new RenameScreen(ui))],
  CALLING: (ui) => [push(new CallingScreen(ui, be))],
  ACCOUNT: (ui) => [push(new AccountScreen(ui))],
  HELP: (ui) => [push(new HelpScreen(ui))],
  SETTINGS: (ui) => [push(new SettingsScreen(ui))],
  LIVES: () => [showLives()],
  EVERYONE: (ui) => openPeople(ui),
  REFRESH: () => [refresh()],
};
/** Commands that go to an element of the page. */
const ELEMENTS = { JOIN_BY_CODE: "code", WATCH_BY_CODE: "code", RUNS: "runs-head" };
/** Commands that go to another session of the list. */
const STEPS = { PREVIOUS: -1, NEXT: 1 };

export class LobbyScreen {
  context = "LOBBY";
  /** Commands that a menu leaves out: they are about what has the focus, or do nothing. */
  leftOut = ["PREVIOUS", "NEXT", "CHOOSE", "WATCH", "PEOPLE", "QUIT"];

  constructor(ui) {
    this.ui = ui;
  }

  draw() {}

  /** Carry out a command about the session that has the focus, or about the player. */
  press(key) {
    const command = this.ui.command(this.context, key);
    return command === null ? null : this.command(command);
  }

  /** Return the actions of a command. */
  command(command) {
    if (Object.hasOwn(STEPS, command)) return this.step(STEPS[command]);
    if (Object.hasOwn(ELEMENTS, command)) return this.goTo(byId(ELEMENTS[command]));
    if (Object.hasOwn(PAGES, command)) return PAGES[command](this.ui);
    return this.atSession(command);
  }

  /** Carry out a command about the session that has the focus; the first one's without a focus. */
  atSession(command) {
    const session = (this.focused ?? this.items[0])?.dataset.key;
    if (session === undefined) return NOTHING;
    if (command === "CHOOSE") return [joinSession(session)];
    if (command === "WATCH") return [watchSession(session)];
    return command === "PEOPLE" ? openPeople(this.ui, session) : NOTHING;
  }

  get items() {
    return [...byId("sessions").children];
  }

  /** The session that holds the focus. */
  get focused() {
    return this.items.find((item) => item.contains(document.activeElement));
  }

  step(step) {
    const { items } = this;
    const at = items.indexOf(this.focused);
    const next = items[Math.min(items.length - 1, Math.max(0, at + step))];
    return next ? this.goTo(next) : NOTHING;
  }

  goTo(element) {
    element.focus();
    element.scrollIntoView({ block: "nearest" });
    return NOTHING;
  }
}

/** Return the actions that choose the calling of the player's next hero. */
function be(calling) {
  return [pop(), chooseCalling(calling)];
}
