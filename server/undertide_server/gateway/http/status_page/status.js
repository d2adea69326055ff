/** The host's status page: asks the server again and again, and shows what it says. */

import { Plot } from "./plot.js";

const QUARTER = 15 * 60;
const SLOWEST = 30;
const number = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 1 });
const plain = (value) => number.format(value);
const milliseconds = (value) => `${number.format(value)} ms`;
const percent = (value) => `${number.format(value)} %`;
const bytes = (unit) => (value) => sized(value) + unit;

const PLOTS = [
  { title: "Who is here", shown: plain, floor: 5,
    lines: [{ key: "players", label: "players" }, { key: "watchers", label: "watchers" },
      { key: "visitors", label: "by ssh" }] },
  { title: "Beats of sessions, the worst of each moment", shown: milliseconds, floor: 20,
    lines: [{ key: "late_ms", label: "late" }, { key: "beat_ms", label: "took" }] },
  { title: "CPU, of one core", shown: percent, floor: 20, lines: [{ key: "cpu", label: "used" }] },
  { title: "Memory", shown: bytes("B"), floor: 1e8, lines: [{ key: "memory", label: "resident" }] },
  { title: "Messages", shown: bytes("B/s"), floor: 1000,
    lines: [{ key: "sent", label: "sent" }, { key: "received", label: "received" }] },
  { title: "Longest transaction of the journal", shown: milliseconds, floor: 5,
    lines: [{ key: "commit_ms", label: "took" }] },
  { title: "Waiting for the disk", shown: plain, floor: 5,
    lines: [{ key: "waiting", label: "steps" }] },
  { title: "Connections", shown: plain, floor: 5,
    lines: [{ key: "connections", label: "open" }] },
].map((options) => new Plot(options));

const COLUMNS = [
  ["session", "session"], ["preset", "preset"], ["pace", "pace"], ["access", "access"],
  ["host", "host"], ["players", "players"], ["heroes", "heroes"], ["seats", "seats"],
  ["watchers", "watchers"], ["floor", "deepest floor"], ["steps", "steps"],
  ["waiting", "waiting for disk"],
];
const WORKER = ["node", "worker"];
const WORKER_COLUMNS = [
  WORKER, ["state", "state"], ["version", "version"], ["sessions", "sessions"],
  ["players", "players"], ["watchers", "watchers"], ["relayed", "relayed"],
  ["lease_age_s", "lease age, s"], ["takeovers", "takeovers"], ["takeover_s", "seconds each"],
  ["fenced_writes", "fenced writes"],
];
const WORDS = new Set(["session", "preset", "pace", "access", "host", "node", "state", "version"]);

const byId = (id) => document.getElementById(id);

/** A number of bytes in the unit that suits it, without its "B". */
function sized(value) {
  const power = value < 1000 ? 0 : value < 1e6 ? 1 : value < 1e10 ? 2 : 3;
  return `${number.format(value / 1000 ** power)} ${["", "k", "M", "G"][power]}`;
}

function cell(kind, text, isWord) {
  const made = document.createElement(kind);
  made.textContent = text;
  if (!isWord) made.className = "number";
  return made;
}

function since(seconds) {
  const minutes = Math.floor(seconds / 60);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  return [days && `${days} d`, (days || hours) && `${hours} h`, `${minutes % 60} min`]
    .filter(Boolean).join(" ");
}

function showServer(told) {
  const now = told.samples.at.at(-1);
  byId("name").textContent = told.name;
  document.title = `${told.name}: status`;
  byId("server").textContent =
    `Undertide ${told.build}, up for ${since(Math.max(0, now - told.begun))}`;
  const reasons = [...told.obstacles, ...(told.trouble ? [told.trouble] : [])];
  byId("ready").textContent = reasons.length ? `not ready: ${reasons.join("; ")}` : "ready";
  byId("ready").classList.toggle("bad", reasons.length > 0);
  byId("notes").textContent = (told.notes ?? []).join("; ");
}

function showDisk(disk) {
  const full = disk?.keeps_most ? "; no new sessions: it keeps all that it may" : "";
  byId("disk").textContent = disk
    ? `${sized(disk.kept)}B of runs, ${sized(disk.free)}B free on the disk${disk.low ? ": nearly full" : ""}${full}`
    : "The server keeps no runs";
  byId("disk").classList.toggle("bad", Boolean(disk?.low || disk?.keeps_most));
}

function showMakers(makers) {
  const rows = makers.map(([address, made]) => {
    const row = document.createElement("tr");
    row.append(cell("td", address, true), cell("td", made, false));
    return row;
  });
  byId("made").replaceChildren(...rows);
  byId("makers").hidden = rows.length === 0;
}

/** Shows the columns of each of these rows in a table with these heads. */
function showTable(heads, body, columns, rows) {
  byId(heads).replaceChildren(...columns.map(([key, label]) => cell("th", label, WORDS.has(key))));
  byId(body).replaceChildren(...rows.map((each) => {
    const row = document.createElement("tr");
    row.append(...columns.map(([key]) => cell("td", each[key] ?? "", WORDS.has(key))));
    return row;
  }));
}

function showWorkers(nodes) {
  const rows = nodes.map((node) => ({ ...node, state: node.answered ? node.state : "no answer" }));
  showTable("worker-heads", "nodes", WORKER_COLUMNS, rows);
  byId("workers").hidden = rows.length === 0;
}

function showSessions(sessions, severalWorkers) {
  const columns = severalWorkers ? [COLUMNS[0], WORKER, ...COLUMNS.slice(1)] : COLUMNS;
  showTable("heads", "sessions", columns, sessions);
  byId("none").hidden = sessions.length > 0;
}

/** Asks once, shows the answer, and returns in how many seconds to ask again. */
async function refresh() {
  const response = await fetch("status.json", { signal: AbortSignal.timeout(SLOWEST * 1000) });
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  const told = await response.json();
  showServer(told);
  showDisk(told.disk);
  showMakers(told.makers);
  const nodes = told.nodes ?? [];
  showWorkers(nodes);
  showSessions(told.sessions, nodes.length > 0);
  for (const plot of PLOTS) plot.update(told.samples, QUARTER);
  return told.every;
}

async function goOn(failures) {
  let wait;
  let failed = failures;
  try {
    wait = await refresh();
    failed = 0;
  } catch (fault) {
    failed += 1;
    wait = Math.min(SLOWEST, 2 ** failed);
    byId("ready").textContent = `no answer: ${fault.message}; asked again in ${wait} s`;
    byId("ready").classList.add("bad");
  }
  setTimeout(() => goOn(failed), wait * 1000);
}

byId("plots").append(...PLOTS.map((plot) => plot.figure));
goOn(0);
