/** The order of eyes for a spectator: each living hero by seat, then the whole party. */

/** Return the seat after the followed one; null for the party's view. */
export function nextEyes(mirror) {
  return neighbour(mirror, 1);
}

/** Return the seat before the followed one; null for the party's view. */
export function previousEyes(mirror) {
  return neighbour(mirror, -1);
}

/** Return the seat of the hero called `name`, whatever its case; null if there is none. */
export function seatOf(mirror, name) {
  const wanted = name.toLowerCase();
  const isCalled = (one) => one.name.toLowerCase() === wanted;
  const known = mirror.party.findLast(isCalled) ?? mirror.roster.findLast(isCalled);
  return known ? known.seat : null;
}

function neighbour(mirror, step) {
  const alive = mirror.party.filter(({ state }) => state !== "dead").map(({ seat }) => seat);
  const circle = [null, ...[...new Set(alive)].sort((one, other) => one - other)];
  const here = Math.max(0, circle.indexOf(mirror.following));
  return circle.at((here + step) % circle.length);
}
