/** The page that tells what surrounds the hero. */

import { PageScreen } from "../widgets/page_screen.js";
import { surroundings } from "./surroundings.js";

/** The surroundings in sentences, which change as they do. */
export class SurroundingsScreen extends PageScreen {
  title = "Your surroundings";

  rows() {
    return surroundings(this.ui.mirror).map((text) => [[text]]);
  }
}
