/** The first question to a new player: name and calling; and to choose a name anew. */

import { CALLING_MEANING } from "../../generated/catalogue.js";
import { MAX_NAME } from "../../generated/schema.js";
import { home, introduce, pop, rename } from "../widgets/actions.js";
import { Choosing, Writing } from "../widgets/form.js";
import { FormScreen } from "../widgets/form_screen.js";
import { cleanName } from "../widgets/names.js";
import { LineScreen } from "../widgets/line_screen.js";

const MEANING = "Other players see this name. This browser remembers it; the lobby changes it.";

/**
 * A form for the name. To somebody who `plays` it proposes the first calling, if there is a choice.
 */
export class NameScreen extends FormScreen {
  title = "Welcome to Undertide";

  constructor(ui, { plays = true } = {}) {
    const name = new Writing("Your name", MEANING, MAX_NAME, { text: ui.name });
    const { callings } = ui.lobby;
    const calling = plays && callings.length > 1 ? callingLine(callings) : null;
    super(ui, ...[name, calling].filter(Boolean));
    Object.assign(this, { name, calling, plays, verb: plays ? "play" : "go on" });
  }

  /** Begin. Throws BadText if the name is invalid. */
  finish() {
    const calling = this.plays ? (this.calling?.value ?? "") : this.ui.calling;
    return begin(cleanName(this.name.text), calling);
  }
}

function callingLine(callings) {
  const options = callings.map(({ calling, name, description, plays }) => {
    return { value: calling, words: name, help: [description, plays].filter(Boolean).join(" ") };
  });
  return new Choosing("You are a", CALLING_MEANING, options);
}

/** A form for another name, where the server has refused one for a seat. `told` says why. */
export class OtherNameScreen extends FormScreen {
  title = "Choose another name";
  verb = "go on";

  constructor(ui, told, suggested) {
    const name = new Writing("Your name", `${told}. ${MEANING}`, MAX_NAME, { text: suggested });
    super(ui, name);
    this.name = name;
  }

  /** Take the name. Throws BadText if it is invalid. */
  finish() {
    return begin(cleanName(this.name.text), this.ui.calling);
  }
}

/** Return the name to suggest in place of one that somebody else has. */
export function otherName(refused) {
  const [, name, number] = /^(.+) (\d+)$/.exec(refused) ?? [null, refused, "1"];
  const ending = ` ${Number(number) + 1}`;
  return [...name].slice(0, MAX_NAME - ending.length).join("") + ending;
}

function begin(name, calling) {
  return [home(), introduce(name, calling)];
}

/** A line for the name to play under. It starts with the present name. */
export class RenameScreen extends LineScreen {
  prompt = "Your name:";

  constructor(ui) {
    super(ui, MAX_NAME, ui.name);
  }

  /** Take the typed name. Throws BadText if it is invalid. */
  finish(text) {
    return [pop(), rename(cleanName(text))];
  }
}
