/** The drawing of the run tree: floors that were entered or lie ahead, and where heroes are. */

import { below, columns } from "../../model/tree.js";
import { drawn } from "../../page/dom.js";

/** Pixels from a floor to its neighbour and to those below it, and from the edge to the first. */
const PITCH = 112;
const STOREY = 52;
const EDGE = 60;
const TOP = 18;
/** Pixels from the line of a floor's name to where the lines down begin: below who is there. */
const UNDER_NAME = 6;
const UNDER_HEROES = 20;
/** Pixels between two heroes under a floor, and how many have room there. */
const STEP = 11;
const MOST_HEROES = 8;
/** Characters of a floor's name that there is room for. */
const WIDEST = 15;
/** Half the sides of the area that takes a click on a floor, in pixels: a finger's width. */
const REACH = { x: 54, y: 22 };

/** Return the heroes on a floor of the run. */
export function heroesOn({ party }, branch) {
  return party.filter((one) => one.branch === branch && one.floor > 0);
}

/** Return where each floor's name stands, {x, y} by the floor's id, in pixels. */
export function places(tree) {
  const across = columns(tree);
  const at = ({ id, depth }) => ({ x: EDGE + across.get(id) * PITCH, y: TOP + depth * STOREY });
  return new Map([...tree.values()].map((branch) => [branch.id, at(branch)]));
}

/**
 * Return the tree as a picture. `here` is the floor that the view shows, `chosen` the marked one or
 * null. Branches and heroes of `party` have their `ink`, a colour of the style sheet. Where
 * `onChoose` is given, it is called with the id of a floor that is clicked.
 */
export function drawRunMap({ tree, here, party, chosen = null, onChoose = null }) {
  const spots = places(tree);
  const [lowest, rightmost] = [most(spots, "y"), most(spots, "x")];
  const size = { width: rightmost + EDGE, height: lowest + TOP + 8 };
  const picture = drawn("svg", { ...size, role: "img", "aria-label": words(tree, here) });
  for (const [id, forks] of below(tree)) {
    const start = party.some(({ branch }) => branch === id) ? UNDER_HEROES : UNDER_NAME;
    for (const fork of forks) picture.append(line(spots.get(id), spots.get(fork), start));
  }
  for (const branch of tree.values()) {
    const there = party.filter((one) => one.branch === branch.id);
    const spot = spots.get(branch.id);
    if (onChoose) picture.append(area(branch, spot, branch.id === chosen, onChoose));
    picture.append(label(branch, spot, branch.id === here), ...signs(there, spot));
  }
  return picture;
}

function most(spots, side) {
  return Math.max(EDGE * Number(side === "x"), ...[...spots.values()].map((spot) => spot[side]));
}

/** Return the tree in words, for those who can't see it. */
function words(tree, here) {
  const entered = [...tree.values()].filter(({ visited }) => visited).length;
  const at = tree.get(here);
  const there = at ? ` This view shows floor ${at.depth + 1}, ${at.name}.` : "";
  return `The floors of the run: ${entered} entered, ${tree.size - entered} ahead.${there}`;
}

function line(from, to, start) {
  const middle = (from.y + to.y) / 2 + 4;
  const path = `M${from.x} ${from.y + start} V${middle} H${to.x} V${to.y - 13}`;
  return drawn("path", { d: path, class: "fork" });
}

/** Return the area of a floor that takes clicks; it shows which floor is marked. */
function area({ id }, { x, y }, isChosen, onChoose) {
  const corner = { x: x - REACH.x, y: y - REACH.y, rx: 6 };
  const size = { width: 2 * REACH.x, height: 2 * REACH.y };
  const made = drawn("rect", { ...corner, ...size, class: isChosen ? "area chosen" : "area" });
  made.addEventListener("click", () => onChoose(id));
  return made;
}

function label({ name, glyph, ink, visited, depth }, { x, y }, here) {
  const kind = here ? "floor here" : visited ? "floor" : "floor ahead";
  const sign = drawn("tspan", { fill: ink }, glyph);
  const short = [...name].slice(0, WIDEST).join("");
  const shown = here ? ["[", sign, ` ${short}]`] : [sign, ` ${short}`];
  const text = drawn("text", { x, y, class: kind, "text-anchor": "middle" }, ...shown);
  const state = visited ? "" : ", not entered yet";
  text.append(drawn("title", {}, `Floor ${depth + 1}: ${name}${state}`));
  return text;
}

/** Return the signs of the heroes on a floor, under its name. */
function signs(heroes, { x, y }) {
  const shown = heroes.slice(0, MOST_HEROES);
  const first = x - ((shown.length - 1) * STEP) / 2;
  return shown.map(({ name, ink }, index) => {
    const place = { x: first + index * STEP, y: y + 15, fill: ink, class: "hero" };
    return drawn("text", { ...place, "text-anchor": "middle" }, "@", drawn("title", {}, name));
  });
}
