/** What a view shows of a floor, as a list that a player can search. */

/** What is most likely still there when a hero comes back to a floor. */
export const LASTING = ["item", "ware", "person", "stairs", "forge"];

const UNKNOWN = { role: "monster", name: "something", glyph: "?", colour: 0xffffff, ware: null };

/**
 * Return what a view shows of its floor, but for the followed hero, the nearest first. Each stair,
 * forge and trap counts, and of every other ground the nearest cell.
 *
 * A find is {name, glyph, colour, cell, sort, leads}. `cell` is [x, y]. `sort`: "item", "ware",
 * "person", "monster", "hero", "stairs", "forge", "trap" or "ground". `leads` is the branch to
 * which stairs lead; 0 if that isn't known, and for anything else.
 */
export function findsOn(scene) {
  const here = scene.cell ?? [0, 0];
  const finds = [...sightings(scene), ...places(scene, here)];
  const nearer = (one, other) => before(sortKey(one, here), sortKey(other, here));
  return finds.sort(nearer);
}

function sightings(scene) {
  const others = [...scene.sightings.values()].filter(({ id }) => id !== scene.hero?.id);
  return others.map((one) => {
    const { role, name, glyph, colour, ware } = scene.kinds.get(one.kind) ?? UNKNOWN;
    const peaceful = role === "monster" && one.mood === "peaceful";
    const sort = ware ? "ware" : peaceful ? "person" : role;
    return { name, glyph, colour, cell: [one.x, one.y], sort, leads: 0 };
  });
}

/** Return stairs, forges, traps and kinds of ground. */
function places(scene, here) {
  return [...cellsByCode(scene)].flatMap(([code, all]) => {
    const look = scene.looks.get(code);
    if (look === undefined || !code) return [];
    const sort = sortOf(look);
    const told = sort === "ground" ? [nearest(all, here)] : all;
    return told.map((cell) => findAt(scene, look, sort, cell));
  });
}

function cellsByCode({ tiles, floor }) {
  const cells = new Map();
  tiles.forEach((code, at) => {
    if (!cells.has(code)) cells.set(code, []);
    cells.get(code).push([at % floor.width, Math.floor(at / floor.width)]);
  });
  return cells;
}

function findAt(scene, { name, glyph, colour }, sort, cell) {
  const [x, y] = cell;
  const leads = scene.stairs.get(y * scene.floor.width + x) ?? 0;
  return { name, glyph, colour, cell, sort, leads };
}

function sortOf({ stairs, forge, effects }) {
  if (stairs !== "none") return "stairs";
  if (forge) return "forge";
  return effects.some(({ does }) => does === "trap") ? "trap" : "ground";
}

function nearest(cells, here) {
  const key = (cell) => [distance(cell, here), ...cell];
  return cells.reduce((one, other) => (before(key(one), key(other)) <= 0 ? one : other));
}

function sortKey({ cell, name }, here) {
  return [distance(cell, here), ...cell, name];
}

/** Return the steps between two cells, diagonal ones included. */
function distance([x, y], [otherX, otherY]) {
  return Math.max(Math.abs(x - otherX), Math.abs(y - otherY));
}

/** Compare two lists as dictionaries do words: below 0 if the first comes first. */
function before(one, other) {
  const at = one.findIndex((each, index) => each !== other[index]);
  if (at < 0) return 0;
  return one[at] < other[at] ? -1 : 1;
}
