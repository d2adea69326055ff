/** The ways between the lobby, sessions and replays, and the page's address for each. */

import { placeOf } from "../lobby/route.js";
import { NEW } from "../net/places.js";
import { otherName } from "../screens/lobby/name_screen.js";
import { QuitScreen } from "../screens/menus/quit_screen.js";
import { push } from "../screens/widgets/actions.js";
import { UnderwayScreen, underwayOf } from "../screens/lobby/underway_screen.js";
import {
  hashOfPath,
  inviteOf,
  partsOf,
  playHash,
  replayHash,
  rootOf,
  watchHash,
} from "../page/addresses.js";

/** Codes of errors that say that nobody may watch under a name: it is bad, or someone else's. */
const NAMELESS = ["bad_name", "name_taken"];

export class Navigation {
  constructor(page) {
    const { link, ui, stack, lobby } = page;
    Object.assign(this, { page, link, ui, stack, lobby });
    /** The address of the guard that the page stands on; null where it stands on none. */
    this.guarded = null;
    /** Whether the lobby was shown since the page was opened: Back leads there. */
    this.sawLobby = false;
  }

  /** Go where the address says; a link that has a preview says it by its path. */
  begin() {
    const hash = window.location.hash ? null : hashOfPath(window.location.pathname);
    if (hash) history.replaceState(null, "", rootOf(window.location) + hash);
    this.go();
  }

  /** Go where the address says. Another place has other screens. */
  go() {
    const { page, link } = this;
    page.notice = "";
    page.replayControl.playing = true;
    const place = placeOf(window.location.hash, this.ui);
    if (!this.isAt(place)) {
      if (place.kind !== link.goal.kind) this.stack.home();
      link.enter(place);
    }
    this.lobby.invite(link.goal.kind === "play" ? "" : inviteOf(window.location.hash));
    if (link.goal.kind === "lobby") this.showLobby();
    page.draw();
  }

  showLobby() {
    this.sawLobby = true;
    this.lobby.open();
  }

  /** Have Back come to `goBack` first: it takes off an entry that leads nowhere else. */
  guard() {
    if (!history.state?.guard) history.pushState({ guard: true }, "");
    this.guarded = window.location.hash;
  }

  /** Look whether the browser has gone back from a guard. Another place tells of itself. */
  popped({ state }) {
    const { guarded } = this;
    this.guarded = state?.guard ? window.location.hash : null;
    if (!state?.guard && guarded === window.location.hash) this.goBack();
  }

  /** Close a box; else leave for the lobby, with a question where a hero would be left. */
  goBack() {
    const { stack, link, ui } = this;
    const plays = link.goal.kind === "play" && !ui.spectating;
    if (stack.open || plays) {
      this.page.perform(stack.open ? stack.top.back() : [push(new QuitScreen(ui))]);
      this.guard();
    } else if (link.goal.kind === "lobby" || this.sawLobby) history.back();
    else {
      history.replaceState(null, "", "#/");
      this.go();
    }
  }

  /** Return whether the page is at a place already, so that only its address changed. */
  isAt(place) {
    const { goal } = this.link;
    return goal.kind === "play" && place.kind === "play" && goal.session === place.session;
  }

  /**
   * Take a seat in a session: any with room if `session` is empty. `more` are other fields of the
   * place. The boxes in the lobby stay until the seat is taken.
   */
  play(session, more = {}) {
    this.page.introduction.askForName(() => {
      const { name, calling } = this.ui;
      this.page.notice = "";
      const options = this.ui.usualOptions;
      this.link.enter({ kind: "play", session, name, calling, options, ...more });
      this.page.draw();
    });
  }

  /** Take a seat in any session, but ask first if only runs past their first floor have room. */
  playNow() {
    const { ui, link, stack } = this;
    const underway = underwayOf(ui.lobby.sessions ?? []);
    const goesOn = link.seats.some(({ name }) => name === ui.name);
    if (underway && !goesOn) stack.push(new UnderwayScreen(ui, underway));
    else this.play("");
  }

  /** Make a session and take a seat in it. */
  make(preset, pace, options) {
    this.ui.lobby.making = options[0];
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
    this.go();
  }

  /** Have the page's address lead to the place that the page is at, unless it does. */
  arrived() {
    const { goal } = this.link;
    const { kind, id } = partsOf(window.location.hash);
    // The lobby stays behind the place, but no invite, which would lead to the seat again.
    if (kind !== goal.kind) history.pushState(null, "", hashOf(goal));
    else if (id !== (goal.run ?? goal.session)) history.replaceState(null, "", hashOf(goal));
    this.guard();
    this.lobby.invite("");
  }

  /** Look through the eyes of a hero's seat, or with null the party's. */
  follow(seat) {
    if (!this.link.inside) return;
    this.link.follow(seat);
    const { goal } = this.link;
    if (goal.kind === "watch") history.replaceState(null, "", watchHash(goal.session, seat));
  }

  /** Go back to the place before, or to the lobby; or enter without what was all that was wrong. */
  refused(reason, code, place) {
    const { page, link } = this;
    page.unsaid = "";
    page.rematch.refuse();
    const back = link.goal.kind === "lobby" ? insteadOf(place, code) : link.goal;
    if (back === null && place.kind === "play" && NAMELESS.includes(code)) {
      this.askForOtherName(reason, code, place);
    } else if (back === null) this.backToLobby(reason);
    else {
      if (back.kind === "watch") page.wish("name", back.name);
      history.replaceState(null, "", hashOf(back));
      if (link.goal.kind === "lobby") link.enter(back);
    }
    page.draw();
  }

  /** Ask for another name for a seat; the invite to it stays in the address and in the lobby. */
  askForOtherName(reason, code, place) {
    const { name, session, ...more } = place;
    this.backToLobby(reason);
    if (session && session !== NEW) {
      history.replaceState(null, "", playHash(session));
      this.lobby.invite(session);
    }
    this.ui.name = this.ui.notice = "";  // The form gives the reason.
    const suggested = code === "name_taken" ? otherName(name) : name;
    const again = () => this.play(session, more);
    this.page.introduction.askAgain(again, reason, suggested);
  }

  /** Say in the lobby why the page is there; a form that is still open says it, too. */
  backToLobby(reason) {
    history.replaceState(null, "", "#/");
    this.lobby.invite("");
    this.page.notice = this.ui.notice = reason;
    this.page.mirror.leave();
    this.showLobby();
  }
}

/** Return where to go where all that is wrong with a place is a name or a seat; else null. */
function insteadOf(place, code) {
  if (place.kind !== "watch") return null;
  if (NAMELESS.includes(code) && place.name) return { ...place, name: "" };
  if (code === "unknown_seat" && place.seat !== null) return { ...place, seat: null };
  return null;
}

/** Return the address of a place. */
function hashOf({ kind, session, seat, run }) {
  if (kind === "play") return playHash(session);
  return kind === "watch" ? watchHash(session, seat) : replayHash(run);
}
