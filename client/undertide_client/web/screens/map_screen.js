/** The map, where players act and spectators look around. The lowest screen of a session. */

import { DIRECTIONS } from "../generated/commands.js";
import { NOTHING, askForPause, eyes, note, push, send, toLobby, turnHints } from "./widgets/actions.js";
import { nextEyes, previousEyes } from "./map/eyes.js";

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
const CHOICES = {};

/** Commands that open a screen. */
const PAGES = {};

/** Commands that change a spectator's eyes, each with a function that returns the seat. */
const EYES = { NEXT_EYES: nextEyes, PREVIOUS_EYES: previousEyes, PARTY_EYES: () => null };

export class MapScreen {
  /** `map` is the canvas with its camera. */
  constructor(ui, map) {
    this.ui = ui;
    this.map = map;
  }

  /** The keys that have a meaning now. */
  get context() {
    if (this.ui.replaying) return "REPLAY";
    return this.ui.spectating ? "WATCH" : "PLAY";
  }

  draw() {}

  /** Act, look around, or control the replay. Return null for a key without a meaning. */
  press(key) {
    const command = this.ui.command(this.context, key);
    if (command === null) return null;
    return this.ui.spectating || this.ui.replaying ? this.watch(command) : this.play(command, key);
  }

  /** Act on a cell of the floor; with the right button, or a long tap, look at it. */
  click(cell, right) {
    if (right || this.ui.mirror.floor === null) return NOTHING;
    const look = this.ui.mirror.lookAt(cell.x, cell.y);
    if (this.ui.spectating || !look?.walkable) return NOTHING;
    return [send("travel", cell.x, cell.y)];
  }

  play(command, key) {
    if (Object.hasOwn(DIRECTIONS, command)) return this.act(["move", ...DIRECTIONS[command]], key);
    if (Object.hasOwn(INTENTS, command)) return this.act(INTENTS[command], key);
    if (Object.hasOwn(CHOICES, command)) return CHOICES[command](this.ui);
    return this.open(command);
  }

  /** Send an intent. */
  act(intent, _key = "") {
    return [send(...intent)];
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
