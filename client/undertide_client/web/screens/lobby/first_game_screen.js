/** The last question to a new player: the tutorial, or the game at once. */

import { LEARNING, TUTORIAL } from "../../generated/catalogue.js";
import { ListScreen } from "../widgets/list_screen.js";

/** The preset that the server chooses. */
const HOUSE = "";
const PLAYING = "Begin the whole game at once. The form for a new run offers the tutorial, too.";

/** The choice of a new player's first game. `chosen` maps the chosen preset to actions. */
export class FirstGameScreen extends ListScreen {
  title = "What do you want to play first?";
  verb = "play that";
  lettered = true;

  constructor(ui, chosen) {
    super(ui);
    this.chosen = chosen;
    this.ways = [
      [TUTORIAL, ui.lobby.titleOf(TUTORIAL), LEARNING],
      [HOUSE, "The game", PLAYING],
    ];
  }

  lines() {
    return this.ways.map(([, name]) => [[name]]);
  }

  detail(index) {
    return [[[this.ways[index][2], "soft"]]];
  }

  /** Return the actions that `chosen` gives for the preset at `index`. */
  choose(index) {
    return this.chosen(this.ways[index][0]);
  }
}
