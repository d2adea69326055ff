/** The messages of one connection on their way out, no faster than its server reads them. */

import { LEGAL, SHARE_OF_BURST } from "../generated/schema.js";
import { encode } from "./codec.js";

/** Messages that may wait for the server's rates: two seconds' worth. */
const MAX_HELD = 64;
/** The rates of servers that don't tell theirs. */
const UNSTATED_RATES = { per_second: 30, burst: 60, costs: [] };

/**
 * A queue in front of a connection. Messages leave in order. When the turn of one that waited
 * comes, it is dropped if the state no longer allows it, as an intent for a seat that is gone.
 */
export class PacedSender {
  /** `sendBytes` returns whether it could send; `state` returns a key of `LEGAL`. */
  constructor(sendBytes, state) {
    this.sendBytes = sendBytes;
    this.state = state;
    this.pacer = new Pacer(UNSTATED_RATES, performance.now());
    this.held = [];
    this.timer = null;
  }

  /** Send at these rates from now on. */
  applyRates(rates) {
    this.pacer = new Pacer(rates, performance.now());
  }

  /**
   * Send [tag, …fields] as soon as the rates allow it. Return false if too many wait already. Throws
   * BadBytes if the message can't be encoded; then nothing waits for it.
   */
  send(message) {
    const [tag] = message;
    const bytes = encode(message);
    const now = performance.now();
    if (this.held.length || this.pacer.wait(tag, now) > 0) return this.hold(tag, bytes);
    return this.sendNow(tag, bytes, now);
  }

  /** Drop the messages that wait. */
  close() {
    this.held = [];
    clearTimeout(this.timer);
  }

  sendNow(tag, bytes, now) {
    this.pacer.count(tag, now);
    return this.sendBytes(bytes);
  }

  hold(tag, bytes) {
    if (this.held.length >= MAX_HELD) return false;
    this.held.push([tag, bytes]);
    if (this.held.length === 1) this.release();
    return true;
  }

  /** Send all messages that may leave now; come back when the next one may. */
  release() {
    while (this.held.length) {
      const now = performance.now();
      const [[tag, bytes]] = this.held;
      if (LEGAL[this.state()].includes(tag)) {
        const wait = this.pacer.wait(tag, now);
        if (wait > 0) {
          this.timer = setTimeout(() => this.release(), wait);
          return;
        }
        this.sendNow(tag, bytes, now);
      }
      this.held.shift();
    }
  }
}

/**
 * A count of the messages that one connection has sent, against the rates of its server. Times are
 * milliseconds of a steady clock.
 */
export class Pacer {
  /** `rates` is {per_second, burst, costs}: costs are pairs of a tag and a number. */
  constructor({ per_second: perSecond, burst, costs }, now) {
    this.costs = new Map(costs);
    this.perMillisecond = Math.max(1, perSecond) / 1000;
    this.most = Math.max(1, SHARE_OF_BURST * burst);
    this.left = this.most;
    this.at = now;
  }

  /**
   * Return the milliseconds until a message of this tag may leave; 0 if it may leave now. A message
   * that costs more than all that may leave at once waits for a full measure.
   */
  wait(tag, now) {
    this.refill(now);
    return Math.max(0, (this.cost(tag) - this.left) / this.perMillisecond);
  }

  /** Count a message that leaves. */
  count(tag, now) {
    this.refill(now);
    this.left -= this.cost(tag);
  }

  refill(now) {
    const passed = Math.max(0, now - this.at);
    this.left = Math.min(this.most, this.left + passed * this.perMillisecond);
    this.at = now;
  }

  cost(tag) {
    return Math.min(this.most, Math.max(1, this.costs.get(tag) ?? 1));
  }
}
