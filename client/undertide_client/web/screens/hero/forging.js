/** The figures that a piece of gear would have with the chosen essences. */

/** Return the number of essences that a level takes. */
export function costOf(essence, level) {
  return level ? essence.costs[level - 1] : 0;
}

/** Return the highest level of an essence that a piece can take and the stack can pay for. */
export function mostLevel(item, essence, piece) {
  const enough = essence.costs.filter((cost) => cost <= item.count).length;
  return Math.min(enough, Math.max(0, makes(essence, piece).length - 1));
}

/**
 * Return a piece's figures with the chosen levels, a Map by their keys, and the Set of those that
 * may be off by one: several essences add to them, and each is rounded. Without any level the
 * figures are the present ones. `chosen` are [item, essence, level].
 */
export function outlook(piece, chosen) {
  const taken = chosen.filter(([, , level]) => level);
  if (!taken.length) return [new Map(piece.figures), new Set()];
  const steps = taken.map(([, essence, level]) => [makes(essence, piece.item), level]);
  const figures = new Map(steps[0][0][0]);
  const [changed, rounded] = [new Set(), new Set()];
  for (const [levels, level] of steps) {
    for (const [key, change] of changes(new Map(levels[0]), new Map(levels[level]))) {
      figures.set(key, (figures.get(key) ?? 0) + change);
      if (changed.has(key)) rounded.add(key);
      changed.add(key);
    }
  }
  return [new Map([...figures].filter(([, figure]) => figure)), rounded];
}

/** Return a piece's figures at each level of an essence, from level 0; none if none fits. */
function makes(essence, piece) {
  return essence.makes[essence.pieces.indexOf(piece)] ?? [];
}

/** Return the change of each figure, without the figures that stay the same. */
function changes(before, after) {
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  const changed = keys.map((key) => [key, (after.get(key) ?? 0) - (before.get(key) ?? 0)]);
  return changed.filter(([, change]) => change);
}
