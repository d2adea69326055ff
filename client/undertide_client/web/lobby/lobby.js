/** The lists of what can be watched: sessions that are played, and runs that can be seen again. */

import { byId, element, keep, say, show } from "../page/dom.js";
import { Pages } from "./pages.js";
import { clock, realTime } from "../model/reel.js";
import { titleOf } from "../model/titles.js";
import { codeOf } from "./route.js";
import { RUN_STATES } from "../generated/catalogue.js";
import { agoWords } from "../words/words.js";
import { counted } from "../words/grammar.js";

/** Milliseconds between two looks at the sessions, and at the runs: these change seldom. */
const SESSIONS_EVERY = 3_000;
const RUNS_EVERY = 15_000;
/** Names of a run's heroes that are shown. */
const MOST_HEROES = 4;

/** Keeps the lists fresh while they are in view. */
export class Lobby {
  constructor(link, ui) {
    this.link = link;
    this.ui = ui;
    this.askedRuns = -RUNS_EVERY;
    this.sessions = new Pages(0, "sessions", "session-pages", () => this.open());
    this.runs = new Pages("", "runs", "run-pages", () => this.open());
    byId("by-code").addEventListener("submit", (event) => {
      event.preventDefault();
      const code = codeOf(byId("code").value);
      if (code) window.location.hash = watchHash(code);
    });
    setInterval(() => this.ask(), SESSIONS_EVERY);
    document.addEventListener("visibilitychange", () => this.ask());
  }

  /** Show the invite that the page's address is, if it is one. */
  invite(code) {
    show(byId("invite"), code !== "");
    byId("watch-invite").href = watchHash(code);
    say(byId("invite-code"), code);
    say(byId("how-to-play"), `undertide join ${window.location.href}`);
  }

  /** Ask for the lists, if they are looked at and it is time. */
  ask() {
    const { link } = this;
    if (document.hidden || link.status.phase !== "connected" || link.at.kind !== "lobby") return;
    if (link.entering) return;
    link.send("list", this.sessions.shown);
    if (performance.now() - this.askedRuns < RUNS_EVERY) return;
    this.askedRuns = performance.now();
    link.send("runs?", this.runs.shown);
  }

  /** Ask for both at once, on coming to the lobby. */
  open() {
    this.askedRuns = -RUNS_EVERY;
    this.ask();
  }

  /** Show the answer. */
  take(message) {
    if (message.tag === "sessions") this.takeSessions(message);
    else if (message.tag === "runs") this.takeRuns(message);
    else if (message.tag === "welcome") sayIfAny("motd", message.motd);
    else if (message.tag === "chat" && message.server) sayIfAny("announced", message.text);
    else if (message.tag === "error" && message.code === "unknown_run") this.toLatestRuns();
  }

  /** Show the latest runs again: the run after which a page was asked for is gone. */
  toLatestRuns() {
    if (this.runs.shown === "") return;
    this.runs.restart();
    this.open();
  }

  takeSessions({ sessions, more }) {
    if (!sessions.length) this.sessions.restart();
    this.sessions.take(more ? this.sessions.shown + sessions.length : null);
    showSessions(sessions);
  }

  takeRuns({ runs, more }) {
    this.runs.take(more && runs.length ? runs.at(-1).run : null);
    showRuns(runs);
  }
}

/** Show a text of the server's; hide its element if there is none. */
function sayIfAny(id, text) {
  say(byId(id), text);
  show(byId(id), text !== "");
}

/** Return the part of the page's address that watches a session, by its id or an invite code. */
export function watchHash(session, seat = null) {
  const whose = seat === null ? "" : `/${seat}`;
  return `#/watch/${encodeURIComponent(session)}${whose}`;
}

/** Return the part of the page's address that shows a run again. */
export function replayHash(run) {
  return `#/replay/${encodeURIComponent(run)}`;
}

function showSessions(sessions) {
  const ordered = [...sessions].sort((one, other) => other.heroes - one.heroes);
  keep(byId("sessions"), ordered, ({ session }) => session, makeSession, fillSession);
  say(byId("no-sessions"), ordered.length ? "" : "Nobody is playing here at the moment.");
}

function makeSession({ session }) {
  return card(watchHash(session));
}

function fillSession(item, info) {
  const { session, preset, subtitle, heroes, deepest_floor: deepest, spectators } = info;
  const facts = [
    playersWords(info),
    info.full ? "full" : "",
    deepest ? `down to floor ${deepest}` : "",
    counted(spectators, "watcher"),
    info.host && `host ${info.host}`,
    info.delay ? `shown ${info.delay} s late` : "",
    info.locked ? "locked" : "",
  ];
  fillCard(item, `${titleOf(preset)} · ${session}`, subtitle, facts, heroes ? "live" : "waiting");
}

/** Return the heroes of a session: "3 of 8 heroes", or "2 here, 6 asleep" if some sleep. */
function playersWords({ heroes, seats, asleep }) {
  if (!asleep) return `${heroes} of ${seats} ${seats === 1 ? "hero" : "heroes"}`;
  return `${heroes - asleep} here, ${asleep} asleep`;
}

function showRuns(runs) {
  keep(byId("runs"), runs, ({ run }) => run, ({ run }) => card(replayHash(run)), fillRun);
  say(byId("no-runs"), runs.length ? "" : "This server keeps no runs to watch again.");
}

function fillRun(item, { session, preset, state, ticks, begun, heroes, elapsed }) {
  const named = heroes.slice(0, MOST_HEROES).join(", ") || "nobody";
  const more = heroes.length > MOST_HEROES ? ` and ${heroes.length - MOST_HEROES} more` : "";
  const length = ticks ? clock(realTime(elapsed, ticks)) : "";
  const facts = [`begun ${agoWords(Date.now() / 1000 - begun)}`, length];
  fillCard(item, `${named}${more}`, `${titleOf(preset)} · ${session}`, facts, RUN_STATES[state]);
}

// --- cards -------------------------------------------------------------------------------------

function card(hash) {
  const head = element("span", "head", element("strong"), element("span", "chip"));
  const link = element("a", "card", head, element("span", "about"), element("span", "facts"));
  link.href = hash;
  return element("li", "", link);
}

function fillCard(item, title, about, facts, chip) {
  const [head, second, third] = item.firstChild.children;
  say(head.children[0], title);
  say(head.children[1], chip);
  head.children[1].dataset.state = chip;
  say(second, about);
  say(third, facts.filter(Boolean).join(" · "));
}
