/** One item, and every action with it. */

import { SLOTS } from "../../generated/catalogue.js";
import { element } from "../../page/dom.js";
import { effectsWords } from "../../words/effect_words.js";
import { essenceWords, figureRows, itemName, suitsWords } from "../../words/item_words.js";
import { Aim } from "../map/blast_area.js";
import { TargetScreen } from "../map/target_screen.js";
import { NOTHING, home, pop, push, send, showNote } from "../widgets/actions.js";
import { fillRow, fillRows } from "../widgets/rows.js";
import { Screen } from "../widgets/screen.js";
import { give } from "./give_screen.js";
import { trade } from "./trade_screen.js";

/** An item's description and figures, and a button for each of its actions. */
export class ItemScreen extends Screen {
  context = "ITEM";
  style = "item";

  constructor(ui, item) {
    super(ui);
    this.item = item;
  }

  heading() {
    return itemName(this.item);
  }

  footer() {
    return this.ui.hints(this.context, ...actionsOf(this.item), ["BACK", "back"]);
  }

  build(body) {
    this.sign = element("p", "sign");
    this.about = element("div");
    body.append(this.sign, this.about);
  }

  update() {
    fillRow(this.sign, [[this.item.glyph, this.item.colour]], this.ui.adapt);
    fillRows(this.about, about(this.ui.mirror, this.item), this.ui.adapt);
  }

  /** Do the chosen action with the item, or go back. */
  press(key) {
    const command = this.ui.command(this.context, key);
    if (command === "BACK") return [pop()];
    const offered = actionsOf(this.item).some(([each]) => each === command);
    if (!Object.hasOwn(ACTIONS, command) || !(offered || command === "USE")) return NOTHING;
    return ACTIONS[command](this.ui, this.item);
  }
}

/**
 * Return the actions for an item's main use. Gear is worn or taken off. Anything else is used,
 * after the player aims if it needs a target.
 */
export function useItem(ui, item) {
  if (item.slot) return [home(), send("doff", item.item)];
  if (item.slots.length) return [home(), send("wear", item.item)];
  if (!item.usable) return [showNote("You can only carry this.")];
  if (item.target === "cell") {
    const aim = new Aim(item.name, item.radius, (cell) => ["use", item.item, ...cell]);
    return [home(), push(new TargetScreen(ui, aim))];
  }
  return [home(), send("use", item.item)];
}

const ACTIONS = {
  USE: useItem,
  WEAR: useItem,
  DOFF: useItem,
  DROP: (_ui, { item }) => [home(), send("drop", item)],
  GIVE: give,
  TRADE: trade,
  BREAK: (_ui, { item }) => [home(), send("break", item)],
  SELL: (_ui, { item }) => [home(), send("sell", item)],
};

/** Return the commands that make sense for an item, with their hints. */
function actionsOf(item) {
  const actions = [];
  if (item.slot) actions.push(["DOFF", "take off"]);
  else if (item.slots.length) actions.push(["WEAR", "wear"]);
  else if (item.usable) actions.push(["USE", "use"]);
  actions.push(["DROP", "drop"], ["GIVE", "give"]);
  if (!item.slot) actions.push(["TRADE", "trade"]);
  if ((item.affixes.length || item.scrap) && !item.slot) actions.push(["BREAK", "break"]);
  if (item.offer) actions.push(["SELL", "sell"]);
  return actions;
}

/** Return the text about an item: description, slots, figures, affixes and essence. */
function about(mirror, item) {
  const rows = [
    [item.description, "ink"],
    [effectsWords(mirror, item.effects), "bright"],
    [slotWords(item), "gold"],
  ];
  const more = [
    [affixWords(item), "soft"],
    [suitsWords(item, mirror.party), "good"],
    [goldWords(item), "soft"],
    [item.essence === null ? "" : essenceWords(item.essence), "soft"],
  ];
  return [...worded(rows), ...figureRows(item, mirror.pack), ...worded(more)];
}

/** Return each text that isn't empty as a row. */
function worded(spans) {
  return spans.filter(([words]) => words).map((span) => [span]);
}

function slotWords(item) {
  if (item.slot) return `worn: ${SLOTS[item.slot]}`;
  const where = item.slots.map((slot) => SLOTS[slot]).join(" or ");
  return where && `goes on: ${where}`;
}

function affixWords({ affixes }) {
  const parts = affixes.map(([name, level]) => `${name} ${level}`).join(", ");
  return parts && `Worked into it: ${parts}.`;
}

function goldWords({ scrap, offer }) {
  const words = [];
  if (scrap) words.push(`Breaking it gives ${scrap} gold.`);
  if (offer) words.push(`The trader next to you pays ${offer} gold.`);
  return words.join(" ");
}
