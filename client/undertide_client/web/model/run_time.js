/** The text form of moments of a run: 1:02:30 for its real time. */

/** Either hours, minutes and seconds, or ticks. */
const WRITTEN = /^(?:(?:(\d{1,5}):)?(\d{1,4}):(\d{1,2})|(\d{1,12}))$/;

/** A text that means no moment. */
export class BadMoment extends Error {}

/**
 * Return the moment that a text means, {elapsed, tick}: milliseconds of the run's real time, or a
 * tick if that is null. Throws BadMoment.
 */
export function momentOf(text) {
  const found = WRITTEN.exec(text.trim());
  if (found === null) throw new BadMoment("expected a tick, or a time such as 1:02:30");
  const [, hours, minutes, seconds, ticks] = found;
  if (ticks !== undefined) return { elapsed: null, tick: Number(ticks) };
  const whole = (Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds);
  return { elapsed: whole * 1000, tick: 0 };
}
