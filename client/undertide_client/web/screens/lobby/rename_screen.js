/** The screen to choose a name. */

import { MAX_NAME } from "../../generated/schema.js";
import { pop, rename } from "../widgets/actions.js";
import { LineScreen } from "../widgets/line_screen.js";
import { cleanName } from "../widgets/names.js";

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
