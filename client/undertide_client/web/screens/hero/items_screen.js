/** Lists of items to choose from: the pack, and parts of it. */

import { effectsWords } from "../../words/effect_words.js";
import { figureRows, itemRow, packLetters, suitsWords, slotsUsed } from "../../words/item_words.js";
import { ListScreen } from "../widgets/list_screen.js";
import { push } from "../widgets/actions.js";
import { ItemScreen, useItem } from "./item_screen.js";

/** A list of items: each with its description and, for gear, how it compares with worn gear. */
export class ItemsScreen extends ListScreen {
  lettered = true;
  /** The slot for the comparison; null means the slot that the gear would take first. */
  slot = null;

  nothing() {
    return "You carry nothing.";
  }

  /** Return the listed items: all that the hero carries. */
  items() {
    return this.ui.mirror.pack;
  }

  /** Return the letter of each item, which it has in every list. */
  letters() {
    const letters = packLetters(this.ui.mirror.pack);
    return this.items().map(({ item }) => letters.get(item));
  }

  lines() {
    return this.items().map(itemRow);
  }

  /** Return an item's description, how gear compares, and whom it suits better. */
  detail(index) {
    const { mirror } = this.ui;
    const item = this.items()[index];
    const rows = [
      [[effectsWords(mirror, item.effects), "ink"]],
      [[item.description, "soft"]],
      [[suitsWords(item, mirror.party), "good"]],
    ];
    const figures = figureRows(item, mirror.pack, this.slot);
    return [...rows.filter(([[words]]) => words), ...figures];
  }
}

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
