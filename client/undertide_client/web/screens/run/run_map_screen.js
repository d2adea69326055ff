/** The map of the run. */

import { DIRECTIONS } from "../../generated/commands.js";
import { below, columns } from "../../model/tree.js";
import { css, readable, rgb } from "../../page/colours.js";
import { element, onChange, say } from "../../page/dom.js";
import { branchWords } from "../../words/words.js";
import { intentTowards } from "../map/routes.js";
import { NOTHING, pop, send, showNote } from "../widgets/actions.js";
import { fillRow } from "../widgets/rows.js";
import { Screen } from "../widgets/screen.js";
import { drawRunMap, heroesOn, places } from "./run_map_view.js";

/** The run tree with one floor marked. Its choice sends the hero towards that floor. */
export class RunMapScreen extends Screen {
  context = "RUN_MAP";
  title = "The run";
  style = "run-map";

  constructor(ui) {
    super(ui);
    this.chosen = 0;
    this.choosePresent();
    this.redraw = onChange((...shown) => this.drawTree(...shown));
  }

  build(body) {
    this.subtitle = element("p", "ink-gold");
    this.holder = element("div", "tree");
    this.holder.tabIndex = 0;
    this.holder.setAttribute("role", "application");
    this.holder.setAttribute("aria-label", "The floors of the run: the arrows move");
    this.facts = element("p");
    this.facts.setAttribute("aria-live", "polite");
    this.heroes = element("p");
    body.append(this.subtitle, this.holder, this.facts, this.heroes);
  }

  focused() {
    return this.holder;
  }

  footer() {
    const pairs = [["CHOOSE", "set out"], ["NEXT", "next hero"], ["RECENTRE", "here"]];
    return this.ui.hints(this.context, ...pairs, ["BACK", "back"]);
  }

  // --- showing ---------------------------------------------------------------------------------

  update() {
    this.hold();
    const { mirror, adapt } = this.ui;
    const tint = (colour) => css(adapt(readable(rgb(colour))));
    const branches = [...mirror.tree.values()].map((each) => ({ ...each, ink: tint(each.colour) }));
    const party = mirror.party
      .filter(({ floor }) => floor > 0)
      .map(({ name, branch, colour }) => ({ name, branch, ink: tint(colour) }));
    say(this.subtitle, mirror.subtitle);
    this.redraw(branches, mirror.floor?.branch ?? null, party, this.chosen);
    this.tellChosen();
  }

  drawTree(branches, here, party, chosen) {
    const tree = new Map(branches.map((branch) => [branch.id, branch]));
    if (!tree.size) {
      this.holder.replaceChildren("Nobody knows this run yet.");
      return;
    }
    const onChoose = (id) => this.perform(this.point(id));
    this.holder.replaceChildren(drawRunMap({ tree, here, party, chosen, onChoose }));
    const { x, y } = places(tree).get(chosen);
    this.holder.scrollLeft = x - this.holder.clientWidth / 2;
    this.holder.scrollTop = y - this.holder.clientHeight / 2;
  }

  /** Tell the facts about the marked floor, and its heroes. */
  tellChosen() {
    const { mirror, adapt } = this.ui;
    const branch = mirror.tree.get(this.chosen);
    if (branch === undefined) return;
    const words = `${branchWords(mirror, branch)}, floor ${branch.depth + 1}`;
    fillRow(this.facts, [[`${branch.glyph} `, branch.colour], [words, "bright"]], adapt);
    const heroes = heroesOn(mirror, branch.id).map(({ name, colour }) => [`@ ${name}  `, colour]);
    fillRow(this.heroes, heroes, adapt);
  }

  // --- input -----------------------------------------------------------------------------------

  /** Move along the tree, set out, or go back. */
  press(key) {
    this.hold();
    const command = this.ui.command(this.context, key);
    if (command === "BACK") return this.back();
    if (command === "CHOOSE") return this.setOut();
    if (command === "WEST" || command === "EAST") this.chooseBeside(DIRECTIONS[command][0]);
    else MOVES[command]?.(this);
    return NOTHING;
  }

  /** Mark a floor; where it is marked already, set out. */
  point(id) {
    if (this.chosen === id) return this.setOut();
    this.chosen = id;
    return NOTHING;
  }

  /** Mark a floor that exists. */
  hold() {
    if (!this.ui.mirror.tree.has(this.chosen)) this.choosePresent();
  }

  choosePresent() {
    const { tree, floor } = this.ui.mirror;
    const here = floor?.branch ?? 0;
    this.chosen = tree.has(here) ? here : (tree.keys().next().value ?? 0);
  }

  chooseAbove() {
    const { tree } = this.ui.mirror;
    const above = tree.get(this.chosen)?.parent;
    if (tree.has(above)) this.chosen = above;
  }

  /** Mark a floor below, preferably an entered one. */
  chooseBelow() {
    const { tree } = this.ui.mirror;
    const children = below(tree).get(this.chosen) ?? [];
    this.chosen = children.find((id) => tree.get(id).visited) ?? children[0] ?? this.chosen;
  }

  /** Mark the next floor of the same depth to the left (-1) or to the right (1). */
  chooseBeside(step) {
    const { tree } = this.ui.mirror;
    const across = columns(tree);
    const depth = tree.get(this.chosen)?.depth;
    const gap = (id) => (across.get(id) - across.get(this.chosen)) * step;
    const beside = [...tree.keys()].filter((id) => tree.get(id).depth === depth && gap(id) > 0);
    beside.sort((one, other) => gap(one) - gap(other));
    this.chosen = beside[0] ?? this.chosen;
  }

  chooseNextWithHeroes() {
    const { mirror } = this.ui;
    const peopled = [...mirror.tree.keys()].filter((id) => heroesOn(mirror, id).length);
    if (peopled.length) {
      this.chosen = peopled[(peopled.indexOf(this.chosen) + 1) % peopled.length];
    }
  }

  /** Go to the stairs that lead towards the marked floor, or take them. */
  setOut() {
    const { mirror, spectating } = this.ui;
    if (spectating || mirror.floor === null || mirror.floor.branch === this.chosen) return NOTHING;
    const intent = intentTowards(mirror, this.chosen);
    if (intent === null) return [pop(), showNote("You know of no stairs here that lead there.")];
    return [pop(), send(...intent)];
  }
}

/** Commands that mark another floor. */
const MOVES = {
  RECENTRE: (screen) => screen.choosePresent(),
  NEXT: (screen) => screen.chooseNextWithHeroes(),
  NORTH: (screen) => screen.chooseAbove(),
  SOUTH: (screen) => screen.chooseBelow(),
};
