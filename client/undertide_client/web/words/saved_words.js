/** Moments in words, as seen from now. */

import { MONTHS } from "../generated/catalogue.js";

/** Return a Date as seen from another: "today at 9:30", "yesterday at 21:04", "4 March 2026". */
export function momentWords(then, now) {
  const clock = `${then.getHours()}:${String(then.getMinutes()).padStart(2, "0")}`;
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (then.toDateString() === now.toDateString()) return `today at ${clock}`;
  if (then.toDateString() === yesterday.toDateString()) return `yesterday at ${clock}`;
  const day = `${then.getDate()} ${MONTHS[then.getMonth()]}`;
  const isThisYear = then.getFullYear() === now.getFullYear();
  return isThisYear ? `${day} at ${clock}` : `${day} ${then.getFullYear()}`;
}
