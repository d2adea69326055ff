/** The question before a step into known harm, where time waits for the player. */

import { NOTHING, push, send } from "../widgets/actions.js";
import { ConfirmScreen } from "../widgets/confirm_screen.js";
import { inTurns } from "../../words/time_words.js";
import { harmAt, harmWords } from "./harm.js";
import { ownCell } from "./routes.js";

/** A question. The key of the step is no answer to it, since the player may still hold it. */
export class HarmScreen extends ConfirmScreen {
  constructor(ui, place, move, key) {
    const isAnswer = ui.command("WARNING", key) === "YES";
    const how = isAnswer ? ` Press ${key.toUpperCase()} to step there.` : "";
    const text = harmWords(ui.mirror, place) + how;
    super(ui, "Step into harm?", text, "step there", [send(...move)]);
    this.key = key;
  }

  /** Take the step, or go back. */
  press(key) {
    return key === this.key ? NOTHING : super.press(key);
  }

  /** Return the hints, each with a key that is an answer. */
  footer() {
    const fit = (key) => (key === this.key ? key.toUpperCase() : key);
    return super.footer().map(({ key, words }) => ({ key: fit(key), words }));
  }
}

/**
 * Take a step, ["move", dx, dy], or first ask about it if it leads into known harm in turns. `key`
 * is the key of the step, if a key asked for it.
 */
export function step(ui, move, key = "") {
  const here = ownCell(ui.mirror);
  if (here === null || !inTurns(ui.mirror)) return [send(...move)];
  const [, dx, dy] = move;
  const place = harmAt(ui.mirror, here, [here[0] + dx, here[1] + dy]);
  return place ? [push(new HarmScreen(ui, place, move, key))] : [send(...move)];
}
