/** The world as this page knows it, kept up to date by what the server sends. */

import { LASTING } from "../generated/catalogue.js";
import { findsOn } from "./finds.js";
import { ReplayState, clock } from "./replay_state.js";
import { Scene } from "./scene.js";
import { MAX_BRANCHES, MAX_HEROES, MAX_TILE_CODE, UNSTATED_RATE } from "../generated/schema.js";
import { keepTitles } from "./titles.js";

/** The terms of a session that has not told its own. */
const PLAIN_TERMS = {
  ...{ access: "public", locked: false, watchers_talk: true, delay: 0 },
  ...{ friendly_fire: true, new_heroes: true, gentle: false },
};

/** A view, and the session or replay that it belongs to. `apply` is the only way to change it. */
export class Mirror extends Scene {
  constructor() {
    super();
    /** Whether the server has said what it offers: see `welcome` of the protocol. */
    this.greeted = false;
    this.server = "";
    this.callings = [];
    this.presets = [];
    this.presetInfos = new Map();
    this.customs = null;
    this.motd = "";
    /** The session or replay that the log is about. */
    this.logged = "";
    /** What this player saw on other floors that probably still lies there, by branch. */
    this.elsewhere = new Map();
    this.leave();
  }

  /** Show no session and no replay. */
  leave() {
    this.clear();
    this.session = "";
    /** This client's own seat; null while it watches. */
    this.seat = null;
    this.preset = "";
    this.subtitle = "";
    this.variations = [];
    this.name = "";
    /** The seat of the own hero; null in the lobby and for spectators. */
    this.seat = null;
    /** Whether there is no own hero here, as for a spectator or in a replay. */
    this.watching = false;
    /** The place in the line of players who wait for their seat, from 1; 0 for anybody else. */
    this.inLine = 0;
    /** Spectators' delay in seconds. */
    this.delay = 0;
    /** Ticks of a floor in a second of real time. */
    this.rate = UNSTATED_RATE;
    this.roster = [];
    this.watchers = [];
    this.watcherCount = 0;
    this.terms = { ...PLAIN_TERMS };
    /** How the run went, once it is over. */
    this.ended = null;
    /** The session in which another player of the party has begun again, once one has. */
    this.newRun = null;
    /** The run that is watched again; null in a session. */
    this.replayState = null;
    this.rewound = false;
  }

  /** The lines that say what players of this preset try to do; empty if the server tells none. */
  get goal() {
    return this.presetInfos.get(this.preset)?.goal ?? [];
  }

  /** Take in what the server sent. Raises BadFrame, after which only a keyframe helps. */
  apply(message) {
    TAKEN[message.tag]?.(this, message);
  }

  /** Have a replay be at a moment already, while its keyframe is on the way. */
  jump(elapsed) {
    this.replayState.jump(elapsed);
    this.rewound = true;
  }

  /** Forget with the next keyframe what frames told until then: it is of another moment. */
  rewind() {
    this.rewound = true;
  }

  enter(message) {
    const { replayState } = this;
    this.leave();
    const { session, preset, subtitle, variations } = message;
    Object.assign(this, { session, preset, subtitle, variations });
    this.name = message.name ?? "";
    this.watching = message.tag !== "joined";
    this.rate = message.ticks_per_second;
    this.looks = new Map(
      message.tiles.filter(({ code }) => code <= MAX_TILE_CODE).map((look) => [look.code, look]),
    );
    this.statuses = new Map(message.statuses.map((each) => [each.name, each]));
    this.words = new Map(message.phrases.map(({ key, words }) => [key, words]));
    this.beginLog(message);
    return replayState;
  }

  /** Begin another log where another run, or a replay, begins. Else its chat comes again. */
  beginLog({ tag, session, run, subtitle }) {
    const about = tag === "replaying" ? `replay of ${run}` : session;
    if (about === this.logged) {
      this.log.takeBack();
      this.log.expectRepeats();
      return;
    }
    this.logged = about;
    this.elsewhere.clear();
    this.log.clear();
    if (subtitle) this.log.addNote(`This run: ${subtitle}`);
  }

  join(message) {
    this.enter(message);
    this.seat = message.seat;
  }

  watch(message) {
    this.enter(message);
    this.delay = message.delay;
    this.inLine = Math.min(message.in_line, MAX_HEROES);
    if (this.inLine) {
      this.log.addNote(`All seats are taken. You watch, and are number ${this.inLine} in line.`);
    }
  }

  replay(message) {
    const known = this.enter(message);
    this.roster = message.seats;
    this.replayState = known?.run === message.run ? known : new ReplayState(message.run);
    this.replayState.land();
  }

  takeKeyframe(frame) {
    if (this.rewound) this.log.forgetTold();
    this.land();
    this.rememberFloor(frame.floor.branch);
    this.begin(frame);
  }

  /** Note what lies on a floor before the view shows another one. */
  rememberFloor(entered) {
    if (this.floor === null || this.watching || this.floor.branch === entered) return;
    const left = findsOn(this).filter(({ sort }) => LASTING.includes(sort));
    this.elsewhere.set(this.floor.branch, left);
    this.elsewhere.delete(entered);
    if (this.elsewhere.size > MAX_BRANCHES) {
      this.elsewhere.delete(this.elsewhere.keys().next().value);
    }
  }

  takeTimeline(timeline) {
    if (!this.replayState) return;
    const known = this.replayState.begins;
    this.replayState.stretch(timeline);
    if (this.replayState.begins !== known) {
      const begun = clock(this.replayState.begins);
      this.log.addNote(`What came before ${begun} was played by other rules: it can't be shown.`);
    }
  }

  greet({ server, callings, presets, preset_infos: infos, customs, motd }) {
    Object.assign(this, { greeted: true, server, callings, presets, customs, motd });
    this.presetInfos = new Map(infos.map((info) => [info.preset, info]));
    keepTitles(infos);
  }

  takeNewRun(newRun) {
    this.newRun = newRun;
    if (newRun.by) this.log.addNote(`${newRun.by} plays again: join the new run.`);
  }

  takeError(error) {
    this.log.addNote(error.reason);
    this.land();
  }

  /** Wait no longer for a jump's keyframe: it came, or an error in its place. */
  land() {
    this.rewound = false;
    this.replayState?.land();
  }
}

/** What becomes of each message. */
const TAKEN = {
  welcome: (mirror, message) => mirror.greet(message),
  joined: (mirror, message) => mirror.join(message),
  watching: (mirror, message) => mirror.watch(message),
  replaying: (mirror, message) => mirror.replay(message),
  timeline: (mirror, message) => mirror.takeTimeline(message),
  moment: (mirror, message) => mirror.replayState?.show(message),
  left: (mirror, { reason }) => {
    mirror.leave();
    mirror.log.setAside();
    mirror.log.addNote(reason);
  },
  key: (mirror, frame) => mirror.takeKeyframe(frame),
  delta: (mirror, delta) => mirror.change(delta),
  roster: (mirror, { seats, watchers, watching, terms }) => {
    const watcherCount = Math.max(watchers.length, watching);
    Object.assign(mirror, { roster: seats, watchers, watcherCount, terms });
  },
  chat: (mirror, chat) => mirror.log.say(chat),
  ended: (mirror, ended) => {
    mirror.ended = ended;
  },
  next: (mirror, message) => mirror.takeNewRun(message),
  error: (mirror, error) => {
    if (error.sequence === null) mirror.takeError(error);
  },
};
