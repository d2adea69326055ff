/** The choice of a companion to follow, and the way to the party. */

import { pop, push, send, showNote } from "../widgets/actions.js";
import { ListScreen } from "../widgets/list_screen.js";
import { companionsToFollow, intentToParty, wayWords } from "./companions.js";

/** The companions on this floor, nearest first, if there are several. */
export class FollowScreen extends ListScreen {
  title = "Follow…";
  verb = "follow";
  lettered = true;

  /** Return the text for when all of them have left the floor. */
  nothing() {
    return "No companion stands on this floor.";
  }

  /** Return one line per companion, with where it is. */
  lines() {
    const { mirror } = this.ui;
    return companionsToFollow(mirror).map((one) => [
      ["@ ", one.colour],
      [`${one.name} `],
      [wayWords(mirror, one.seat), "soft"],
    ]);
  }

  /** Follow the chosen companion. */
  choose(index) {
    const { seat } = companionsToFollow(this.ui.mirror)[index];
    return [pop(), send("accompany", seat)];
  }
}

/** Return the actions that follow a companion. If there are several, ask which. */
export function follow(ui) {
  const companions = companionsToFollow(ui.mirror);
  if (!companions.length) return [showNote("No companion stands on this floor.")];
  if (companions.length === 1) return [send("accompany", companions[0].seat)];
  return [push(new FollowScreen(ui))];
}

/** Return the actions that lead to the party, on this floor or on another. */
export function regroup(ui) {
  const found = intentToParty(ui.mirror);
  return typeof found === "string" ? [showNote(found)] : [send(...found)];
}
