/** The live runs of the lobby: who plays there, how long, and the ways in. */

import { ACCESS, STATES } from "../generated/catalogue.js";
import { clock } from "../model/replay_state.js";
import { titleOf } from "../model/titles.js";
import { css, readable, rgb } from "../page/colours.js";
import { element, say, show, updateChildren } from "../page/dom.js";
import { replayHash, watchHash } from "../page/addresses.js";
import { counted } from "../words/grammar.js";
import { gameName, inOrder, stateOf } from "../words/session_words.js";
import { button, card, fillCard, linkButton, part } from "./cards.js";

export class SessionRows {
  /** `play` takes a seat in a session; `adapt` makes colours fit for the viewer's eyes. */
  constructor(list, { play, ui }) {
    this.list = list;
    this.play = play;
    this.ui = ui;
    /** The runs of sessions that can be watched from their start, by session. */
    this.replays = new Map();
  }

  /** Show the sessions of a page: live ones first, and of these those with most heroes. */
  show(sessions) {
    const ordered = inOrder(sessions);
    const make = ({ session }) => this.make(session);
    const fill = (item, info) => this.fill(item, info);
    updateChildren(this.list, ordered, ({ session }) => session, make, fill);
  }

  make(session) {
    const item = card();
    item.tabIndex = -1;
    part(item, "party").append(element("ul", "heroes"), element("span", "more"));
    const play = button("Join", () => this.play(session));
    const again = linkButton("From the start", "");
    part(item, "acts").append(play, linkButton("Watch", watchHash(session)), again);
    return item;
  }

  fill(item, info) {
    const { session, preset, subtitle, deepest_floor: deepest } = info;
    fillCard(item, {
      title: gameName(info),
      chip: stateOf(info),
      about: subtitle,
      facts: [
        `${titleOf(preset)} · ${session}`,
        playersWords(info),
        deepest ? `down to floor ${deepest}` : "",
        info.elapsed ? clock(info.elapsed) : "",
        counted(info.spectators, "watcher"),
        info.full ? "full" : "",
        info.locked ? "locked" : "",
        info.access === "public" ? "" : ACCESS[info.access],
        info.delay ? `shown ${info.delay} s late` : "",
      ],
    });
    this.fillParty(item, info);
    item.dataset.state = stateOf(info);
    const [play, watch, again] = part(item, "acts").children;
    const run = this.replays.get(session);
    show(again, run !== undefined);
    if (run) again.href = replayHash(run);
    say(play, `Join ${gameName(info)}`);
    show(play, isJoinable(info));
    show(watch, info.watchable);
  }

  fillParty(item, { party, heroes }) {
    const [list, more] = part(item, "party").children;
    updateChildren(list, party, ({ seat }) => seat, () => element("li"), (one, hero) => {
      const state = hero.away ? "away" : STATES[hero.state];
      const floor = hero.floor > 0 ? ` ↓${hero.floor}` : "";
      say(one, `@ ${hero.name}${floor}${state ? `, ${state}` : ""}`);
      one.style.color = css(this.ui.adapt(readable(rgb(hero.colour))));
      one.dataset.state = state;
    });
    const alive = party.filter(({ state }) => state !== "dead").length;
    say(more, party.length && heroes > alive ? `and ${heroes - alive} more` : "");
  }
}

/** Return whether a stranger can take a seat in a listed session. */
export function isJoinable({ full, locked, ended }) {
  return !full && !locked && !ended;
}

/** Return the heroes of a session: "3 of 8 heroes", or "2 here, 6 asleep" if some sleep. */
function playersWords({ heroes, seats, asleep }) {
  if (!asleep) return `${heroes} of ${seats} ${seats === 1 ? "hero" : "heroes"}`;
  return `${heroes - asleep} here, ${asleep} asleep`;
}
