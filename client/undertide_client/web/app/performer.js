/** Carries out what screens ask for. */

import { TUTORIAL } from "../generated/catalogue.js";
import { NEW } from "../net/places.js";
import { LivesScreen } from "../screens/lobby/lives_screen.js";
import { NewSessionScreen } from "../screens/lobby/new_session_screen.js";

/** Requests about the player's own account: the answer takes a moment. */
const ACCOUNT = new Set(["login", "signup", "password", "logout", "export", "erase"]);
const COPIED = "Copied.";
const NOT_COPIED = "This browser doesn't let the page copy it: select the text.";
const NO_CHAT = "Spectators can't chat here.";

export class Performer {
  /** `page` goes to places: the lobby, a session, a replay. */
  constructor(page) {
    this.page = page;
    this.ui = page.ui;
    this.link = page.link;
  }

  /** Carry out actions, and show what came of them. */
  perform(actions) {
    for (const action of actions) this[action.kind](action);
    this.page.draw();
  }

  push({ screen }) {
    this.page.stack.push(screen);
  }

  pop() {
    this.page.stack.pop();
  }

  home() {
    this.page.stack.home();
  }

  showNote({ text }) {
    this.ui.notice = text;
    this.ui.mirror.log.addNote(text);
  }

  async copy({ text }) {
    try {
      await navigator.clipboard.writeText(text);
      this.ui.notice = COPIED;
    } catch {
      this.ui.notice = NOT_COPIED;
    }
    this.page.draw();
  }

  // --- in a session ----------------------------------------------------------------------------

  send({ intent }) {
    this.link.act(intent);
  }

  talk() {
    if (!this.page.stage.focusChat()) this.showNote({ text: NO_CHAT });
  }

  askForPause({ wanted }) {
    this.link.send("pause", wanted);
  }

  study() {
    this.link.send("kinds?");
  }

  beginAnew({ calling }) {
    this.chooseCalling({ calling });
    this.link.send("anew", calling);
  }

  eyes({ seat }) {
    this.page.navigation.follow(seat);
  }

  playAgain() {
    this.page.rematch.requestRun();
  }

  // --- places ----------------------------------------------------------------------------------

  joinSession({ session }) {
    this.page.navigation.play(session);
  }

  playTutorial() {
    this.page.navigation.play(NEW, { preset: TUTORIAL });
  }

  watchSession({ session, seat }) {
    this.page.navigation.watch(session, seat);
  }

  replayRun({ run, seat }) {
    this.page.navigation.replay(run, seat);
  }

  newSession({ preset, pace, options }) {
    this.page.navigation.make(preset, pace, options);
  }

  makeSession() {
    this.page.introduction.askForName(() => this.push({ screen: new NewSessionScreen(this.ui) }));
  }

  toLobby() {
    this.page.navigation.toLobby();
  }

  showLives() {
    this.push({ screen: new LivesScreen(this.ui, this.page.chronicles.all()) });
  }

  refresh() {
    this.page.lobby.open();
  }

  // --- in a replay -----------------------------------------------------------------------------

  jumpTo({ moment }) {
    this.page.replayControl.jumpTo(moment);
  }

  wind({ how, by }) {
    this.page.replayControl[how](by);
  }

  // --- the player ------------------------------------------------------------------------------

  rename({ name }) {
    this.ui.name = name;
    this.page.wish("name", name);
  }

  chooseCalling({ calling }) {
    this.ui.calling = calling;
    this.page.wish("calling", calling);
  }

  introduce({ name, calling }) {
    this.page.introduction.goOn({ name, calling });
  }

  choose({ name, value }) {
    this.page.wish(name, value);
    this.page.stage.applyChoice(name);
  }

  chooseKeys({ written }) {
    this.ui.takeKeys(written);
    this.page.wish("keys", written);
  }

  turnHints({ on }) {
    this.page.newcomerHints.turn(on);
  }

  sendRequest({ request: [tag, ...fields] }) {
    if (tag === "people?") this.ui.people = null;
    if (tag === "audit?") this.ui.auditEntries = null;
    if (ACCOUNT.has(tag)) this.ui.notice = "Asking…";
    if (!this.link.send(tag, ...fields)) this.ui.notice = NO_CONNECTION;
  }

  listen({ whom }) {
    this.ui.hearing = whom;
    this.link.send("hear", whom);
  }
}
