/** The page put together: one connection, the world as it tells it, and what is on the screen. */

import { BadFrame } from "./model/cells.js";
import { Console } from "./console.js";
import { byId } from "./page/dom.js";
import { Link } from "./net/link.js";
import { Lobby, replayHash, watchHash } from "./lobby/lobby.js";
import { Mirror } from "./model/mirror.js";
import { inviteOf, placeOf } from "./lobby/route.js";
import { Stage } from "./stage/stage.js";
import { Winding } from "./stage/winding.js";
import { wish, wishes } from "./page/wishes.js";

/** Codes of errors that say that nobody may watch under a name: it is bad, or someone else's. */
const NAMELESS = ["bad_name", "name_taken"];

class Page {
  constructor() {
    this.wishes = wishes();
    this.mirror = new Mirror();
    const address = new URL(".", window.location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    this.link = new Link(address.href, {
      onMessage: (message) => this.hear(message),
      onStatus: () => this.turn(),
      onSilence: () => this.draw(),
      onRefused: (...why) => this.refused(...why),
    });
    this.winding = new Winding(this.link, this.mirror, () => this.draw());
    this.lobby = new Lobby(this.link);
    this.stage = new Stage(this);
    /** What waits to be said until the watcher has its name. */
    this.unsaid = "";
    this.notice = "";
    this.drawing = false;
  }

  /** Connect, and go where the address says. */
  begin() {
    window.addEventListener("hashchange", () => this.go());
    window.addEventListener("online", () => this.link.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.link.hurry());
    byId("retry").addEventListener("click", () => this.link.retry());
    this.go();
    this.link.retry();
  }

  /** Go where the address says. */
  go() {
    this.notice = "";
    this.winding.playing = true;
    this.link.enter(placeOf(window.location.hash, this.wishes.name));
    this.lobby.invite(inviteOf(window.location.hash));
    if (this.link.goal.kind === "lobby") this.lobby.open();
    this.draw();
  }

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
    if (message.tag === "replaying") this.winding.begin();
    if (message.tag === "watching") this.sayUnsaid();
    this.draw();
  }

  /** Take in a change of the connection. */
  turn() {
    const { status } = this.link;
    if (status.phase === "connected") this.lobby.open();
    this.draw();
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
    history.replaceState(null, "", back ? replayHash(back.run) : "#/");
    if (back) return;
    this.lobby.invite("");
    this.notice = reason;
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

  /** Say something in the session under a name: enter again with it, if it is another. */
  say(name, text) {
    if (!this.link.inside || this.link.goal.kind !== "watch") return;
    if (name === this.link.goal.name) {
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

  /** Draw with the screen's next picture, however often this is asked for until then. */
  draw() {
    if (this.drawing) return;
    this.drawing = true;
    requestAnimationFrame(() => {
      this.drawing = false;
      if (this.stage.draw()) this.draw();
    });
  }
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
