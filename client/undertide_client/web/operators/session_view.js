/** One session on an operators' page: its people, terms, chat and log, and all orders in it. */

import { element } from "../page/dom.js";
import { order as orderOf } from "../net/requests.js";
import { termsWords } from "../words/session_words.js";
import {
  button, choice, confirmOrder, field, link, row, section, shown, table,
} from "./parts.js";
import { auditTable, banTable } from "./server_views.js";

const ROLES = ["player", "moderator", "host"];
const ACCESS = ["public", "unlisted", "invited"];

export async function showSession(page, session) {
  const told = await page.link.request("people?", { session });
  const { lines } = await page.link.request("chats?", { session });
  const { deeds } = await page.link.request("audit?", { session });
  const again = () => showSession(page, session);
  const order = (tag, fields) => page.order(tag, fields, session, again);
  const chat = lines.map((said) => element("li", "", shown(`${said.name}: ${said.text}`)));
  page.show(
    `Session ${session}`,
    element("p", "", shown(termsWords(told.terms))),
    row(...orders(page, session, told.terms, order), link("Look into its world", `#/look/${session}`)),
    section("People", peopleTable(told.people, order)),
    section("Bans", banTable(page, told.bans, session, again)),
    section("Chat", chat.length ? element("ul", "chat", ...chat) : element("p", "soft", "Silence.")),
    section("Audit log", auditTable(deeds)),
  );
}

/** Return the buttons and choices of the orders about the session. */
function orders(page, session, terms, order) {
  const access = choice("access", ACCESS, terms.access);
  access.field.addEventListener("change", () => order("open", { access: access.field.value }));
  const invite = () => page.attempt(async () => {
    const { code } = await page.link.request("govern", { order: orderOf("invite"), session });
    page.say(`Invite code: ${code}`);
  });
  const dissolve = async () => {
    const reason = field("reason");
    const given = await confirmOrder(
      "Dissolve", "This ends the session and its run for everyone.", { reason },
    );
    if (given !== null) await page.order("dissolve", given, session, () => page.visit("#/"));
  };
  return [
    button(terms.locked ? "Unlock" : "Lock", () => order("lock", { locked: !terms.locked })),
    button(terms.watchers_talk ? "Silence spectators" : "Let spectators chat",
      () => order("chatting", { watchers: !terms.watchers_talk })),
    access.box,
    button("Invite code", invite),
    button("Dissolve", dissolve),
  ];
}

function peopleTable(people, order) {
  const columns = [
    ["person", (each) => each.id],
    ["name", (each) => each.name],
    ["role", (each) => roleOf(each, order)],
    ["account", (each) => each.account || "guest"],
    ["address", (each) => each.address],
    ["", (each) => [!each.connected && "away", each.muted && "muted"].filter(Boolean).join(", ")],
    ["", (each) => ordersAbout(each, order)],
  ];
  return table("People in the session", columns, people, "Nobody is here.");
}

/** Return a choice of the roles that a player may get; of others their role. */
function roleOf(person, order) {
  if (person.seat === null) return person.role;
  const roles = choice(`role of ${shown(person.name)}`, ROLES, person.role);
  roles.field.addEventListener("change", () => order("appoint", { person: person.id, role: roles.field.value }));
  roles.box.firstChild.className = "unseen";
  return roles.box;
}

/** Return the buttons of the orders about a person. */
function ordersAbout(person, order) {
  const name = shown(person.name);
  const about = { person: person.id };
  const confirm = async (tag, title, words, fields) => {
    const given = await confirmOrder(`${title} ${name}`, words, fields);
    if (given === null) return;
    if ("minutes" in given) given.minutes = Number(given.minutes) || 0;
    await order(tag, { ...about, ...given });
  };
  const reason = () => field("reason");
  const minutes = () => field("minutes, 0 for good", "number", "0", { min: 0 });
  const made = [
    button("Kick", () => confirm("kick", "Kick", "They may come back.", { reason: reason() }),
      `Kick ${name}`),
    button("Ban", () => confirm("ban", "Ban", "By account, seat and address.",
      { minutes: minutes(), reason: reason() }), `Ban ${name}`),
    person.muted
      ? button("Unmute", () => order("unmute", about), `Unmute ${name}`)
      : button("Mute", () => confirm("mute", "Mute", "Nobody hears them.", { minutes: minutes() }),
        `Mute ${name}`),
  ];
  if (person.seat === null) {
    made.push(button("Refuse", () => order("refuse", about), `Refuse ${name}`));
  }
  return row(...made);
}
