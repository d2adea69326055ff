/** Cells of a floor, [x, y], and the distance between them. */

/** Return the number of steps between two cells on open ground. A diagonal step counts as one. */
export function distance(one, other) {
  return Math.max(Math.abs(one[0] - other[0]), Math.abs(one[1] - other[1]));
}

/** Return the cells between two cells on a straight line, without the ends, whichever is first. */
export function line(one, other) {
  const [first, last] = compareCells(other, one) < 0 ? [other, one] : [one, other];
  const steps = distance(first, last);
  return Array.from({ length: Math.max(0, steps - 1) }, (_, index) => [
    between(first[0], last[0], index + 1, steps),
    between(first[1], last[1], index + 1, steps),
  ]);
}

/** Return -1, 0 or 1: the step along one axis towards a cell `number` cells away. */
export function sign(number) {
  return Math.sign(number) || 0;
}

/** Return whether two cells are the same. */
export function isSame(one, other) {
  return one[0] === other[0] && one[1] === other[1];
}

/** Return the order of two cells, for `sort`: by columns, then by rows. */
export function compareCells(one, other) {
  return one[0] - other[0] || one[1] - other[1];
}

/** Return the whole number nearest to `part` of `parts` on the way; halves round up. */
function between(start, end, part, parts) {
  return start + Math.floor((2 * part * (end - start) + parts) / (2 * parts));
}
