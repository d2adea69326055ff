/** The first questions to a new player, name, calling and first game; and to choose a name anew. */

import { TUTORIAL, LEARNING } from "../../generated/catalogue.js";
import { MAX_NAME } from "../../generated/schema.js";
import { CallingScreen } from "../hero/calling_screen.js";
import { home, introduce, push, pop, rename } from "../widgets/actions.js";
import { DealsScreen, deal } from "../widgets/deals_screen.js";
import { Writing } from "../widgets/form.js";
import { FormScreen } from "../widgets/form_screen.js";
import { cleanName } from "../widgets/names.js";
import { LineScreen } from "../widgets/line_screen.js";

const MEANING = "Other players see this name. This browser remembers it; the lobby changes it.";

/**
 * A form for the name. For somebody who `plays`, the list of callings follows. With
 * `offersTutorial` the choice between the tutorial and the game comes last, if the server has the
 * tutorial.
 */
export class NameScreen extends FormScreen {
  title = "Welcome to Undertide";
  verb = "go on";

  constructor(ui, { plays = true, offersTutorial = false } = {}) {
    const name = new Writing("Your name", MEANING, MAX_NAME, { text: ui.name });
    super(ui, name);
    this.name = name;
    this.plays = plays;
    this.offersTutorial = offersTutorial && ui.lobby.presets.includes(TUTORIAL);
  }

  /** Ask for the calling, if there is a choice. Throws BadText if the name is invalid. */
  finish() {
    const name = cleanName(this.name.text);
    if (!this.plays) return begin(name, this.ui.calling, "");
    if (this.ui.lobby.callings.length < 2) return this.goOn(name, "");
    return [push(new CallingScreen(this.ui, (calling) => this.goOn(name, calling)))];
  }

  /** Offer the tutorial if that is to be done, and else begin. */
  goOn(name, calling) {
    if (!this.offersTutorial) return begin(name, calling, "");
    const chosen = (preset) => begin(name, calling, preset);
    return [push(new FirstGameScreen(this.ui, chosen))];
  }
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
    return begin(cleanName(this.name.text), this.ui.calling, "");
  }
}

/** Return the name to suggest in place of one that somebody else has. */
export function otherName(refused) {
  const [, name, number] = /^(.+) (\d+)$/.exec(refused) ?? [null, refused, "1"];
  const ending = ` ${Number(number) + 1}`;
  return [...name].slice(0, MAX_NAME - ending.length).join("") + ending;
}

function begin(name, calling, preset) {
  return [home(), introduce(name, calling, preset)];
}

/** The preset that the server chooses. */
const HOUSE = "";
const PLAYING = "Begin the whole game at once. The form for a new run offers the tutorial, too.";

/** The choice of a new player's first game. `chosen` maps the chosen preset to actions. */
export class FirstGameScreen extends DealsScreen {
  title = "What do you want to play first?";
  verb = "play that";

  constructor(ui, chosen) {
    super(ui);
    this.chosen = chosen;
  }

  get deals() {
    return [
      deal(this.ui.lobby.titleOf(TUTORIAL), LEARNING, this.chosen(TUTORIAL)),
      deal("The game", PLAYING, this.chosen(HOUSE)),
    ];
  }
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
