/** The world as this page knows it, kept up to date by what the server sends. */

import { Reel, clock } from "./reel.js";
import { Scene } from "./scene.js";
import { MAX_TILE_CODE, UNSTATED_RATE } from "../generated/schema.js";
import { keepTitles } from "./titles.js";

/** A view, and the session or replay that it belongs to. `apply` is the only way to change it. */
export class Mirror extends Scene {
  constructor() {
    super();
    this.server = "";
    this.logged = "";
    this.leave();
  }

  /** Show no session and no replay. */
  leave() {
    this.forget();
    this.session = "";
    /** This client's own seat; null while it watches. */
    this.seat = null;
    this.preset = "";
    this.subtitle = "";
    this.variations = [];
    this.delay = 0;
    /** Ticks of a floor in a second of real time. */
    this.rate = UNSTATED_RATE;
    this.roster = [];
    this.watchers = [];
    this.watching = 0;
    this.terms = { watchers_talk: true };
    /** How the run went, once it is over. */
    this.ended = null;
    /** The run that is watched again; null in a session. */
    this.reel = null;
    this.rewound = false;
  }

  /** Take in what the server sent. Raises BadFrame, after which only a keyframe helps. */
  apply(message) {
    TAKEN[message.tag]?.(this, message);
  }

  /** Have a replay be at a moment already, while its keyframe is on the way. */
  jump(elapsed) {
    this.reel.jump(elapsed);
    this.rewound = true;
  }

  /** Forget with the next keyframe what frames told until then: it is of another moment. */
  rewind() {
    this.rewound = true;
  }

  enter(message) {
    const { reel } = this;
    this.leave();
    const { session, preset, subtitle, variations } = message;
    Object.assign(this, { session, preset, subtitle, variations });
    this.rate = Math.max(1, message.ticks_per_second);
    this.looks = new Map(
      message.tiles.filter(({ code }) => code <= MAX_TILE_CODE).map((look) => [look.code, look]),
    );
    this.statuses = new Map(message.statuses.map((each) => [each.name, each]));
    this.beginLog(message);
    return reel;
  }

  /** Begin another log where another run, or a replay, begins. Else its chat comes again. */
  beginLog({ tag, session, run }) {
    const about = tag === "replaying" ? `replay of ${run}` : session;
    if (about === this.logged) {
      this.log.expectRepeats();
      return;
    }
    this.logged = about;
    this.log.clear();
  }

  watch(message) {
    this.enter(message);
    this.delay = message.delay;
  }

  replay(message) {
    const known = this.enter(message);
    this.roster = message.seats;
    this.reel = known?.run === message.run ? known : new Reel(message.run);
    this.reel.land();
  }

  takeKeyframe(frame) {
    if (this.rewound) this.log.forgetTold();
    this.land();
    this.begin(frame);
  }

  takeTimeline(timeline) {
    if (!this.reel) return;
    const known = this.reel.begins;
    this.reel.stretch(timeline);
    if (this.reel.begins !== known) {
      const begun = clock(this.reel.begins);
      this.log.note(`What came before ${begun} was played by other rules: it can't be shown.`);
    }
  }

  takeError(error) {
    this.log.note(error.reason);
    this.land();
  }

  /** Wait no longer for a jump's keyframe: it came, or an error in its place. */
  land() {
    this.rewound = false;
    this.reel?.land();
  }
}

/** What becomes of each message. */
const TAKEN = {
  welcome: (mirror, { server, preset_infos: infos }) => {
    mirror.server = server;
    keepTitles(infos);
  },
  watching: (mirror, message) => mirror.watch(message),
  replaying: (mirror, message) => mirror.replay(message),
  timeline: (mirror, message) => mirror.takeTimeline(message),
  moment: (mirror, message) => mirror.reel?.show(message),
  left: (mirror, { reason }) => {
    mirror.leave();
    mirror.log.note(reason);
  },
  key: (mirror, frame) => mirror.takeKeyframe(frame),
  delta: (mirror, delta) => mirror.change(delta),
  roster: (mirror, { seats, watchers, watching, terms }) => {
    const most = Math.max(watchers.length, watching);
    Object.assign(mirror, { roster: seats, watchers, watching: most, terms });
  },
  chat: (mirror, chat) => mirror.log.say(chat),
  ended: (mirror, ended) => {
    mirror.ended = ended;
  },
  error: (mirror, error) => {
    if (error.sequence === null) mirror.takeError(error);
  },
};
