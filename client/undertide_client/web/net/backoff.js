/** How long to wait before trying to connect again. */

/** Seconds before the second attempt: a server that only restarts is back soon. */
const FIRST = 0.5;
/** Seconds that no wait exceeds: who waits wants to see something tried. */
const LONGEST = 30;
/** Attempts in a row without success until it is given up, some five minutes after the first. */
const ATTEMPTS = 15;

/**
 * Return the seconds to wait after so many failures in a row; null to give up. `jitter`, from 0 to
 * 1, takes up to half of the wait away, so that not all viewers return in the same moment.
 */
export function waitAfter(failures, jitter) {
  if (failures >= ATTEMPTS) return null;
  return Math.min(LONGEST, FIRST * 2 ** (failures - 1)) * (1 - jitter / 2);
}
