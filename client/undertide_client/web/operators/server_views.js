/** What an operators' page shows of the whole server: its state, people, reports and log. */

import { Plot } from "../page/plot.js";
import { element } from "../page/dom.js";
import { lengthWords } from "../words/session_words.js";
import { Refused } from "./link.js";
import {
  button, choice, confirmOrder, field, link, moment, row, section, shown, table,
} from "./parts.js";

const QUARTER = 15 * 60;
const EVERY = 5_000;
const number = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 1 });
const plain = (value) => number.format(value);
const PLOTS = [
  { title: "Who is here", shown: plain, floor: 5,
    lines: [{ key: "players", label: "players" }, { key: "watchers", label: "watchers" }] },
  { title: "Beats of sessions, ms", shown: plain, floor: 20,
    lines: [{ key: "late_ms", label: "late" }, { key: "beat_ms", label: "took" }] },
  { title: "CPU, % of one core", shown: plain, floor: 20, lines: [{ key: "cpu", label: "used" }] },
  { title: "Memory, MB", shown: (value) => plain(value / 1e6), floor: 1e8,
    lines: [{ key: "memory", label: "resident" }] },
  { title: "Longest transaction, ms", shown: plain, floor: 5,
    lines: [{ key: "commit_ms", label: "took" }] },
  { title: "Waiting for the disk", shown: plain, floor: 5,
    lines: [{ key: "waiting", label: "steps" }] },
];

/** Return the data of a message that has JSON in it. */
export function dataOf({ data }) {
  return JSON.parse(data);
}

/** The state of the server with its plots, asked for again and again, and its sessions. */
export async function showOverview(page) {
  const plots = PLOTS.map((options) => new Plot(options));
  const state = element("div");
  const drawing = element("div", "plots", ...plots.map((plot) => plot.figure));
  const lists = element("div");
  page.show("The server", state, drawing, lists);
  const refresh = async () => {
    const told = dataOf(await page.link.request("status?"));
    const { sessions } = await page.link.request("list");
    if (!state.isConnected) return;
    const faults = [...told.obstacles, told.trouble, ...(told.notes ?? [])].filter(Boolean);
    state.replaceChildren(
      element("p", told.obstacles.length ? "bad" : "good",
        told.obstacles.length ? "Not ready for newcomers." : "Ready for newcomers."),
      ...faults.map((fault) => element("p", "bad", shown(fault))),
    );
    for (const plot of plots) plot.update(told.samples, QUARTER);
    page.keepFocus(lists, () => lists.replaceChildren(sessionList(sessions)));
    page.later(EVERY, refresh);
  };
  await refresh();
}

function sessionList(sessions) {
  const columns = [
    ["session", (each) => link(each.session, `#/session/${each.session}`)],
    ["preset", (each) => each.preset],
    ["leader", (each) => each.host],
    ["heroes", (each) => each.heroes],
    ["spectators", (each) => each.spectators],
    ["floor", (each) => each.deepest_floor],
    ["access", (each) => each.access + (each.locked ? ", locked" : "")],
    ["", (each) => link("Look", `#/look/${each.session}`)],
  ];
  return section("Sessions", table("Sessions", columns, sessions, "Nobody plays."));
}

/** Everybody on the server, and the bans of the whole server. */
export async function showPeople(page) {
  const told = await page.link.request("people?");
  const columns = [
    ["name", (each) => each.name],
    ["role", (each) => each.role],
    ["account", (each) => each.account || "guest"],
    ["address", (each) => each.address],
    ["session", (each) => each.session && link(each.session, `#/session/${each.session}`)],
    ["", (each) => (each.connected ? "" : "away")],
  ];
  const again = () => showPeople(page);
  page.show(
    "People",
    section("On the server", table("People on the server", columns, told.people, "Nobody is here.")),
    section("Bans from the server", banTable(page, told.bans, "", again), banForm(page, again)),
  );
}

/** Return a table of bans, each with a button that ends it. */
export function banTable(page, bans, session, again) {
  const columns = [
    ["ban", (each) => each.id],
    ["who", (each) => each.who],
    ["by", (each) => each.by],
    ["left", (each) => lengthWords(each.minutes)],
    ["reason", (each) => each.reason],
    ["", (each) => button("End", () =>
      page.order("pardon", { ban: each.id }, session, again), `End the ban of ${shown(each.who)}`)],
  ];
  return table("Bans", columns, bans, "No bans.");
}

function banForm(page, again) {
  const kind = choice("ban", ["account", "address"], "account");
  const whom = field("name or network");
  const minutes = field("minutes, 0 for good", "number", "0", { min: 0 });
  const reason = field("reason");
  const send = async () => {
    const sure = await confirmOrder(
      "Ban from the server", `${kind.field.value} ${shown(whom.field.value)}`,
    );
    if (sure === null) return;
    const ban = { minutes: Number(minutes.field.value) || 0, reason: reason.field.value };
    await page.order("outlaw", { ...ban, [kind.field.value]: whom.field.value }, "", again);
  };
  return row(kind.box, whom.box, minutes.box, reason.box, button("Ban", send));
}

/** A page of the reports of players, with the chat that led to each. */
export async function showReports(page, before = 0) {
  const told = await page.link.request("reports?", { before });
  const articles = told.reports.map((each) => {
    const lines = each.lines.map((said) => element("li", "", shown(`${said.name}: ${said.text}`)));
    const who = [each.account, each.address].filter(Boolean).join(", ") || "guest";
    return element("article", "",
      element("h2", "", shown(`${each.id}: ${each.name} (${who})`)),
      element("p", "", shown(`${moment(each.at)}, reported by ${each.by}: ${each.reason}`)),
      element("ul", "chat", ...lines),
      link(`Session ${each.session}`, `#/session/${each.session}`));
  });
  const last = told.reports.at(-1)?.id;
  const more = told.more ? [button("Earlier reports", () => page.visit(`#/reports/${last}`))] : [];
  page.show("Reports", ...(articles.length ? articles : [element("p", "soft", "No reports.")]), ...more);
}

/** Return a table of the audit log, the latest entry first. */
export function auditTable(deeds) {
  const columns = [
    ["when", (each) => moment(each.at)],
    ["who", (each) => each.who],
    ["what", (each) => each.text],
    ["session", (each) => each.session && link(each.session, `#/session/${each.session}`)],
  ];
  return table("Audit log", columns, deeds, "Nothing was done.");
}

export async function showAudit(page) {
  const { deeds } = await page.link.request("audit?");
  page.show("Audit log", auditTable(deeds));
}

/** Kept runs, each of which can be looked into. */
export async function showRuns(page, before = "") {
  const told = await page.link.request("runs?", { before });
  const columns = [
    ["run", (each) => link(each.run.slice(0, 12), `#/look/${each.run}`)],
    ["session", (each) => each.session],
    ["preset", (each) => each.preset],
    ["state", (each) => each.state],
    ["heroes", (each) => each.heroes.join(", ")],
    ["begun", (each) => moment(each.begun)],
  ];
  const last = told.runs.at(-1)?.run;
  const more = told.more ? [button("Earlier runs", () => page.visit(`#/runs/${last}`))] : [];
  page.show("Kept runs", table("Kept runs", columns, told.runs, "No run is kept."), ...more);
}

/** Announcements, and the nodes of the server. */
export async function showServer(page) {
  const text = field("text", "text", "", { maxLength: 240 });
  const announce = () => page.order("announce", { text: text.field.value }, "", () => {
    text.field.value = "";
  });
  const nodes = element("div");
  page.show(
    "Orders",
    section("Tell everyone something", row(text.box, button("Announce", announce))),
    section("Nodes", nodes),
  );
  try {
    const told = await page.link.request("nodes?");
    nodes.replaceChildren(nodeTable(page, told.nodes, () => showServer(page)));
  } catch (fault) {
    if (!(fault instanceof Refused)) throw fault;
    nodes.replaceChildren(element("p", "soft", shown(fault.message)));
  }
}

function nodeTable(page, nodes, again) {
  const drain = async (node) => {
    const sure = await confirmOrder("Drain", `All runs of ${shown(node)} move to other nodes.`);
    if (sure === null) return;
    await page.attempt(async () => {
      await page.link.request("drain", { node });
      page.say(`${node} hands its runs over.`);
      await again();
    });
  };
  const columns = [
    ["node", (each) => each.id],
    ["state", (each) => each.state],
    ["sessions", (each) => each.sessions],
    ["players", (each) => each.players],
    ["version", (each) => each.version],
    ["", (each) => button("Drain", () => drain(each.id), `Drain ${shown(each.id)}`)],
  ];
  return table("Nodes", columns, nodes);
}
