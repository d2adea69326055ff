/** The page put together: one connection, the world as it tells it, and what is on the screen. */

import { BadFrame } from "./model/cells.js";
import { Console } from "./console.js";
import { byId, show } from "./page/dom.js";
import { ChronicleKeeper, HelpCall, News, Rematch, NewcomerHints } from "./app/reactions.js";
import { bindHeader } from "./app/header.js";
import { Introduction } from "./app/introduction.js";
import { bindKeys, replayKey, zoomKey } from "./app/keyboard.js";
import { Navigation } from "./app/navigation.js";
import { keepLists } from "./app/lists.js";
import { Performer } from "./app/performer.js";
import { Pictures } from "./app/pictures.js";
import { Reception } from "./app/reception.js";
import { Stack } from "./app/stack.js";
import { BadKeysError } from "./keys/own_keys.js";
import { restoreKept } from "./net/kept.js";
import { Link } from "./net/link.js";
import { Lobby } from "./lobby/lobby.js";
import { rootOf } from "./page/addresses.js";
import { MapScreen } from "./screens/map_screen.js";
import { LobbyScreen } from "./screens/lobby/lobby_screen.js";
import { Ui } from "./screens/widgets/ui.js";
import { PlayView } from "./stage/play_view.js";
import { Stage } from "./stage/stage.js";
import { ReplayControl } from "./stage/replay_control.js";
import { wish, wishes } from "./page/wishes.js";

class Page {
  constructor() {
    this.wishes = wishes();
    this.pictures = new Pictures({
      map: () => this.stage.drawMap(),
      near: () => this.drawNear(),
      panels: () => this.stage.drawPanels(),
    });
    const address = new URL(rootOf(window.location));
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    this.link = new Link(address.href, {
      onMessage: (message) => this.hear(message),
      onStatus: () => this.turn(),
      onSilence: () => this.draw(),
      onRefused: (...why) => this.navigation.refused(...why),
    });
    this.ui = new Ui(this.link, this.wishes);
    this.mirror = this.ui.mirror;
    this.replayControl = new ReplayControl(this.link, this.mirror, () => this.draw());
    this.performer = new Performer(this);
    this.stage = new Stage(this);
    this.map = this.stage.map;
    this.lowest = { lobby: new LobbyScreen(this.ui), map: new MapScreen(this.ui, this.map) };
    const perform = (actions) => this.performer.perform(actions);
    const { lobby, map } = this.lowest;
    this.stack = new Stack(byId("screens"), () => (this.inLobby ? lobby : map), {
      perform,
      opened: () => this.navigation.guard(),
    });
    const press = (key) => this.pressOnMap(key);
    const remember = (name, value) => this.wish(name, value);
    this.stage.play = new PlayView(this.ui, this.lowest.map, press, remember);
    this.lobby = new Lobby(this, (command) => this.perform(this.lowest.lobby.command(command)));
    this.navigation = new Navigation(this);
    this.introduction = new Introduction(this.ui, this.stack, remember);
    this.reception = new Reception(this);
    this.rematch = new Rematch(this);
    this.news = new News(this.ui, this.stack);
    this.newcomerHints = new NewcomerHints(this.ui, remember);
    this.helpCall = new HelpCall(this.ui);
    this.chronicles = new ChronicleKeeper(this.ui, address.href, remember);
    /** The screen that was on top when the last key went down. */
    this.pressed = null;
    /** What waits to be said until the watcher has its name. */
    this.unsaid = "";
    this.notice = "";
  }

  /** Take the keys that the browser kept; without them where they can't be used any more. */
  takeOwnKeys() {
    try {
      this.ui.takeKeys(this.wishes.keys);
    } catch (fault) {
      if (!(fault instanceof BadKeysError)) throw fault;
      this.notice = `Your own keys can't be used: ${fault.message}`;
    }
  }

  /** React to keys at once; connect, and go where the address says, once the storage is whole. */
  async begin() {
    bindKeys(this);
    bindHeader(this);
    await restoreKept();
    window.addEventListener("hashchange", () => this.navigation.go());
    window.addEventListener("popstate", (event) => this.navigation.popped(event));
    window.addEventListener("online", () => this.link.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.link.hurry());
    this.bindLifecycle();
    byId("retry").addEventListener("click", () => this.link.retry());
    this.navigation.begin();
    this.takeOwnKeys();
    this.link.retry();
  }

  /**
   * Be at the server only while somebody can be at the page. A browser keeps pages for Back and
   * freezes tabs; it goes on answering the server's pings for them, so that a hero would seem to be
   * played for as long as the browser runs.
   */
  bindLifecycle() {
    window.addEventListener("pagehide", () => this.link.suspend());
    document.addEventListener("freeze", () => this.link.suspend());
    window.addEventListener("pageshow", () => this.link.resume());
    document.addEventListener("resume", () => this.link.resume());
  }

  /** Whether keys move a hero now. */
  get plays() {
    return this.link.goal.kind === "play" && !this.ui.spectating && !this.stack.open;
  }

  /** Act on a hero of the party's list, or with null on the whole party. */
  meet(seat) {
    this.ui.notice = "";
    this.performer.perform(this.stack.lowest.meet(seat));
  }

  // --- what the server says ----------------------------------------------------------------------

  /** Take in a message. A frame that can't be true is asked for again, whole. */
  hear(message) {
    const knew = this.mirror.number !== null;
    try {
      this.mirror.apply(message);
    } catch (fault) {
      if (!(fault instanceof BadFrame)) throw fault;
      if (knew || message.tag === "key") this.link.resync();
    }
    keepLists(this.ui, message);
    this.lobby.receive(message);
    this.reception.receive(message);
    this.replayControl.landed();
    REACTIONS[message.tag]?.(this, message);
    this.draw();
  }

  /** Look at what a frame has changed. */
  look() {
    this.stage.feedback.look();
    this.news.lookAtHeroes();
    this.helpCall.lookAtHero();
    this.newcomerHints.look();
  }

  /** Begin in the seat that was taken. */
  entered({ session }) {
    this.begun(session);
    this.introduction.noteSeat();
    this.stack.home();
    this.reception.enter({ session });
    this.navigation.arrived();
    if (!this.stack.open) this.stage.focusMap();
  }

  /** Forget what was told of another session. */
  begun(session) {
    this.rematch.begin();
    this.chronicles.begin();
    this.news.begin(session);
  }

  /** Say why the server refused a request. */
  failed({ reason, sequence }) {
    if (sequence !== null) return;
    this.reception.refuse(reason);
    this.rematch.refuse();
    if (this.link.at.kind === "lobby" && !this.stack.open) this.notice = reason;
  }

  /** Take in a change of the connection. */
  turn() {
    const { phase, words } = this.link.status;
    if (phase === "connected") this.lobby.open();
    if (phase === "connected" && words) this.reception.noteGuest(words);
    this.draw();
  }

  // --- what the viewer does ----------------------------------------------------------------------

  /**
   * Pass a key to the top screen. Return whether it meant anything. A key that is held means
   * nothing to a screen that it has opened.
   */
  press(key, repeated) {
    if (this.stack.isHeld || (repeated && this.pressed !== this.stack.top)) return true;
    this.pressed = this.stack.top;
    this.newcomerHints.noteKey();
    const { sequence } = this.link.fate;
    const extra = this.stack.open ? null : this.extra(key);
    const actions = extra ? [] : this.stack.top.press(key, repeated);
    extra?.();
    if (actions !== null) this.perform(actions);
    if (this.link.fate.sequence === sequence) this.wake();
    return actions !== null;
  }

  /** Press a key of the map, as its buttons do: a cursor on it ends. */
  pressOnMap(key) {
    this.stack.home();
    this.press(key, false);
  }

  perform(actions) {
    this.ui.notice = "";
    this.performer.perform(actions);
  }

  /** Ask the own hero to wake if it sleeps: any key wakes it, also one that sends no intent. */
  wake() {
    if (this.link.playing && this.mirror.hero?.state === "asleep") this.link.act(["stop"]);
  }

  /** Whether a finger on the map steers the hero or a cursor. */
  get steers() {
    return this.plays || (this.stack.open && !this.stack.top.modal);
  }

  /** Press the key of a command, as a finger does. */
  steer(command, repeated) {
    const key = this.ui.keymap.key(this.stack.top.context, command);
    if (key) this.press(key, repeated);
  }

  /** Return what a key does on this page alone: to a replay's time or to the map's size. */
  extra(key) {
    if (this.link.goal.kind === "lobby") return null;
    const work = this.mirror.replayState ? replayKey(key, this.replayControl) : null;
    return work ?? (this.mirror.replayState ? null : zoomKey(key, this.map));
  }

  /** Act on a cell of the map: with `right`, look at it. */
  point(cell, right) {
    const { top } = this.stack;
    if (this.stack.open && top.modal) return;
    this.newcomerHints.noteKey();
    this.perform(top.click(cell, right));
  }

  /** Take the focus out of a field: on a floor, monsters don't wait until somebody finds the way. */
  leaveField() {
    if (this.inLobby) document.activeElement.blur();
    else this.stage.focusMap();
  }

  /**
   * Say something in the session under a name: enter again with it, if it is another. Return
   * whether that went.
   */
  say(name, text) {
    const { goal, inside } = this.link;
    if (!inside || goal.kind === "replay") return false;
    if (goal.kind === "play" || name === goal.name) return this.link.send("say", text);
    this.performer.rename({ name });
    this.unsaid = text;
    this.link.enter({ ...goal, name });
    return true;
  }

  sayUnsaid() {
    if (this.unsaid) this.link.send("say", this.unsaid);
    this.unsaid = "";
  }

  /** Keep a choice of the viewer's. */
  wish(name, value) {
    this.wishes[name] = value;
    wish(name, value);
  }

  /** Draw with the next pictures. */
  draw() {
    this.pictures.askAll();
  }

  get inLobby() {
    return this.link.goal.kind === "lobby";
  }

  /** Draw the screens, and all that the page tells around the map. */
  drawNear() {
    if (this.inLobby) this.lobby.draw();
    this.stack.draw();
    show(byId("screens"), this.stack.open);
    this.stage.drawNear();
  }
}

/** What the page does about messages, besides keeping what they tell. */
const REACTIONS = {
  welcome: (page) => page.introduction.begin(),
  key: (page) => page.look(),
  delta: (page) => page.look(),
  joined: (page, message) => page.entered(message),
  watching: (page, { session }) => {
    page.begun(session);
    page.introduction.noteSeat();
    page.navigation.arrived();
    page.sayUnsaid();
  },
  replaying: (page) => {
    page.begun("");
    page.navigation.arrived();
    page.replayControl.begin();
  },
  ended: (page) => {
    page.chronicles.recordEnd();
    page.news.showEnd();
  },
  chronicle: (page, message) => page.chronicles.recordChronicle(message),
  next: (page, message) => page.rematch.joinRun(message),
  error: (page, message) => page.failed(message),
};

const page = new Page();
window.undertide = new Console(page);
page.begin();
