/** The screens to trade with a companion within reach (R17). */

import { NOBODY_NEAR, NOTHING_OFFERED, OFFERED, TRADE_OVER } from "../../generated/catalogue.js";
import { figureRows, itemName, consentWords, offerWords } from "../../words/item_words.js";
import { nameOfSeat } from "../../words/words.js";
import { fateWords } from "../map/status_bar.js";
import { NOTHING, pop, push, send, showNote } from "../widgets/actions.js";
import { CountingScreen } from "../widgets/counting_screen.js";
import { ListScreen } from "../widgets/list_screen.js";
import { companionRow, withinReach } from "./give_screen.js";

/** The id that stands for gold among the things to offer: the pack gives none below 1. */
const GOLD = 0;

/** The companions with whom the hero can trade, if there are several. */
class PartnerScreen extends ListScreen {
  title = "Trade with…";
  verb = "trade";
  lettered = true;

  constructor(ui, item) {
    super(ui);
    this.item = item;
  }

  nothing() {
    return NOBODY_NEAR;
  }

  lines() {
    return partners(this.ui).map(companionRow);
  }

  choose(index) {
    const { seat } = partners(this.ui)[index];
    return [pop(), push(new TradeScreen(this.ui, seat, this.item))];
  }
}

/**
 * What the hero offers, line by line, and below it what the companion offers. Enter sends the
 * offer, and another key accepts what both offer, so that nobody accepts by pressing Enter twice.
 * The trade stays open when the player leaves the screen.
 */
export class TradeScreen extends CountingScreen {
  context = "TRADE";

  constructor(ui, seat, item = null) {
    super(ui);
    this.seat = seat;
    this.wasOpen = false;
    this.asked = false;
    const { trade: table } = ui.mirror;
    this.offer = table === null ? new Map() : offered(table);
    if (item !== null && !item.slot && !this.offer.has(item.item)) this.offer.set(item.item, 1);
  }

  /** The open trade; null before it begins and after it ended. */
  get table() {
    const { trade: table } = this.ui.mirror;
    this.wasOpen ||= table !== null;
    return table;
  }

  get isOver() {
    return this.table === null && this.wasOpen;
  }

  get name() {
    return nameOfSeat(this.ui.mirror, this.seat);
  }

  heading() {
    return `Trade with ${this.name}: what do you offer?`;
  }

  nothing() {
    return TRADE_OVER;
  }

  /** Return a line for gold and one for each thing that the hero doesn't wear. */
  lines() {
    if (this.isOver) return [];
    const gold = [["$ ", "gold"], ["gold", "ink"], ["  "], this.countWords(GOLD)];
    const things = this.items().map((item) => [
      [`${item.glyph} `, item.colour],
      [itemName(item), "ink"],
      ["  "],
      this.countWords(item.item),
    ]);
    return [gold, ...things];
  }

  /** Return what the companion offers, how its gear compares, and who accepts. */
  detail() {
    const { table } = this;
    const rows = [[[offerWords(this.name, table), "ink"]]];
    for (const item of table?.gets ?? []) rows.push(...figureRows(item, this.ui.mirror.pack));
    rows.push([[consentWords(this.name, table, table === null || this.isChanged), "gold"]]);
    const { fate } = this.ui.link;
    if (this.asked && fate.stage === "refused") rows.push([fateWords(fate)]);
    return rows;
  }

  footer() {
    if (this.isOver) return this.ui.hints(this.context, ["BACK", "back"]);
    const pairs = [["MORE", "offer more"], ["LESS", "less"]];
    pairs.push(this.isChanged ? ["CHOOSE", "offer this"] : ["ACCEPT", "accept"]);
    if (this.table !== null) pairs.push(["END_TRADE", "end it"]);
    return this.ui.hints(this.context, ...pairs, ["BACK", "back"]);
  }

  /** Change what the hero offers, send it, accept, end the trade or move in the list. */
  press(key) {
    if (this.isOver) return [pop()];
    const ids = this.ids();
    this.choice.hold(ids.length);
    const chosen = ids[this.choice.index];
    if (/^\d$/.test(key) || key === "backspace") {
      this.type(chosen, key);
      return NOTHING;
    }
    return this.obey(this.ui.command(this.context, key), ids.length);
  }

  obey(command, count) {
    const { index } = this.choice;
    if (command === "MORE") this.change(index, 1);
    else if (command === "LESS") this.change(index, -1);
    else if (command === "ACCEPT") return this.accept();
    else if (command === "END_TRADE") {
      return this.table === null ? NOTHING : [pop(), send("withdraw")];
    } else if (command !== null) return this.command(command, count);
    return NOTHING;
  }

  /** Send the offer, if it has changed. */
  choose() {
    this.asked = true;
    const items = this.ids().filter((each) => each !== GOLD && this.count(each));
    if (!this.isChanged) {
      return [showNote(items.length || this.count(GOLD) ? OFFERED : NOTHING_OFFERED)];
    }
    const counts = items.map((each) => [each, this.count(each)]);
    return [send("trade", this.seat, counts, this.count(GOLD))];
  }

  /** Accept what both offer, if the player's own offer was sent. */
  accept() {
    this.asked = true;
    const { table } = this;
    if (table === null || this.isChanged) return [showNote("Send your offer first.")];
    if (table.accepts) return [showNote(`You accept already: ${this.name} has to accept, too.`)];
    return [send("accept", table.number)];
  }

  items() {
    return this.ui.mirror.pack.filter(({ slot }) => !slot);
  }

  /** Return the ids of all lines. */
  ids() {
    return [GOLD, ...this.items().map(({ item }) => item)];
  }

  /** Return how much of a thing the hero has. */
  most(chosen) {
    if (chosen === GOLD) return this.ui.mirror.hero?.gold ?? 0;
    return this.items().find(({ item }) => item === chosen)?.count ?? 0;
  }

  /** Return how much of a thing the hero would offer. */
  count(chosen) {
    return Math.min(this.most(chosen), this.offer.get(chosen) ?? 0);
  }

  change(index, by) {
    const chosen = this.ids()[index];
    this.set(chosen, this.count(chosen) + by);
  }

  set(chosen, count) {
    this.offer.set(chosen, Math.max(0, Math.min(this.most(chosen), count)));
  }

  /**
   * Add a digit to the count of a thing, or remove the last one. A digit that would make it more
   * than the hero has begins a new number.
   */
  type(chosen, key) {
    const count = this.count(chosen);
    if (key === "backspace") {
      this.set(chosen, Math.floor(count / 10));
      return;
    }
    const longer = 10 * count + Number(key);
    this.set(chosen, longer <= this.most(chosen) ? longer : Number(key));
  }

  /** Whether the server doesn't have the present offer yet. */
  get isChanged() {
    const { table } = this;
    if (table === null) return true;
    const there = offered(table);
    return this.ids().some((each) => this.count(each) !== (there.get(each) ?? 0));
  }

  countWords(chosen) {
    const [count, most] = [this.count(chosen), this.most(chosen)];
    return count ? [`${count} of ${most}`, "bright"] : [`of ${most}`, "soft"];
  }
}

/**
 * Return the actions that open a trade, the one under way if there is one. An item is offered in it
 * at once. If several companions are near, ask for one.
 */
export function trade(ui, item = null) {
  const { trade: table } = ui.mirror;
  if (table !== null) return [push(new TradeScreen(ui, table.seat, item))];
  const near = partners(ui);
  if (!near.length) return [showNote(NOBODY_NEAR)];
  if (near.length === 1) return [push(new TradeScreen(ui, near[0].seat, item))];
  return [push(new PartnerScreen(ui, item))];
}

/** Return the companions with whom the hero can trade now. */
function partners(ui) {
  return withinReach(ui).filter(({ state, dies_in: ticks }) => state === "alive" && ticks <= 0);
}

/** Return what the hero offers in a trade, by the ids of the things. */
function offered(table) {
  return new Map([...table.gives, [GOLD, table.gives_gold]]);
}
