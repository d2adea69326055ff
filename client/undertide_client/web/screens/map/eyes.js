/** The order of eyes for a spectator: each living hero by seat, then the whole party. */

/** Return the seat after the followed one; null for the party's view. */
export function nextEyes(mirror) {
  return neighbour(mirror, 1);
}

/** Return the seat before the followed one; null for the party's view. */
export function previousEyes(mirror) {
  return neighbour(mirror, -1);
}

function neighbour(mirror, step) {
  const alive = mirror.party.filter(({ state }) => state !== "dead").map(({ seat }) => seat);
  const circle = [null, ...[...new Set(alive)].sort((one, other) => one - other)];
  const here = Math.max(0, circle.indexOf(mirror.following));
  return circle.at((here + step) % circle.length);
}
