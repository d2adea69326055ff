/** The moderation of one person in a session. */

import { APPOINTMENTS } from "../../generated/catalogue.js";
import { pop, push, sendRequest } from "../widgets/actions.js";
import { ConfirmScreen } from "../widgets/confirm_screen.js";
import { DealsScreen, deal } from "../widgets/deals_screen.js";
import { Authority } from "./authority.js";
import {
  BanScreen,
  KickScreen,
  MuteScreen,
  ReportScreen,
  ServerBanScreen,
} from "./moderation_forms.js";

/** The actions about a person, one per line. The id identifies the person after any change. */
export class PersonScreen extends DealsScreen {
  verb = "do it";

  constructor(ui, session, person) {
    super(ui);
    this.session = session;
    this.known = person;
  }

  /** The person as the last answer lists them, or as they were if they have left. */
  get person() {
    const { id, session } = this.known;
    const people = this.ui.people?.people ?? [];
    return people.find((one) => one.id === id && one.session === session) ?? this.known;
  }

  heading() {
    return this.person.name;
  }

  nothing() {
    return `You may do nothing about ${this.person.name}.`;
  }

  get deals() {
    const { people } = this.ui;
    return people === null ? [] : dealsWith(this.ui, this.session, people, this.person);
  }
}

/** Return what the player may do about a person. */
export function dealsWith(ui, session, people, person) {
  const own = new Authority(people, ui.account.operator);
  const deals = own.commands(person) ? silencing(ui, session, person) : [];
  if (own.refuses(person)) deals.push(refusal(ui, session, person));
  if (own.appoints(person)) deals.push(...appointments(ui, session, person));
  if (own.commands(person)) deals.push(...banishments(ui, session, person));
  if (own.bansFromServer(person)) {
    const screen = new ServerBanScreen(ui, session, person);
    deals.push(deal("ban from the whole server", "By account or address.", [push(screen)]));
  }
  if (mayReport(ui, session, people, person)) {
    const form = [push(new ReportScreen(ui, person))];
    deals.push(deal("report to the operators", "They read what was said here.", form));
  }
  return deals;
}

/** Return whether the player is in the same session as a person, and may report that person. */
export function mayReport(ui, session, people, person) {
  return !session && Boolean(ui.mirror.session) && person.id !== people.you;
}

const MUTED = "Nobody hears their chat for a while.";
const MUTED_GUEST = `${MUTED} A guest is muted by address: others there may be, too.`;

function silencing(ui, session, person) {
  if (person.muted) {
    const order = given(session, ["unmute", person.id]);
    return [deal("unmute", "Everyone hears their chat.", order)];
  }
  const screen = new MuteScreen(ui, session, person);
  return [deal("mute", person.account ? MUTED : MUTED_GUEST, [push(screen)])];
}

function refusal(ui, session, person) {
  const text =
    `${person.name} is kicked, and that account and address may not watch this run again, ` +
    "unless a moderator ends the ban.";
  const order = given(session, ["refuse", person.id]);
  const question = new ConfirmScreen(ui, `Refuse ${person.name}?`, text, "refuse", order);
  return deal("refuse as a spectator", "They can no longer watch this run.", [push(question)]);
}

function appointments(ui, session, person) {
  const role = person.role === "moderator" ? "player" : "moderator";
  const text = `${person.name} becomes the party leader. Only they can give the role back.`;
  const order = given(session, ["appoint", person.id, "host"]);
  const question = new ConfirmScreen(ui, "Hand over?", text, "hand over", order);
  return [
    deal(...APPOINTMENTS[role], appointed(ui, session, person, role)),
    deal("make party leader in your place", "There is one party leader at a time.", [
      push(question),
    ]),
  ];
}

/** Return the actions that give a role; a promotion asks first. */
function appointed(ui, session, person, role) {
  const order = given(session, ["appoint", person.id, role]);
  if (role !== "moderator") return order;
  const text = `${person.name} can kick, ban and mute others, until you take the role back.`;
  return [push(new ConfirmScreen(ui, `Promote ${person.name}?`, text, "promote", order))];
}

function banishments(ui, session, person) {
  const [kick, ban] = [new KickScreen(ui, session, person), new BanScreen(ui, session, person)];
  const back =
    person.seat === null ? "They may come back." : "They may come back, with a new hero.";
  return [
    deal("kick", back, [push(kick)]),
    deal("ban", "Their account and address can't join for a while.", [push(ban)]),
  ];
}

/** Return the actions that give an order and go back to the list of people. */
function given(session, order) {
  return [pop(), sendRequest("govern", order, session)];
}
