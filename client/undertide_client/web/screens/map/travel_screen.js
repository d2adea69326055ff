/** The screen to choose a destination. */

import { note, pop, send } from "../widgets/actions.js";
import { intentToCompanion } from "./companions.js";
import { CursorScreen } from "./cursor_screen.js";
import { distinct, knownStairs, sights } from "./routes.js";

/** A cursor that sends the hero to the chosen cell. */
export class TravelScreen extends CursorScreen {
  title = "Travel";

  /** Return all known stairs, then everything else on the map. */
  stops() {
    const { mirror } = this.ui;
    const stairs = [...knownStairs(mirror, "down"), ...knownStairs(mirror, "up")];
    return distinct([...stairs, ...sights(mirror)]).map(([x, y]) => ({ x, y }));
  }

  /** Travel to the cell, if it is known and walkable, or to the companion there. */
  choose() {
    const { mirror } = this.ui;
    const { x, y } = this.cell;
    const companion = intentToCompanion(mirror, [x, y]);
    if (companion !== null) return [pop(), send(...companion)];
    const look = mirror.lookAt(x, y);
    if (!look) return [pop(), note("You know no way to a place that nobody has seen.")];
    if (!look.walkable) return [pop(), note(`You can't walk into a ${look.name}.`)];
    return [pop(), send("travel", x, y)];
  }
}
