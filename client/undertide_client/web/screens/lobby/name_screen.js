/** The first question to a new player: the name, then the calling, and whether to learn first. */

import { TUTORIAL } from "../../generated/catalogue.js";
import { MAX_NAME } from "../../generated/schema.js";
import { CallingScreen } from "../hero/calling_screen.js";
import { home, introduce, push } from "../widgets/actions.js";
import { Writing } from "../widgets/form.js";
import { FormScreen } from "../widgets/form_screen.js";
import { cleanName } from "../widgets/names.js";
import { FirstGameScreen } from "./first_game_screen.js";

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

function begin(name, calling, preset) {
  return [home(), introduce(name, calling, preset)];
}
