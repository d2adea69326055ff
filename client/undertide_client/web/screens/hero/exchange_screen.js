/** The screen to turn essences into one of another sort at a forge (R8). */

import { exchangeWords } from "../../words/item_words.js";
import { fateWords } from "../map/status_bar.js";
import { NOTHING, send, showNote } from "../widgets/actions.js";
import { CountingScreen } from "../widgets/counting_screen.js";

/** Return whether a pack has enough other essences to get one more of an essence at a forge. */
export function canExchange(item, pack) {
  if (!item.essence?.exchange) return false;
  const counts = others(item, pack).map(({ count }) => count);
  return counts.reduce((sum, count) => sum + count, 0) >= item.essence.exchange;
}

/**
 * The essences that the hero can give for one of another sort, and how many of each. It stays open,
 * so that the player can go on. If the server refuses, the player sees the reason.
 */
export class ExchangeScreen extends CountingScreen {
  context = "FORGE";

  constructor(ui, wanted) {
    super(ui);
    this.wanted = wanted;
    this.given = new Map();
    this.asked = false;
  }

  get price() {
    return this.wanted.essence.exchange;
  }

  heading() {
    return `Give ${this.price} for one ${this.wanted.name}:`;
  }

  nothing() {
    return "You carry no other essences.";
  }

  /** Return one line for each essence: how many there are, and how many the hero gives. */
  lines() {
    return this.items().map((item) => row(item, this.count(item)));
  }

  /** Return why the forge refused, the price, and what the essence is. */
  detail(index) {
    const { fate } = this.ui.link;
    const rows = [
      [this.asked && fate.stage === "refused" ? fateWords(fate) : [""]],
      [[exchangeWords(this.wanted.essence), "ink"]],
      [[this.items()[index].description, "soft"]],
    ];
    return rows.filter(([[words]]) => words);
  }

  footer() {
    return this.ui.hints(
      this.context,
      ["MORE", "give one more"],
      ["LESS", "one less"],
      ["CHOOSE", "exchange"],
      ["BACK", "back"],
    );
  }

  /** Change how many the hero gives, exchange them or move in the list. */
  press(key) {
    const { length } = this.items();
    this.choice.hold(length);
    const command = this.ui.command(this.context, key);
    if (command === "MORE" || command === "LESS") {
      if (length) this.change(this.choice.index, command === "MORE" ? 1 : -1);
      return NOTHING;
    }
    return this.command(command, length);
  }

  /** Exchange the essences. With too few of them, tell the player how many it takes. */
  choose() {
    const given = this.items().map((item) => [item.item, this.count(item)]);
    const taken = given.filter(([, count]) => count);
    if (taken.reduce((sum, [, count]) => sum + count, 0) !== this.price) {
      return [showNote(`Choose ${this.price} essences to give first.`)];
    }
    this.given.clear();
    this.asked = true;
    return [send("craft", this.wanted.item, taken)];
  }

  items() {
    return others(this.wanted, this.ui.mirror.pack);
  }

  /** Return how many of a stack the hero gives. */
  count({ item, count }) {
    return Math.min(count, this.given.get(item) ?? 0);
  }

  /** Give more or fewer of a stack, within its number and the price. */
  change(index, by) {
    const items = this.items();
    const stack = items[index];
    const rest = items.filter((each) => each !== stack);
    const elsewhere = rest.reduce((sum, each) => sum + this.count(each), 0);
    const most = Math.min(stack.count, this.price - elsewhere);
    this.given.set(stack.item, Math.max(0, Math.min(most, this.count(stack) + by)));
  }
}

/** Return the essences of other sorts. */
function others(item, pack) {
  return pack.filter((other) => other.essence !== null && other.name !== item.name);
}

function row(item, given) {
  const words = given ? `give ${given} of ${item.count}` : `${item.count} there`;
  const name = [item.name, given ? "bright" : "ink"];
  return [[`${item.glyph} `, item.colour], name, ["  "], [words, "gold"]];
}
