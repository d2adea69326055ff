/** The pace of messages: when each may leave, so that the server reads them all. */

import { SHARE_OF_BURST } from "../generated/schema.js";

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
