/** The gear that the hero wears (R6). */

import { SLOTS } from "../../generated/catalogue.js";
import { figureRows, itemName } from "../../words/item_words.js";
import { NOTHING, home, push, send } from "../widgets/actions.js";
import { ListScreen } from "../widgets/list_screen.js";
import { ItemsScreen } from "./items_screen.js";

/** The slots and the gear in each. A choice opens the list of gear that fits the slot. */
export class GearScreen extends ListScreen {
  title = "What you wear";
  verb = "change";
  lettered = true;

  lines() {
    return Object.entries(SLOTS).map(([slot, name]) => slotRow(name, wornIn(this.ui, slot)));
  }

  /** Return the figures of the gear in a slot, and how many pieces in the pack would fit. */
  detail(index) {
    const slot = slotAt(index);
    const item = wornIn(this.ui, slot);
    const count = fitting(this.ui, slot).length;
    const text = count ? `${count} in your pack would fit.` : "Nothing in your pack fits.";
    return [...(item ? figureRows(item, this.ui.mirror.pack) : []), [[text, "soft"]]];
  }

  /** Open the list for a slot, unless nothing is worn there and nothing fits. */
  choose(index) {
    const screen = new SlotScreen(this.ui, slotAt(index));
    return screen.items().length ? [push(screen)] : NOTHING;
  }
}

/** The gear in a slot, to take off, and the gear in the pack that could replace it. */
class SlotScreen extends ItemsScreen {
  verb = "wear or take off";

  constructor(ui, slot) {
    super(ui);
    this.slot = slot;
  }

  heading() {
    return `For the slot “${SLOTS[this.slot]}”`;
  }

  /** Return the worn piece first, then the pieces that fit and are not worn. */
  items() {
    const worn = wornIn(this.ui, this.slot);
    return [...(worn ? [worn] : []), ...fitting(this.ui, this.slot)];
  }

  /** Wear the chosen piece in this slot, or take it off if it is worn. */
  choose(index) {
    const { item, slot } = this.items()[index];
    return [home(), slot ? send("doff", item) : send("wear", item, this.slot)];
  }
}

function slotAt(index) {
  return Object.keys(SLOTS)[index];
}

function wornIn(ui, slot) {
  return ui.mirror.pack.find((item) => item.slot === slot);
}

/** Return the pieces in the pack that fit a slot and are not worn. */
function fitting(ui, slot) {
  return ui.mirror.pack.filter((item) => item.slots.includes(slot) && !item.slot);
}

function slotRow(name, item) {
  if (!item) return [[name, "label"], ["free", "faint"]];
  return [[name, "label"], [`${item.glyph} `, item.colour], [itemName(item), "ink"]];
}
