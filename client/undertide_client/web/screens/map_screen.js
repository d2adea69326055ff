/** The map, where players act and spectators look around. The lowest screen of a session. */

import { DIRECTIONS } from "../generated/commands.js";
import { perform } from "./map/abilities.js";
import { intentToCompanion } from "./map/companions.js";
import { nextEyes, previousEyes } from "./map/eyes.js";
import { follow, regroup } from "./map/follow_screen.js";
import { goalOf } from "./map/goal_card.js";
import { step } from "./map/harm_screen.js";
import { LookScreen } from "./map/look_screen.js";
import { MarkScreen } from "./map/mark_screen.js";
import { intentAt, intentToClimb, stairsToTake } from "./map/routes.js";
import { SearchScreen } from "./map/search_screen.js";
import { StairsScreen } from "./map/stairs_screen.js";
import { aimWeapon } from "./map/target_screen.js";
import { TravelScreen } from "./map/travel_screen.js";
import { NOTHING, askForPause, eyes, note, push, send, toLobby, turnHints } from "./widgets/actions.js";

/** Commands that send one fixed intent. */
const INTENTS = {
  WAIT: ["wait"],
  TAKE: ["take"],
  EXPLORE: ["explore"],
  FIGHT: ["fight"],
  REST: ["rest"],
  STOP: ["stop"],
};

/** Commands whose intent depends on what the page knows, or on a further choice. */
const CHOICES = {
  SHOOT: aimWeapon,
  FOLLOW: follow,
  REGROUP: regroup,
  FIRST_ABILITY: (ui) => perform(ui, 0),
  SECOND_ABILITY: (ui) => perform(ui, 1),
  DESCEND: (ui) => climb(ui, "down"),
  ASCEND: (ui) => climb(ui, "up"),
};

/** Commands that open a screen. */
const PAGES = {
  TRAVEL: TravelScreen,
  SEARCH: SearchScreen,
  LOOK: LookScreen,
  MARK: MarkScreen,
};

/** Commands that change a spectator's eyes, each with a function that returns the seat. */
const EYES = { NEXT_EYES: nextEyes, PREVIOUS_EYES: previousEyes, PARTY_EYES: () => null };

export class MapScreen {
  /** `map` is the canvas with its camera. */
  constructor(ui, map) {
    this.ui = ui;
    this.map = map;
    /** The session in which the player has done anything yet. */
    this.actedIn = null;
  }

  /** The keys that have a meaning now. */
  get context() {
    if (this.ui.replaying) return "REPLAY";
    return this.ui.spectating ? "WATCH" : "PLAY";
  }

  /** The preset whose goal is told over the first picture of a session; null after that. */
  get goal() {
    return this.actedIn === this.ui.mirror.session ? null : goalOf(this.ui);
  }

  draw() {}

  /**
   * Act, look around, or control the replay. Return null for a key without a meaning. `repeated`
   * says that the key is held: such a press counts where it steps or scrolls, and nowhere else.
   */
  press(key, repeated = false) {
    const command = this.ui.command(this.context, key);
    if (command === null) return null;
    this.actedIn = this.ui.mirror.session;
    if (this.ui.spectating || this.ui.replaying) return this.watch(command);
    return this.play(command, key, repeated);
  }

  /** Act on a cell of the floor; with the right button, or a long tap, look at it. */
  click({ x, y }, right) {
    const { mirror, spectating } = this.ui;
    this.actedIn = mirror.session;
    if (!mirror.has(x, y)) return NOTHING;
    if (right) return [push(new LookScreen(this.ui, { x, y }))];
    const companion = intentToCompanion(mirror, [x, y]);
    if (companion !== null && !spectating) return [send(...companion)];
    if (spectating || !mirror.lookAt(x, y)?.walkable) return NOTHING;
    return this.act(intentAt(mirror, [x, y]));
  }

  play(command, key, repeated) {
    const intent = Object.hasOwn(DIRECTIONS, command)
      ? ["move", ...DIRECTIONS[command]]
      : INTENTS[command];
    if (intent) return this.ui.link.repeats.press(command, repeated) ? this.act(intent, key) : NOTHING;
    if (repeated) return NOTHING;
    return Object.hasOwn(CHOICES, command) ? CHOICES[command](this.ui) : this.open(command);
  }

  /** Send an intent. A step into known harm may need an answer first. */
  act(intent, key = "") {
    this.map.camera.recentre();
    return intent[0] === "move" ? step(this.ui, intent, key) : [send(...intent)];
  }

  watch(command) {
    if (Object.hasOwn(EYES, command)) return [eyes(EYES[command](this.ui.mirror))];
    if (Object.hasOwn(DIRECTIONS, command)) return this.scroll(DIRECTIONS[command]);
    if (command === "LOBBY") return [toLobby()];
    if (command === "RECENTRE") {
      this.map.camera.recentre();
      return NOTHING;
    }
    return this.open(command);
  }

  /** Scroll the map. */
  scroll([dx, dy]) {
    this.map.scroll(dx, dy);
    return NOTHING;
  }

  open(command) {
    if (command === "HINTS") return this.turnHints();
    if (command === "PAUSE_PARTY") return [askForPause(this.wantsPause)];
    const Page = PAGES[command];
    return Page ? [push(new Page(this.ui))] : NOTHING;
  }

  /** Whether the player neither has a pause nor asks for one. */
  get wantsPause() {
    const { pace, seat } = this.ui.mirror;
    return pace.paused_for <= 0 && !pace.pause_asked.includes(seat);
  }

  turnHints() {
    const words = this.ui.hinting ? "No more hints." : "Hints for newcomers begin again.";
    return [turnHints(!this.ui.hinting), note(words)];
  }
}

/** Take the stairs, "up" or "down", that the player can only mean. If there are several, ask. */
function climb(ui, way) {
  const stairs = stairsToTake(ui.mirror, way);
  if (!stairs.length) return [note(`You know of no stairs ${way} on this floor yet.`)];
  if (stairs.length === 1) return [send(...intentToClimb(ui.mirror, stairs[0]))];
  return [push(new StairsScreen(ui, way))];
}
