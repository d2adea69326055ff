/** The lobby: what this is, the live runs, the ways to play and to watch, and the old runs. */

import { byId, say, show } from "../page/dom.js";
import { codeOf, inviteLink, rootOf, watchHash } from "../page/addresses.js";
import { gameName, inOrder, partyWords, stateOf } from "../words/session_words.js";
import { Pages } from "./pages.js";
import { showRuns } from "./run_rows.js";
import { SeatCards } from "./seat_cards.js";
import { SessionRows } from "./session_rows.js";
import { Thumbnails } from "./thumbnails.js";

/** Milliseconds between two looks at the sessions, and at the runs: these change seldom. */
const SESSIONS_EVERY = 3_000;
const RUNS_EVERY = 15_000;
const NO_RUNS = "There are no runs to watch again.";

/** Keeps the lists fresh while they are in view. */
export class Lobby {
  /** `page` goes to places; `press` presses a key of the lobby. */
  constructor(page, press) {
    const { link, ui } = page;
    Object.assign(this, { page, link, ui });
    this.askedRuns = -RUNS_EVERY;
    const ways = { play: (...place) => page.navigation.play(...place), ui };
    this.rows = new SessionRows(byId("sessions"), ways);
    this.seats = new SeatCards(byId("seats"), ways);
    this.thumbnails = new Thumbnails(link, byId("sessions"), byId("live-map"));
    /** The sessions that the list shows. */
    this.listed = [];
    this.sessions = new Pages(0, "sessions", "session-pages", () => this.open());
    this.runs = new Pages("", "runs", "run-pages", () => this.open());
    this.bind(press);
    setInterval(() => this.requestSessions(), SESSIONS_EVERY);
    document.addEventListener("visibilitychange", () => this.requestSessions());
  }

  bind(press) {
    byId("by-code").addEventListener("submit", (event) => {
      event.preventDefault();
      this.enterByCode(event.submitter?.value ?? "watch");
    });
    byId("play-now").addEventListener("click", () => this.page.navigation.playNow());
    byId("play-invite").addEventListener("click", () => this.page.navigation.play(this.code));
    for (const button of document.querySelectorAll("#lobby [data-command]")) {
      button.addEventListener("click", () => press(button.dataset.command));
    }
    for (const button of document.querySelectorAll("#lobby [data-copy]")) {
      button.addEventListener("click", () => this.copy(button));
    }
    say(byId("how-to-join"), `undertide join ${rootOf(window.location)}`);
  }

  /** Copy the command beside a button, and say on the button whether that went. */
  async copy(button) {
    await this.page.performer.copy({ text: byId(button.dataset.copy).textContent });
    say(button, this.ui.notice);
  }

  /** Play in or watch the session whose id or invite code was typed. */
  enterByCode(way) {
    const code = codeOf(byId("code").value);
    if (!code) return;
    if (way === "play") this.page.navigation.play(code);
    else window.location.hash = watchHash(code);
  }

  /** Show the invite that the page's address is, if it is one. */
  invite(code) {
    this.code = code;
    show(byId("invite"), code !== "");
    byId("watch-invite").href = watchHash(code);
    this.showInvited();
    say(byId("how-to-play"), `undertide join ${inviteLink(code)}`);
  }

  /** Say who invites and where they are, as far as the list tells, or else by which code. */
  showInvited() {
    const info = this.listed.find(({ session }) => session === this.code);
    const words = info ? partyWords(info) : "";
    say(byId("invite-head"), info ? `You are invited to ${gameName(info)}` : "You are invited");
    say(byId("invite-code"), words ? `${words}.` : `Your invite is ${this.code}.`);
    say(byId("play-invite"), info ? `Join ${gameName(info)}` : "Join the game");
  }

  /** Show the liveliest game large, or the picture of what games are like. */
  showLive() {
    const first = inOrder(this.listed).find((info) => stateOf(info) === "live" && info.watchable);
    byId("live-map").dataset.session = first?.session ?? "";
    show(byId("live-now"), first !== undefined);
    show(byId("picture"), first === undefined);
    if (!first) return;
    byId("live-now").href = watchHash(first.session);
    say(byId("live-words"), partyWords(first) || gameName(first));
  }

  /** Ask for the lists, if they are looked at and it is time. */
  requestSessions() {
    const { link } = this;
    if (document.hidden || link.status.phase !== "connected" || link.at.kind !== "lobby") return;
    if (link.entering) return;
    link.send("list", this.sessions.shown, this.seats.question());
    this.thumbnails.requestFor(this.ui.lobby.sessions ?? []);
    if (performance.now() - this.askedRuns < RUNS_EVERY) return;
    this.askedRuns = performance.now();
    link.send("runs?", this.runs.shown);
  }

  /** Ask for both at once, on coming to the lobby. */
  open() {
    this.askedRuns = -RUNS_EVERY;
    this.requestSessions();
  }

  /** Show the answer. */
  receive(message) {
    TAKEN[message.tag]?.(this, message);
  }

  /** Show the latest runs again: the run after which a page was asked for is gone. */
  toLatestRuns() {
    if (this.runs.shown === "") return;
    this.runs.restart();
    this.open();
  }

  takeSessions({ sessions, more, seats }) {
    if (!sessions.length) this.sessions.restart();
    this.sessions.showNext(more ? this.sessions.shown + sessions.length : null);
    this.listed = sessions;
    this.rows.show(sessions);
    this.showLive();
    this.showInvited();
    this.seats.show(sessions, seats);
    say(byId("no-sessions"), sessions.length ? "" : "Nobody is playing here at the moment.");
    this.thumbnails.requestFor(sessions);
  }

  takeRuns({ runs, more }) {
    this.runs.showNext(more && runs.length ? runs.at(-1).run : null);
    const listed = new Set(this.listed.map(({ session }) => session));
    const others = runs.filter(({ state, session }) => state !== "live" || !listed.has(session));
    showRuns(byId("runs"), others);
    const shown = runs.filter((each) => !others.includes(each));
    for (const { session, run } of shown) this.rows.replays.set(session, run);
    if (shown.length) this.rows.show(this.listed);
    const none = runs.length ? "Runs stand here once they are over." : NO_RUNS;
    say(byId("no-runs"), others.length ? "" : none);
  }

  /** Show what the greeting says: the operator's message, and where the terminal's client is. */
  greet({ motd, wheel = "", source = "" }) {
    sayIfAny("motd", motd);
    show(byId("wheel"), wheel !== "");
    show(byId("source"), source !== "");
    byId("source").href = source;
    const url = new URL(`.${wheel}`, rootOf(window.location)).href;
    say(byId("how-to-install"), wheel ? `pip install ${url}` : "");
    show(byId("how-to-install").parentElement, wheel !== "");
  }

  /** Show who the visitor is. */
  draw() {
    const { name, calling, lobby, account } = this.ui;
    say(byId("who-name"), name || "nobody yet");
    say(byId("who-calling"), lobby.callingName(calling) || "any calling");
    say(byId("who-account"), account.name || (account.operator ? "operator" : "guest"));
    show(byId("who-people"), account.operator);
  }
}

/** What becomes of each message. */
const TAKEN = {
  sessions: (lobby, message) => lobby.takeSessions(message),
  runs: (lobby, message) => lobby.takeRuns(message),
  thumbs: (lobby, message) => lobby.thumbnails.show(message, lobby.ui.adapt),
  welcome: (lobby, message) => lobby.greet(message),
  chat: (_lobby, { server, text }) => {
    if (server) sayIfAny("announced", text);
  },
  error: (lobby, { code }) => {
    if (code === "unknown_run") lobby.toLatestRuns();
  },
};

/** Show a text of the server's; hide its element if there is none. */
function sayIfAny(id, text) {
  say(byId(id), text);
  show(byId(id), text !== "");
}
