/** The choices of a viewer on this page. */

import { VISIONS } from "../../page/colours.js";
import { choose, push, turnHints } from "../widgets/actions.js";
import { Choosing, yesNo } from "../widgets/form.js";
import { FormScreen } from "../widgets/form_screen.js";
import { element } from "../../page/dom.js";
import { KeysScreen } from "./keys_screen.js";

/** What each choice is called that has no name of its own. */
const EYES = {
  normal: "all",
  protan: "without red",
  deutan: "without green",
  tritan: "without blue",
};
const WALLS = { joined: "as lines", plain: "as the server's glyphs" };
const PASS = { "": "pass sleepers and weak foes", off: "stop for everybody" };
const MOTION = { "": "as the system says", still: "nothing moves", moving: "things move" };
const SIZES = { "": "as the browser's", large: "large", larger: "larger" };
const SOUND = { "": "off", on: "on" };

/** A form that carries out each choice at once. */
export class SettingsScreen extends FormScreen {
  title = "Settings";
  verb = "close";

  constructor(ui) {
    const { wishes } = ui;
    const eyes = Object.fromEntries(VISIONS.map((each) => [each, EYES[each] ?? each]));
    const vision = line("Colours", "For eyes that tell fewer colours apart.", eyes, wishes.vision);
    const size = line("Text size", "The map has a size of its own.", SIZES, wishes.size);
    const walls = line("Walls", "", WALLS, wishes.walls);
    const motion = line("Motion", "", MOTION, wishes.motion);
    const about = "What exploring and fighting do. They stop once before a dire sleeper.";
    const pass = line("Explore and fight", about, PASS, wishes.pass);
    const sound = line("Sound", "Of hits, stairs, levels, bosses and deaths.", SOUND, wishes.sound);
    const hints = yesNo("Hints", "Whether the log gives hints for newcomers.", ui.hinting);
    super(ui, vision, size, walls, motion, sound, pass, hints);
    this.lines = { vision, size, walls, motion, sound, pass };
    this.hints = hints;
    for (const [name, each] of Object.entries(this.lines)) {
      each.onTurn = () => this.perform([choose(name, each.value)]);
    }
    hints.onTurn = () => this.perform([turnHints(hints.value)]);
  }

  build(body) {
    super.build(body);
    const keys = element("button", "", "Change keys…");
    keys.type = "button";
    keys.addEventListener("click", () => this.perform([push(new KeysScreen(this.ui))]));
    this.form.insertBefore(keys, this.button);
  }

  /** Return nothing: choices hold at once, so there is none to cancel. */
  footer() {
    return [];
  }

  finish() {
    return this.back();
  }
}

function line(title, help, words, value) {
  const options = Object.entries(words).map(([each, said]) => ({
    value: each,
    words: said,
    help: "",
  }));
  const made = new Choosing(title, help, options);
  made.set(value);
  return made;
}
