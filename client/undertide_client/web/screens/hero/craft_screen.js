/** The screens to forge gear (R8). */

import { changeRows, essenceWords, itemName } from "../../words/item_words.js";
import { fateWords } from "../map/status_bar.js";
import { NOTHING, home, push, send, showNote } from "../widgets/actions.js";
import { CountingScreen } from "../widgets/counting_screen.js";
import { ExchangeScreen, canExchange } from "./exchange_screen.js";
import { costOf, mostLevel, outlook } from "./forging.js";
import { ItemsScreen } from "./items_screen.js";

/** The list of plain gear that the hero carries but does not wear, and of its essences. */
export class CraftScreen extends ItemsScreen {
  title = "Which plain gear do you work on, or which essence do you want more of?";

  nothing() {
    return "You carry no plain gear that you don't wear.";
  }

  /** Return the gear that the hero can forge, not worn and without affixes, then essences. */
  items() {
    const { pack } = this.ui.mirror;
    const carried = pack.filter(({ slots, slot }) => slots.length && !slot);
    const gear = carried.filter(({ affixes }) => !affixes.length);
    return [...gear, ...pack.filter((item) => canExchange(item, pack))];
  }

  /** Open the list of essences for the chosen piece, or of those to give for an essence. */
  choose(index) {
    const item = this.items()[index];
    const Opened = item.essence === null ? EssencesScreen : ExchangeScreen;
    return [push(new Opened(this.ui, item))];
  }
}

/**
 * The essences that fit a piece, the level of each, and the figures of the result. The screen stays
 * until the piece is forged. If the server refuses, the player sees the reason and can choose
 * again.
 */
class EssencesScreen extends CountingScreen {
  context = "FORGE";

  constructor(ui, piece) {
    super(ui);
    this.plain = piece;
    this.levels = new Map();
    this.asked = false;
  }

  /** The piece as it is now, or as it was if the hero no longer carries it. */
  get piece() {
    return this.ui.mirror.pack.find(({ item }) => item === this.plain.item) ?? this.plain;
  }

  get isForged() {
    return this.piece.affixes.length > 0;
  }

  heading() {
    return this.isForged ? "At the forge" : `Work into the ${this.piece.name}:`;
  }

  /** Name the forged piece, or say that no carried essence fits. */
  nothing() {
    if (this.isForged) return `You have made: ${itemName(this.piece)}.`;
    return "You carry no essence that fits it. Break gear with affixes to get some.";
  }

  /** Return one line per essence: its count, the chosen level, and the cost of that level. */
  lines() {
    return this.chosen().map(row);
  }

  /** Return why the forge refused, the figures of the result, and the essence's effect. */
  detail(index) {
    const chosen = this.chosen();
    const { fate } = this.ui.link;
    const [figures, rounded] = outlook(this.piece, chosen);
    const [item, essence] = chosen[index];
    return [
      ...(this.asked && fate.stage === "refused" ? [[fateWords(fate)]] : []),
      ...changeRows(new Map(this.piece.figures), figures, rounded),
      [[essenceWords(essence), "ink"]],
      [[item.description, "soft"]],
    ];
  }

  footer() {
    if (this.isForged) return this.ui.hints(this.context, ["BACK", "back to the map"]);
    return this.ui.hints(
      this.context,
      ["MORE", "level up"],
      ["LESS", "level down"],
      ["CHOOSE", "forge it"],
      ["BACK", "back"],
    );
  }

  /** Change a level, forge the piece or move in the list. Once it is forged, leave. */
  press(key) {
    const { length } = this.essences();
    this.choice.hold(length);
    const command = this.ui.command(this.context, key);
    if (this.isForged && ["CHOOSE", "BACK"].includes(command)) return [home()];
    if (command === "MORE" || command === "LESS") {
      if (length) this.change(this.choice.index, command === "MORE" ? 1 : -1);
      return NOTHING;
    }
    return this.command(command, length);
  }

  back() {
    return this.isForged ? [home()] : super.back();
  }

  /** Change an essence's level, but not below 0. */
  change(index, by) {
    const [item, , level] = this.chosen()[index];
    this.levels.set(item.item, Math.max(0, level + by));
  }

  /** Return each [item, essence, level], at most the level that its stack can pay for. */
  chosen() {
    return this.essences().map((item) => {
      const { essence } = item;
      const most = mostLevel(item, essence, this.piece.item);
      return [item, essence, Math.min(most, this.levels.get(item.item) ?? 0)];
    });
  }

  /** Forge the piece with all chosen levels. Without any, tell the player to choose one. */
  choose() {
    const taken = this.chosen().filter(([, , level]) => level);
    if (!taken.length) return [showNote("Choose a level for at least one essence first.")];
    this.asked = true;
    const spent = taken.map(([item, essence, level]) => [item.item, costOf(essence, level)]);
    return [send("craft", this.piece.item, spent)];
  }

  essences() {
    if (this.isForged) return [];
    const { item: piece } = this.piece;
    return this.ui.mirror.pack.filter(({ essence }) => essence?.pieces.includes(piece));
  }
}

function row([item, essence, level]) {
  const takes = `level ${level}, takes ${costOf(essence, level)} of ${item.count}`;
  const name = [item.name, level ? "bright" : "ink"];
  const words = [level ? takes : `${item.count} there`, "gold"];
  return [[`${item.glyph} `, item.colour], name, ["  "], words];
}
