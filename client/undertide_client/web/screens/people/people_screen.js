/** The people in a session or on the whole server, and their moderation. */

import { HEARING, NEXT_HEARING, ROLES } from "../../generated/catalogue.js";
import { idOf } from "../../net/codes.js";
import { personWords, termsWords, banWords } from "../../words/session_words.js";
import { NOTHING, listen, push, sendRequest } from "../widgets/actions.js";
import { ListScreen } from "../widgets/list_screen.js";
import { openAuditLog } from "./audit_screen.js";
import { Authority } from "./authority.js";
import { InviteScreen } from "./invite_screen.js";
import { ReportScreen } from "./moderation_forms.js";
import { PersonScreen, mayReport } from "./person_screen.js";
import { TermsScreen } from "./terms_screen.js";
import { ConfirmScreen } from "../widgets/confirm_screen.js";

/** Commands that only work on a session. */
const OF_SESSION = ["TERMS", "INVITE", "HEAR"];

/**
 * One line per person, players first. The list stays current while it is open.
 *
 * `session` is the session that the player named in the lobby. Without it, the list shows the
 * player's own session, or from the lobby the whole server.
 */
export class PeopleScreen extends ListScreen {
  verb = "orders";
  context = "PEOPLE";
  style = "list people";

  constructor(ui, session = "") {
    super(ui);
    this.session = session;
  }

  get people() {
    return this.ui.people?.people ?? [];
  }

  get ofServer() {
    return !this.session && !this.ui.mirror.session;
  }

  /** Whether the list shows the session that the player is in. */
  get inside() {
    return !this.session && Boolean(this.ui.mirror.session);
  }

  /** Whether the session's id is all that people need to come in. */
  get needsNoCode() {
    const { people } = this.ui;
    return people !== null && people.terms.access !== "invited";
  }

  get own() {
    const { people, account } = this.ui;
    return people === null ? null : new Authority(people, account.operator);
  }

  heading() {
    if (this.ofServer) return "Everyone on this server";
    return this.session ? `Who is in ${this.session}` : "Who is here";
  }

  nothing() {
    return this.ui.people === null ? "Asking…" : "Nobody.";
  }

  columns() {
    return [["Name", "gold"], ["Role", "gold"], ["Account", "gold"]];
  }

  lines() {
    const you = this.ui.people?.you ?? 0;
    return this.people.map((one) => row(one, this.role(one), Boolean(you) && one.id === you));
  }

  /** Return a person's role; a person without a session is in the lobby. */
  role(person) {
    return this.ofServer && !person.session ? "in the lobby" : ROLES[person.role];
  }

  /** Return a person's session and address, whose chat the player receives, and the terms. */
  detail(index) {
    const { session, address } = this.people[index];
    const where = [session && `in ${session}`, address].filter(Boolean).join(", ");
    const rows = where ? [[[where]]] : [];
    if (this.inside) rows.push([[HEARING[this.ui.hearing], "soft"]]);
    if (!this.ofServer) rows.push([[termsWords(this.ui.people.terms), "soft"]]);
    return rows;
  }

  footer() {
    const { own } = this;
    const pairs = [["CHOOSE", this.verb]];
    if (!this.ofServer) pairs.push(["TERMS", "terms"]);
    if (!this.ofServer && (this.needsNoCode || own?.seesCode)) pairs.push(["INVITE", "invite"]);
    if (own?.may("pardon")) pairs.push(["BANS", "bans"]);
    if (own?.readsAuditLog) pairs.push(["DEEDS", "log"]);
    if (this.inside) pairs.push(["REPORT", "report"], ["HEAR", "hear"]);
    return this.ui.hints(this.context, ...pairs, ["BACK", "back"]);
  }

  /** Open the screen of the chosen person. */
  choose(index) {
    const person = this.people[index];
    const where = this.ofServer ? person.session || this.session : this.session;
    return [push(new PersonScreen(this.ui, where, person))];
  }

  /** Carry out a command about the list, ask for it again, or move in it. */
  command(command, count) {
    if (OF_SESSION.includes(command)) return this.ofServer ? NOTHING : this.ofSession(command);
    if (command === "BANS") return [push(new BansScreen(this.ui, this.session))];
    if (command === "DEEDS") return openAuditLog(this.ui, this.session);
    if (command === "REFRESH") return [sendRequest("people?", this.session)];
    if (command === "REPORT") return count ? this.report(this.people[this.choice.index]) : NOTHING;
    return super.command(command, count);
  }

  /** Open the form that reports a person, if the player may. */
  report(person) {
    const { people } = this.ui;
    if (people === null || !mayReport(this.ui, this.session, people, person)) return NOTHING;
    return [push(new ReportScreen(this.ui, person))];
  }

  /** Carry out a command that only works on a session. */
  ofSession(command) {
    if (command === "TERMS") return [push(new TermsScreen(this.ui, this.session))];
    if (command === "HEAR") return this.inside ? [listen(NEXT_HEARING[this.ui.hearing])] : NOTHING;
    if (!this.needsNoCode) return [sendRequest("govern", ["invite"], this.session)];
    const session = idOf(this.session) || this.ui.mirror.session;
    return [push(new InviteScreen(this.ui, { session, code: session }))];
  }
}

function row(person, role, own) {
  const name = own ? `${person.name} (you)` : person.name;
  return [[name, "bright"], [role], [person.account], [personWords(person), "warning"]];
}

/** Return the actions that list the people of the player's session, another, or the server. */
export function openPeople(ui, session = "") {
  return [sendRequest("people?", session), push(new PeopleScreen(ui, session))];
}

/** One line per ban. The choice of a ban ends it, after a question. */
export class BansScreen extends ListScreen {
  title = "Bans";
  verb = "end the ban";
  style = "list bans";

  constructor(ui, session) {
    super(ui);
    this.session = session;
  }

  get bans() {
    return this.ui.people?.bans ?? [];
  }

  nothing() {
    return "Nobody is banned.";
  }

  lines() {
    return this.bans.map((ban) => [[ban.who, "bright"], [banWords(ban)]]);
  }

  detail(index) {
    const { reason } = this.bans[index];
    return [[[reason ? `Why: ${reason}` : "No reason was given.", "soft"]]];
  }

  /** Ask whether to end the chosen ban. */
  choose(index) {
    const ban = this.bans[index];
    const text = `${ban.who} may come back at once.`;
    const give = [sendRequest("govern", ["pardon", ban.id], this.session)];
    return [push(new ConfirmScreen(this.ui, "End the ban?", text, "end it", give))];
  }
}
