/** Lists of items to choose from: the pack, and parts of it. */

import { effectsWords } from "../../words/effect_words.js";
import { figureRows, itemRow, packLetters, suitsWords } from "../../words/item_words.js";
import { ListScreen } from "../widgets/list_screen.js";

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
