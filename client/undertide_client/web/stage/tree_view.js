/** The run tree, drawn: which floors were entered, which lie ahead, and who is where. */

import { css, legible, rgb } from "../page/colours.js";
import { drawn, onChange } from "../page/dom.js";
import { below, columns } from "../model/tree.js";

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

export class TreeView {
  constructor(holder) {
    this.holder = holder;
    this.draw = onChange((branches, here, party) => this.redraw(branches, here, party));
  }

  /** Show a mirror's tree. */
  show(mirror, adapt) {
    const tint = (colour) => css(adapt(legible(rgb(colour))));
    const heroes = mirror.party
      .filter(({ floor }) => floor > 0)
      .map(({ name, branch, colour }) => ({ name, branch, ink: tint(colour) }));
    const branches = [...mirror.tree.values()].map((each) => ({ ...each, ink: tint(each.colour) }));
    this.draw(branches, mirror.floor?.branch ?? null, heroes);
  }

  redraw(branches, here, party) {
    const tree = new Map(branches.map((branch) => [branch.id, branch]));
    const across = columns(tree);
    const place = (id) => ({
      x: EDGE + across.get(id) * PITCH,
      y: TOP + tree.get(id).depth * STOREY,
    });
    const width = 2 * EDGE + Math.max(0, ...across.values()) * PITCH;
    const height = 2 * TOP + 8 + STOREY * Math.max(0, ...branches.map(({ depth }) => depth));
    const picture = drawn("svg", { width, height, role: "img", "aria-label": words(tree, here) });
    for (const [id, forks] of below(tree)) {
      const start = party.some(({ branch }) => branch === id) ? UNDER_HEROES : UNDER_NAME;
      for (const fork of forks) picture.append(line(place(id), place(fork), start));
    }
    for (const branch of branches) {
      const there = party.filter((one) => one.branch === branch.id);
      const spot = place(branch.id);
      picture.append(label(branch, spot, branch.id === here), ...signs(there, spot));
    }
    this.holder.replaceChildren(picture);
    if (tree.has(here)) this.bringIntoView(place(here));
  }

  /** Scroll, within the tree's own box, to the floor that the view shows. */
  bringIntoView({ x, y }) {
    this.holder.scrollLeft = x - this.holder.clientWidth / 2;
    this.holder.scrollTop = y - this.holder.clientHeight / 2;
  }
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
