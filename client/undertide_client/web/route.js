/** What the page's address asks for: `#/watch/ID/SEAT`, `#/replay/RUN/TICK`, or the lists. */

import { LOBBY } from "./link.js";
import { MAX_KEY } from "./types.js";

/** Return the place that the part of an address behind its # means, for a watcher of that name. */
export function placeOf(hash, name) {
  const [kind, id = "", last = ""] = hash.replace(/^#?\//, "").split("/");
  const target = decoded(id).slice(0, MAX_KEY);
  const number = /^\d{1,9}$/.test(last) ? Number(last) : null;
  if (kind === "watch") return { kind, session: target, name, seat: number };
  if (kind === "replay" && target) return { kind, run: target, seat: null, tick: number ?? 0 };
  return LOBBY;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
