/** The run tree beside the map. */

import { onChange } from "../page/dom.js";
import { drawRunMap, places } from "../screens/run/run_map_view.js";

export class TreeView {
  constructor(holder) {
    this.holder = holder;
    this.draw = onChange((branches, here, party) => this.redraw(branches, here, party));
  }

  /** Show a mirror's tree. `tint` returns a colour of the wire as style sheets write it. */
  show(mirror, tint) {
    const heroes = mirror.party
      .filter(({ floor }) => floor > 0)
      .map(({ name, branch, colour }) => ({ name, branch, ink: tint(colour) }));
    const branches = [...mirror.tree.values()].map((each) => ({ ...each, ink: tint(each.colour) }));
    this.draw(branches, mirror.floor?.branch ?? null, heroes);
  }

  redraw(branches, here, party) {
    const tree = new Map(branches.map((branch) => [branch.id, branch]));
    this.holder.replaceChildren(drawRunMap({ tree, here, party }));
    if (tree.has(here)) this.bringIntoView(places(tree).get(here));
  }

  /** Scroll, within the tree's own box, to the floor that the view shows. */
  bringIntoView({ x, y }) {
    this.holder.scrollLeft = x - this.holder.clientWidth / 2;
    this.holder.scrollTop = y - this.holder.clientHeight / 2;
  }
}
