/** The screen to search what was seen, and to travel there. */

import { MAX_WORD } from "../../generated/schema.js";
import { isConverting } from "../../keys/key_events.js";
import { element } from "../../page/dom.js";
import { bearingWords } from "../../words/bearings.js";
import { NOTHING, pop, send, showNote } from "../widgets/actions.js";
import { ListScreen } from "../widgets/list_screen.js";
import { focusOf, intentTowards, ownCell } from "./routes.js";
import { nameWords, otherFloorWords, search, walkable } from "./search.js";

/** Keys that move along the list while the player writes. */
const MOVES = { ArrowUp: "up", ArrowDown: "down", PageUp: "pageup", PageDown: "pagedown" };

/** A word to write, and what was seen that fits it: here first, then on other floors. */
export class SearchScreen extends ListScreen {
  title = "Search what you have seen";
  verb = "go there";
  context = "FORM";
  style = "list search";

  /** Return the text of an empty list. */
  nothing() {
    return "You have seen nothing like that.";
  }

  get results() {
    return search(this.ui.mirror, this.input.value);
  }

  build(body) {
    this.input = element("input");
    this.input.maxLength = MAX_WORD;
    this.input.autocomplete = "off";
    this.input.addEventListener("input", () => {
      this.choice.index = 0;
      this.perform(NOTHING);
    });
    this.input.addEventListener("keydown", (event) => {
      // An input method has the arrows while it offers what the letters may mean.
      if (isConverting(event) || !Object.hasOwn(MOVES, event.key)) return;
      event.preventDefault();
      this.perform(this.press(MOVES[event.key]));
    });
    body.append(element("label", "field", "Find: ", this.input));
    super.build(body);
  }

  focused() {
    return this.input;
  }

  /** Return a line for each find: its name, and where it is. */
  lines() {
    const { mirror } = this.ui;
    return this.results.map(([find, branch]) => {
      const here = branch ? "" : bearingWords(focusOf(mirror), find.cell);
      const where = branch ? otherFloorWords(mirror, branch) : here;
      return [[`${find.glyph} `, find.colour], [nameWords(mirror, find)], [`  ${where}`, "soft"]];
    });
  }

  footer() {
    return this.ui.hints(
      this.context,
      ["NEXT", "next"],
      ["CHOOSE", this.verb],
      ["BACK", "back"],
    );
  }

  /** Travel to the find, or towards its floor. */
  choose(index) {
    const [find, branch] = this.results[index];
    const { mirror } = this.ui;
    if (branch) {
      const intent = intentTowards(mirror, branch);
      return [pop(), intent ? send(...intent) : showNote("You know no way to that floor.")];
    }
    const goal = walkable(mirror, find.cell);
    if (goal && goal.join() === ownCell(mirror)?.join()) return [pop(), showNote("You are there.")];
    return [pop(), goal ? send("travel", ...goal) : showNote("You know no way there.")];
  }
}
