/** The screen to look around. */

import { pop } from "../widgets/actions.js";
import { CursorScreen } from "./cursor_screen.js";
import { distinct, foesInSight, sights } from "./routes.js";

/**
 * A cursor that describes the cell under it. A choice ends the look. The cursor starts at the
 * nearest foe, else at the nearest item or hero on the map, and at the player's own hero if there
 * is nothing else. `start` overrides that.
 */
export class LookScreen extends CursorScreen {
  title = "Look";
  verb = "done";

  constructor(ui, start = null) {
    super(ui, start ?? ofInterest(ui)[0]);
  }

  /** Return the cells of foes, then of everything else on the map, each nearest first. */
  stops() {
    return ofInterest(this.ui);
  }

  /** Close the screen. */
  choose() {
    return [pop()];
  }
}

function ofInterest({ mirror }) {
  return distinct([...foesInSight(mirror), ...sights(mirror)]).map(([x, y]) => ({ x, y }));
}
