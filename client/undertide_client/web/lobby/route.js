/** Where the page's address leads: to a session, to a replay, or to the lobby. */

import { LOBBY } from "../net/places.js";
import { partsOf } from "../page/addresses.js";

/**
 * Return the place that the part of an address behind its # means, for somebody with a name and a
 * calling. Without a seat there, an invite leads to the lobby, which shows it.
 */
export function placeOf(hash, { name, calling, link }) {
  const { kind, id, last } = partsOf(hash);
  const number = /^\d{1,9}$/.test(last) ? Number(last) : null;
  if (kind === "watch") return { kind, session: id, name, seat: number };
  if (kind === "replay" && id) return { kind, run: id, seat: null, tick: number ?? 0 };
  const seat = kind === "play" ? link.seatIn(id) : null;
  if (seat !== null) return { kind, session: id, name: seat, calling };
  return LOBBY;
}
