/** The page put together: one connection, the world as it tells it, and what is on the screen. */

import { BadFrame } from "./model/cells.js";
import { Console } from "./console.js";
import { byId, show } from "./page/dom.js";
import { bindKeys, replayKey, zoomKey } from "./app/keyboard.js";
import { HelpCall } from "./app/help_call.js";
import { NewcomerHints } from "./app/newcomer_hints.js";
import { keepLists } from "./app/lists.js";
import { News } from "./app/news.js";
import { Performer } from "./app/performer.js";
import { Pictures } from "./app/pictures.js";
import { Stack } from "./app/stack.js";
import { Link } from "./net/link.js";
import { NEW } from "./net/places.js";
import { Lobby, replayHash, watchHash } from "./lobby/lobby.js";
import { inviteOf, placeOf, playHash } from "./lobby/route.js";
import { MapScreen } from "./screens/map_screen.js";
import { Ui } from "./screens/widgets/ui.js";
import { PlayView } from "./stage/play_view.js";
import { Stage } from "./stage/stage.js";
import { Winding } from "./stage/winding.js";
import { wish, wishes } from "./page/wishes.js";

/** Codes of errors that say that nobody may watch under a name: it is bad, or someone else's. */
const NAMELESS = ["bad_name", "name_taken"];

class Page {
  constructor() {
    this.wishes = wishes();
    this.pictures = new Pictures(() => this.stage.drawMap(), () => this.showRest());
    const address = new URL(".", window.location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    this.link = new Link(address.href, {
      onMessage: (message) => this.hear(message),
      onStatus: () => this.turn(),
      onSilence: () => this.draw(),
      onRefused: (...why) => this.refused(...why),
    });
    this.ui = new Ui(this.link, this.wishes);
    this.mirror = this.ui.mirror;
    this.winding = new Winding(this.link, this.mirror, () => this.draw());
    this.lobby = new Lobby(this.link, this.ui);
    this.stage = new Stage(this);
    this.map = this.stage.map;
    this.performer = new Performer(this);
    const screen = new MapScreen(this.ui, this.map);
    this.stack = new Stack(byId("screens"), screen, (each) => this.performer.perform(each));
    this.stage.play = new PlayView(this.ui, screen, (key) => this.press(key, false));
    this.newcomerHints = new NewcomerHints(this.ui, (name, value) => this.wish(name, value));
    this.helpCall = new HelpCall(this.ui);
    /** The screen that was on top when the last key went down. */
    this.pressed = null;
    this.news = new News(this.ui, this.stack);
    /** What waits to be said until the watcher has its name. */
    this.unsaid = "";
    this.notice = "";
  }

  /** Connect, and go where the address says. */
  begin() {
    window.addEventListener("hashchange", () => this.go());
    window.addEventListener("online", () => this.link.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.link.hurry());
    byId("retry").addEventListener("click", () => this.link.retry());
    bindKeys(this);
    this.go();
    this.link.retry();
  }

  // --- where the page is -------------------------------------------------------------------------

  /** Go where the address says. */
  go() {
    this.notice = "";
    this.winding.playing = true;
    const place = placeOf(window.location.hash, this.ui);
    if (!this.isAt(place)) this.link.enter(place);
    this.lobby.invite(this.link.goal.kind === "play" ? "" : inviteOf(window.location.hash));
    if (this.link.goal.kind === "lobby") this.lobby.open();
    this.draw();
  }

  /** Whether keys move a hero now. */
  get plays() {
    return this.link.goal.kind === "play" && !this.ui.spectating && !this.stack.open;
  }

  /** Whether the page is at a place already, so that only its address changed. */
  isAt(place) {
    const { goal } = this.link;
    return goal.kind === "play" && place.kind === "play" && goal.session === place.session;
  }

  /** Take a seat in a session: any with room if `session` is empty. */
  play(session, more = {}) {
    const { name, calling } = this.ui;
    this.notice = "";
    this.link.enter({ kind: "play", session, name, calling, ...more });
    this.draw();
  }

  /** Make a session and take a seat in it. */
  make(preset, pace, options) {
    this.play(NEW, { preset, pace, options });
  }

  watch(session, seat = null) {
    window.location.hash = watchHash(session, seat);
  }

  replay(run) {
    window.location.hash = replayHash(run);
  }

  toLobby() {
    window.location.hash = "#/";
  }

  /** Go back to the place before, or to the lists; or enter without what was all that was wrong. */
  refused(reason, code, place) {
    this.unsaid = "";
    const back = this.link.goal.kind === "lobby" ? insteadOf(place, code) : this.link.goal;
    if (back?.kind === "watch") {
      this.wish("name", back.name);
      history.replaceState(null, "", watchHash(back.session, back.seat));
      if (this.link.goal.kind === "lobby") this.link.enter(back);
      return;
    }
    history.replaceState(null, "", hashOf(back));
    if (back) return;
    this.lobby.invite("");
    this.notice = reason;
    this.stack.home();
    this.mirror.leave();
    this.lobby.open();
    this.draw();
  }

  /** Look through the eyes of a hero's seat, or with null the party's. */
  follow(seat) {
    if (!this.link.inside) return;
    this.link.follow(seat);
    if (this.link.goal.kind === "watch") {
      history.replaceState(null, "", watchHash(this.link.goal.session, seat));
    }
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
    this.lobby.take(message);
    this.winding.landed();
    this.react(message);
    this.draw();
  }

  react(message) {
    keepLists(this.ui, message);
    if (message.tag === "key" || message.tag === "delta") this.look();
    else if (message.tag === "ended") this.news.tellEnd();
    else if (message.tag === "replaying") this.winding.begin();
    else if (message.tag === "watching") this.sayUnsaid();
    else if (message.tag === "joined") this.entered(message);
  }

  /** Look at what a frame has changed. */
  look() {
    this.news.lookAtHeroes();
    this.helpCall.lookAtHero();
    this.newcomerHints.look();
  }

  /** Have the page's address lead to the seat that was taken. */
  entered({ session }) {
    this.news.begin(session);
    history.replaceState(null, "", playHash(this.link.goal.session));
    this.lobby.invite("");
    this.map.canvas.focus({ preventScroll: true });
  }

  /** Take in a change of the connection. */
  turn() {
    if (this.link.status.phase === "connected") this.lobby.open();
    this.draw();
  }

  // --- what the viewer does ----------------------------------------------------------------------

  /**
   * Pass a key to the top screen. Return whether it meant anything. A key that is held means nothing
   * to a screen that it has opened.
   */
  press(key, repeated) {
    if (this.link.goal.kind === "lobby" && !this.stack.open) return false;
    if (repeated && this.pressed !== this.stack.top) return true;
    this.pressed = this.stack.top;
    this.newcomerHints.noteKey();
    this.wake();
    const extra = this.stack.open ? null : this.extra(key);
    const actions = extra ? [] : this.stack.top.press(key, repeated);
    if (actions === null) return false;
    extra?.();
    this.ui.notice = "";
    this.performer.perform(actions);
    return true;
  }

  /** Ask the own hero to wake if it sleeps: any key wakes it. */
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
    const work = this.mirror.reel ? replayKey(key, this.winding) : null;
    return work ?? zoomKey(key, this.map);
  }

  /** Act on a cell of the map: with `right`, look at it. */
  point(cell, right) {
    const { top } = this.stack;
    if (this.stack.open && top.modal) return;
    this.ui.notice = "";
    this.newcomerHints.noteKey();
    this.performer.perform(top.click(cell, right));
  }

  /** Say something in the session under a name: enter again with it, if it is another. */
  say(name, text) {
    if (!this.link.inside || this.link.goal.kind === "replay") return;
    if (this.link.goal.kind === "play" || name === this.link.goal.name) {
      this.link.send("say", text);
      return;
    }
    this.wish("name", name);
    this.unsaid = text;
    this.link.enter({ ...this.link.goal, name });
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
    this.pictures.ask("map", "rest");
  }

  /** Draw the map alone with the next picture. */
  drawMap() {
    this.pictures.ask("map");
  }

  /** Draw all but the map with the next picture. */
  drawRest() {
    this.pictures.ask("rest");
  }

  showRest() {
    this.stack.draw();
    show(byId("screens"), this.stack.open);
    this.stage.draw();
  }
}

/** Return the part of the page's address that leads back to a place; to the lists for none. */
function hashOf(place) {
  if (place?.kind === "play") return playHash(place.session);
  return place?.kind === "replay" ? replayHash(place.run) : "#/";
}

/** Return where to go where all that is wrong with a place is a name or a seat; else null. */
function insteadOf(place, code) {
  if (place.kind !== "watch") return null;
  if (NAMELESS.includes(code) && place.name) return { ...place, name: "" };
  if (code === "unknown_seat" && place.seat !== null) return { ...place, seat: null };
  return null;
}

const page = new Page();
window.undertide = new Console(page);
page.begin();
