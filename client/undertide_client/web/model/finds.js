/** What a view shows of a floor, as a list that a player can search. */

import { compareCells, distance } from "./geometry.js";

/** What stands for a thing of no known kind. */
const UNNAMED = { name: "something", glyph: "?", colour: 0xffffff };

/**
 * Return what a view shows of its floor, but for the followed hero, the nearest first. Each stair,
 * forge and trap counts, and of every other ground the nearest cell. A find has `name`, `glyph`,
 * `colour`, `cell`, `sort`, and `leads`: the branch that stairs lead to, else 0.
 */
export function findsOn(scene) {
  const here = scene.own ? [scene.own.x, scene.own.y] : [0, 0];
  const others = [...scene.sightings.values()].filter((one) => one !== scene.own);
  const finds = [...others.map((one) => findOf(scene, one)), ...places(scene, here)];
  const byName = (one, other) => (one.name < other.name ? -1 : Number(one.name > other.name));
  return finds.sort((one, other) => byDistance(here)(one.cell, other.cell) || byName(one, other));
}

function findOf(scene, { kind, x, y, mood }) {
  const found = scene.kinds.get(kind);
  if (found === undefined) return { ...UNNAMED, cell: [x, y], sort: "monster", leads: 0 };
  const { name, glyph, colour, role, ware } = found;
  const person = role === "monster" && mood === "peaceful" ? "person" : role;
  return { name, glyph, colour, cell: [x, y], sort: ware === null ? person : "ware", leads: 0 };
}

/** Return stairs, forges, traps and kinds of ground. */
function places(scene, here) {
  const cells = new Map();
  scene.tiles.forEach((code, index) => {
    if (!code || !scene.looks.has(code)) return;
    if (!cells.has(code)) cells.set(code, []);
    cells.get(code).push([index % scene.floor.width, Math.floor(index / scene.floor.width)]);
  });
  const codes = [...cells.keys()].sort((one, other) => one - other);
  return codes.flatMap((code) => placesOf(scene, scene.looks.get(code), cells.get(code), here));
}

function placesOf(scene, look, cells, here) {
  const sort = sortOf(look);
  const told = sort === "ground" ? cells.sort(byDistance(here)).slice(0, 1) : cells;
  const { name, glyph, colour } = look;
  return told.map(([x, y]) => {
    const leads = scene.stairs.get(y * scene.floor.width + x) ?? 0;
    return { name, glyph, colour, cell: [x, y], sort, leads };
  });
}

function sortOf(look) {
  if (look.stairs !== "none") return "stairs";
  if (look.forge) return "forge";
  return look.effects.some(({ does }) => does === "trap") ? "trap" : "ground";
}

function byDistance(here) {
  return (one, other) => distance(one, here) - distance(other, here) || compareCells(one, other);
}
