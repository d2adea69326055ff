/** The screens' reaction to news about the own account and moderation. */

import { AccountForm } from "../screens/lobby/login_screens.js";
import { AuditScreen } from "../screens/people/audit_screen.js";
import { InviteScreen } from "../screens/people/invite_screen.js";
import { PeopleScreen } from "../screens/people/people_screen.js";
import { download } from "../page/dom.js";

/** Presents invite codes and the own account, and keeps an open list of people fresh. */
export class Reception {
  constructor(page) {
    const { ui, link, stack } = page;
    Object.assign(this, { page, ui, link, stack });
    /** The session made here, until its code was shown. */
    this.made = "";
    /** The last account of the player. */
    this.name = "";
  }

  /** Show a message that the ui has already kept. */
  receive(message) {
    TAKEN[message.tag]?.(this, message);
  }

  /** Show why the server refused a request. Close a screen that waits for its answer in vain. */
  refuse(reason) {
    const { ui, stack } = this;
    ui.notice = reason;
    const { top } = stack;
    const unheard = top instanceof PeopleScreen && ui.people === null;
    if (unheard || (top instanceof AuditScreen && ui.auditEntries === null)) stack.pop();
  }

  /** Tell the player that the kept login is no longer valid. */
  noteGuest(reason) {
    this.name = "";
    this.page.notice = reason;
    this.ui.mirror.log.addNote(reason);
  }

  /** Show and send everything that had to wait for a session. */
  enter({ session }) {
    const { ui } = this;
    if (ui.hearing !== "all") this.link.send("hear", ui.hearing);
    if (ui.invite?.session === session && this.made === session) this.showInvite();
    this.made = "";
  }

  /** Ask again for the people in the session, if a screen shows them. */
  refresh() {
    const screen = this.stack.find(PeopleScreen);
    if (screen !== null) this.link.send("people?", screen.session);
  }

  takeAccount({ name }) {
    const { ui, stack } = this;
    ui.notice = "";
    if (stack.top instanceof AccountForm) {
      this.page.notice = stack.top.done;
      stack.home();
    }
    if (this.name && !name && ui.mirror.session) {
      ui.mirror.log.addNote("Your login has ended: you are a guest here now.");
    }
    this.name = name;
  }

  takeReport({ name }) {
    this.noteDone(`You reported ${name} to the server's operators.`);
  }

  /** Show what the player's order has done, below the screen and in the log. */
  noteDone(told) {
    this.ui.notice = told;
    this.ui.mirror.log.addNote(told);
  }

  takeExport({ data }) {
    download("undertide-account.json", data);
    this.ui.notice = "";
    this.page.notice = "Your data is in the file undertide-account.json.";
  }

  showInvite() {
    const { ui, stack } = this;
    if (ui.invite !== null && !(stack.top instanceof InviteScreen)) {
      stack.push(new InviteScreen(ui, ui.invite));
    }
  }
}

const TAKEN = {
  account: (reception, message) => reception.takeAccount(message),
  reported: (reception, message) => reception.takeReport(message),
  exported: (reception, message) => reception.takeExport(message),
  people: (reception, { done }) => {
    if (done) reception.noteDone(`You ${done}.`);
  },
  invited: (reception) => reception.showInvite(),
  created: (reception, { session }) => {
    reception.made = session;
  },
  roster: (reception) => reception.refresh(),
};
