/** The silence of a server, and the time that it takes to answer. */

/** Milliseconds between two looks at how long the server has been silent. */
const LOOK_EVERY = 250;
/** Milliseconds of silence after which it is asked for a sign of life: a page can't send pings. */
const ASK_AFTER = 2_000;
/** Milliseconds of silence after which it is told, and after which the connection is given up. */
const TELL_AFTER = 3_000;
const LOST_AFTER = 20_000;
/**
 * Milliseconds after which the page connects again if no answer comes about a place: longer than a
 * server takes to bring a run back, and a node to find the owner of one.
 */
const ENTERED_AFTER = 30_000;
/** Milliseconds between two measurements of the delay while the page plays. */
const MEASURE_EVERY = 5_000;

/** Watches one link. It does nothing while the page is not looked at. */
export class Watchdog {
  constructor(link, onSilence) {
    this.link = link;
    this.onSilence = onSilence;
    /** When the server last said anything, and since when it owes a sign of life. */
    this.heard = 0;
    this.wondered = null;
    /** When the last question was sent that is answered at once; null if it has been. */
    this.askedAt = null;
    this.measuredAt = 0;
    /** When the present phase of the connection began, and since when the page waits for a place. */
    this.begun = 0;
    this.enteringSince = null;
    this.silence = 0;
    this.latency = 0;
    setInterval(() => this.look(), LOOK_EVERY);
  }

  /** Note that the connection has another phase. */
  turn() {
    this.begun = performance.now();
    this.silence = 0;
    this.wondered = this.enteringSince = null;
  }

  /** Note that the server said something. */
  hear() {
    this.heard = performance.now();
    this.wondered = null;
    this.reportSilence(0);
  }

  /** Note that a question was sent: the greeting, or a ping. */
  expectAnswer() {
    this.askedAt = performance.now();
  }

  /** Note the answer to the question. */
  answer() {
    if (this.askedAt === null) return;
    this.measuredAt = performance.now();
    this.latency = this.measuredAt - this.askedAt;
    this.askedAt = null;
  }

  /** Count how long the server owes an answer, and measure the delay. */
  look() {
    const { phase } = this.link.status;
    const now = performance.now();
    if (document.hidden) return;
    if (phase === "connecting") this.count(now - this.begun);
    else if (phase !== "connected") return;
    else if (this.waitedForPlace(now) >= ENTERED_AFTER) this.count(LOST_AFTER);
    else if (this.wondered !== null) this.count(now - this.wondered + ASK_AFTER);
    else if (now - this.heard >= ASK_AFTER) {
      this.wondered = now;
      this.ping();
    } else if (this.link.playing && now - this.measuredAt >= MEASURE_EVERY) {
      this.measuredAt = now;
      this.ping();
    }
  }

  waitedForPlace(now) {
    this.enteringSince = this.link.entering ? (this.enteringSince ?? now) : null;
    return now - (this.enteringSince ?? now);
  }

  ping() {
    if (this.askedAt === null && this.link.send("ping")) this.expectAnswer();
  }

  /** Tell for how many milliseconds an answer has been due, or give the connection up. */
  count(silent) {
    if (silent >= LOST_AFTER) this.link.wait("The server doesn't answer.");
    else if (silent >= TELL_AFTER) this.reportSilence(Math.floor(silent / 1000));
  }

  reportSilence(seconds) {
    if (seconds === this.silence) return;
    this.silence = seconds;
    this.onSilence();
  }
}
