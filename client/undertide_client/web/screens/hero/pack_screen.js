/** The hero's pack. */

import { slotsUsed } from "../../words/item_words.js";
import { push } from "../widgets/actions.js";
import { ItemScreen, useItem } from "./item_screen.js";
import { ItemsScreen } from "./items_screen.js";

/** Everything that the hero carries. A letter or a click opens an item; Enter uses or wears it. */
export class PackScreen extends ItemsScreen {
  verb = "use or wear";

  /** Return the title: how many slots are taken, of how many if the server tells. */
  heading() {
    const size = this.ui.mirror.hero?.pack_size ?? 0;
    const used = slotsUsed(this.items());
    return size ? `Pack (${used} of ${size} slots taken)` : `Pack (${used} slots taken)`;
  }

  choose(index) {
    return useItem(this.ui, this.items()[index]);
  }

  look(index) {
    return [push(new ItemScreen(this.ui, this.items()[index]))];
  }

  /** Open an item, be it the chosen one or not: a tap must not drink anything. */
  point(index) {
    this.choice.index = index;
    return this.look(index);
  }
}
