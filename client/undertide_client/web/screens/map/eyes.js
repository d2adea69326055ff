/** Whose eyes a spectator looks through. */

/** Return the seat of the living hero after the followed one; null for the party after the last. */
export function nextEyes(mirror) {
  return step(mirror, 1);
}

/** Return the seat of the living hero before the followed one; null for the party. */
export function previousEyes(mirror) {
  return step(mirror, -1);
}

function step({ party, following }, by) {
  const seats = [null, ...party.filter(({ state }) => state !== "dead").map(({ seat }) => seat)];
  return seats[(seats.indexOf(following) + by + seats.length) % seats.length];
}
