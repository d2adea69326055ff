/** The results of sent intents. */

import { MAX_SEQUENCE, MAX_UNANSWERED } from "../generated/schema.js";

const UNDER_WAY = ["sent", "received", "waiting"];
/**
 * The reason if an intent has arrived, waits no longer, and has no outcome: when a server dies, the
 * next one discards what waited.
 */
const DISCARDED = "the server has discarded it";

/**
 * A numbering of intents, and their progress from the server's reports.
 *
 * `unanswered` holds the sequences of the intents without a result, oldest first. `fate` is the
 * progress of the latest: {sequence, stage, reason, code}. Stages: "none", "sent", "received",
 * "waiting", "done", "refused", "lost".
 */
export class IntentTracker {
  constructor() {
    this.unanswered = [];
    this.fate = fate(0, "none");
    this.last = 0;
    /** The highest number that the server has received from the seat. */
    this.received = 0;
  }

  /** Return the sequence of a new intent. Raises RangeError after the largest one. */
  send() {
    if (this.last >= MAX_SEQUENCE) throw new RangeError("no sequence is left on this connection");
    this.last += 1;
    this.unanswered.push(this.last);
    if (this.unanswered.length > MAX_UNANSWERED) this.unanswered.shift();
    this.fate = fate(this.last, "sent");
    return this.last;
  }

  /**
   * Take in the report of a frame. In a seat taken up again, reports may be about intents of an
   * earlier visit. Then the numbers continue above those.
   */
  observe(report) {
    this.received = Math.max(this.received, Math.min(report.received, MAX_SEQUENCE));
    this.last = Math.max(this.last, this.received);
    const waits = report.outcome === "waiting";
    const answered = waits ? report.sequence - 1 : Math.max(report.sequence, report.received);
    this.unanswered = this.unanswered.filter((sequence) => sequence > answered);
    this.judge(report);
  }

  /** Take in an error about one intent. */
  refuse(sequence, reason, code = "") {
    this.unanswered = this.unanswered.filter((each) => each !== sequence);
    if (sequence === this.fate.sequence) this.fate = fate(sequence, "refused", reason, code);
  }

  /** Forget how the last intent ended: the page has taken a seat, perhaps again. */
  begin() {
    this.fate = fate(0, "none");
    this.received = 0;
  }

  /** Give up the unanswered intents: their connection is gone. */
  lose(reason) {
    if (this.unanswered.length) this.fate = fate(this.last, "lost", reason);
    this.unanswered = [];
  }

  /** Forget all intents: the page has left the place that they were for. */
  dropUnanswered() {
    this.fate = fate(this.last, "none");
    this.unanswered = [];
  }

  /** Set the progress of the latest intent if the report says anything new about it. */
  judge({ received, sequence, outcome, reason }) {
    const latest = this.fate.sequence;
    if (!UNDER_WAY.includes(this.fate.stage)) return;
    if (sequence === latest && outcome !== "none") this.fate = fate(latest, outcome, reason);
    else if (received >= latest) {
      const waits = outcome === "waiting";
      this.fate = waits ? fate(latest, "received") : fate(latest, "lost", DISCARDED);
    }
  }
}

function fate(sequence, stage, reason = "", code = "") {
  return { sequence, stage, reason, code };
}
