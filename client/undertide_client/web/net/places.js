/**
 * The places where a page can be, as plain objects:
 *
 * - {kind: "lobby"};
 * - {kind: "play", session, name, calling, preset, pace, options, makesIfFull}: a seat. `session`
 *   is an id or an invite code, empty for any with room, or `NEW` for one that is made for the
 *   player from `preset`, `pace` and `options`. Fields but session and name may be left out;
 * - {kind: "watch", session, name, seat}: a spectator's place, seen through a seat's eyes, or with
 *   null the party's;
 * - {kind: "replay", run, seat, tick}.
 */

import { NEW_SESSION } from "../generated/schema.js";

export const LOBBY = { kind: "lobby" };
export const NEW = NEW_SESSION;

/** Have a dialogue ask for a place. Return the requests to send. */
export function askFor(dialogue, place) {
  if (place.kind === "lobby") return dialogue.leave();
  if (place.kind === "play") return dialogue.join({ ...place, making: makingOf(place) });
  return place.kind === "watch" ? dialogue.watch(place) : dialogue.replay(place);
}

/** Return the fields of "create" that a place gives. */
function makingOf({ preset, pace, options }) {
  const given = Object.entries({ preset, pace, options });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** Return the place that a dialogue's wish is for. */
export function placeOf(wish) {
  return wish === null ? LOBBY : PLACES[wish.request.tag](wish);
}

const PLACES = {
  join: ({ request, session, anew, making, makesIfFull }) => ({
    ...{ kind: "play", session: anew ? NEW : request.session || session },
    ...{ name: request.name, calling: request.calling ?? "", ...making, makesIfFull },
  }),
  watch: ({ request: { session, name, seat } }) => ({ kind: "watch", session, name, seat }),
  replay: ({ request: { run, seat, tick } }) => ({ kind: "replay", run, seat, tick }),
};
