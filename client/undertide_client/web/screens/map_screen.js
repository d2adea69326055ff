/** The map, where players act and spectators look around. The lowest screen of a session. */

import { DIRECTIONS } from "../generated/commands.js";
import { BestiaryScreen } from "./hero/bestiary_screen.js";
import { CallingScreen, newHero } from "./hero/calling_screen.js";
import { CraftScreen } from "./hero/craft_screen.js";
import { GearScreen } from "./hero/gear_screen.js";
import { PackScreen } from "./hero/items_screen.js";
import { SheetScreen } from "./hero/sheet_screen.js";
import { SpellsScreen } from "./hero/spells_screen.js";
import { trade } from "./hero/trade_screen.js";
import { perform } from "./map/abilities.js";
import { intentToCompanion, intentToMeet, nextEyes, previousEyes } from "./map/companions.js";
import { follow, regroup } from "./map/follow_screen.js";
import { goalOf } from "./map/goal_card.js";
import { step } from "./map/harm_screen.js";
import { drinkHealing, wearBetter } from "./map/map_hints.js";
import { LookScreen, TravelScreen } from "./map/cursor_screen.js";
import { MarkScreen } from "./map/mark_screen.js";
import { intentAt } from "./map/routes.js";
import { SearchScreen } from "./map/search_screen.js";
import { climb, forgetStairs } from "./map/stairs_screen.js";
import { aimWeapon } from "./map/target_screen.js";
import { HelpScreen } from "./menus/help_screen.js";
import { HistoryScreen } from "./menus/history_screen.js";
import { QuitScreen } from "./menus/quit_screen.js";
import { SettingsScreen } from "./menus/settings_screen.js";
import { PartyScreen } from "./people/party_screen.js";
import { openPeople } from "./people/people_screen.js";
import { asked } from "./replay/replay_keys.js";
import { EndScreen } from "./run/end_screen.js";
import { RunMapScreen } from "./run/run_map_screen.js";
import { SurroundingsScreen } from "./spoken/surroundings_screen.js";
import {
  NOTHING,
  askForPause,
  eyes,
  showNote,
  playAgain,
  playTutorial,
  push,
  replayRun,
  send,
  study,
  talk,
  toLobby,
  turnHints,
} from "./widgets/actions.js";

/** Commands that send one fixed intent. */
const INTENTS = {
  WAIT: ["wait"],
  TAKE: ["take"],
  REST: ["rest"],
  STOP: ["stop"],
};

/** Commands whose intent says whom it passes, as the viewer prefers. */
const PASSING = { EXPLORE: "explore", FIGHT: "fight" };

/** Commands whose intent depends on what the page knows, or on a further choice. */
const CHOICES = {
  HEAL: drinkHealing,
  WEAR_BETTER: wearBetter,
  TRADE: (ui) => trade(ui),
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
  SURROUNDINGS: SurroundingsScreen,
  PACK: PackScreen,
  GEAR: GearScreen,
  SPELLS: SpellsScreen,
  CRAFT: CraftScreen,
  SHEET: SheetScreen,
  TRAVEL: TravelScreen,
  SEARCH: SearchScreen,
  LOOK: LookScreen,
  MARK: MarkScreen,
  HISTORY: HistoryScreen,
  RUN_MAP: RunMapScreen,
  PARTY: PartyScreen,
  HELP: HelpScreen,
  SIGNS: SettingsScreen,
  QUIT: QuitScreen,
};

/** Commands that change a spectator's eyes, each with a function that returns the seat. */
const EYES = { NEXT_EYES: nextEyes, PREVIOUS_EYES: previousEyes, PARTY_EYES: () => null };

export class MapScreen {
  /** Commands that a menu leaves out. */
  leftOut = [];

  /** `map` is the canvas with its camera. */
  constructor(ui, map) {
    this.ui = ui;
    this.map = map;
    /** The session in which the player has done anything yet. */
    this.actedIn = null;
    /** The seat whose goal this browser showed last when the page was opened. */
    this.toldBefore = ui.wishes.goal;
  }

  /** The keys that have a meaning now. */
  get context() {
    if (this.ui.replaying) return "REPLAY";
    return this.ui.spectating ? "WATCH" : "PLAY";
  }

  /** The preset whose goal is told over the first picture of a seat; null after that. */
  get goal() {
    const { mirror, link } = this.ui;
    const isTold = this.actedIn === mirror.session || this.toldBefore === this.seatWords;
    return isTold || !link.isSeatNew ? null : goalOf(this.ui);
  }

  /** The present seat, in words of the page's own. */
  get seatWords() {
    const { session, seat } = this.ui.mirror;
    return `${session} ${seat}`;
  }

  draw() {}

  /** Note that the player did something in this session. */
  noteAct() {
    this.actedIn = this.ui.mirror.session;
  }

  /**
   * Act, look around, or control the replay. Return null for a key without a meaning. `repeated`
   * says that the key is held: such a press counts where it steps or scrolls, and nowhere else.
   */
  press(key, repeated = false) {
    const command = this.ui.command(this.context, key);
    if (command === null) return null;
    this.noteAct();
    const wound = this.ui.replaying ? asked(this.ui, command) : null;
    if (wound !== null) return wound;
    if (this.ui.spectating || this.ui.replaying) return this.watch(command);
    return this.play(command, key, repeated);
  }

  /** Act on a cell of the floor; with the right button, or a long tap, look at it. */
  click({ x, y }, right) {
    const { mirror, spectating } = this.ui;
    this.noteAct();
    if (!mirror.has(x, y)) return NOTHING;
    if (right) return [push(new LookScreen(this.ui, { x, y }))];
    const companion = intentToCompanion(mirror, [x, y]);
    if (companion !== null && !spectating) return [send(...companion)];
    if (spectating || !mirror.lookAt(x, y)?.walkable) return NOTHING;
    return this.act(intentAt(mirror, [x, y]));
  }

  /**
   * Act on a hero of the party's list: see through its eyes, read one's own sheet, or go to a
   * companion.
   */
  meet(seat) {
    const { ui } = this;
    if (ui.spectating) return [eyes(seat)];
    if (seat === ui.mirror.seat) return [push(new SheetScreen(ui))];
    const intent = intentToMeet(ui.mirror, seat);
    return typeof intent === "string" ? [showNote(intent)] : [send(...intent)];
  }

  play(command, key, repeated) {
    const intent = Object.hasOwn(DIRECTIONS, command)
      ? ["move", ...DIRECTIONS[command]]
      : this.intentOf(command);
    const sends = intent && this.ui.link.repeats.press(command, repeated);
    if (command === "STOP") forgetStairs(this.ui);
    if (intent) return sends ? this.act(intent, key) : NOTHING;
    if (repeated) return NOTHING;
    return Object.hasOwn(CHOICES, command) ? CHOICES[command](this.ui) : this.open(command);
  }

  /** Return the intent that a command sends, if it is one. */
  intentOf(command) {
    if (!Object.hasOwn(PASSING, command)) return INTENTS[command];
    return [PASSING[command], this.ui.wishes.pass !== "off"];
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
    if (command === "REPLAY") return [this.lookBack()];
    if (command === "RECENTRE") {
      this.map.camera.recentre();
      return NOTHING;
    }
    return this.open(command);
  }

  /** Watch the run from its beginning, under its own name once it is over. */
  lookBack() {
    const { ended, session, following } = this.ui.mirror;
    return replayRun(ended?.run || session, following);
  }

  /** Scroll the map. */
  scroll([dx, dy]) {
    this.map.scroll(dx, dy);
    return NOTHING;
  }

  open(command) {
    if (command === "BESTIARY") return [study(), push(new BestiaryScreen(this.ui))];
    if (command === "HINTS") return this.turnHints();
    if (command === "CHAT") return [talk()];
    if (command === "PEOPLE") return openPeople(this.ui);
    if (command === "ANEW") return this.beginAnew();
    if (command === "CARD") return this.showCard();
    if (command === "TUTORIAL") return this.ui.offersTutorial ? [playTutorial()] : NOTHING;
    if (command === "PAUSE_PARTY") return [askForPause(this.wantsPause)];
    const Page = PAGES[command];
    return Page ? [push(new Page(this.ui))] : NOTHING;
  }

  /** Show the end of the run again: it has the card of the player's hero. */
  showCard() {
    const { life, mirror } = this.ui;
    if (!life) return [showNote("No hero of yours has met its end here.")];
    if (mirror.ended === null) return [showNote("Its card comes with the end of the run.")];
    return [push(new EndScreen(this.ui, mirror.ended))];
  }

  /** Play again once the run is over; else ask which calling the next hero has. */
  beginAnew() {
    const { ui } = this;
    if (ui.mayPlayAgain) return [playAgain()];
    if (!ui.dead) return [showNote("Only a dead hero can begin anew.")];
    if (!ui.mirror.terms.new_heroes) return [showNote("In this session the dead stay dead.")];
    if (ui.returning) return [showNote("Your new hero begins on the next new floor.")];
    return [push(new CallingScreen(ui, newHero))];
  }

  /** Whether the player neither has a pause nor asks for one. */
  get wantsPause() {
    const { pace, seat } = this.ui.mirror;
    return pace.paused_for <= 0 && !pace.pause_asked.includes(seat);
  }

  turnHints() {
    const words = this.ui.hinting ? "No more hints." : "Hints for newcomers begin again.";
    return [turnHints(!this.ui.hinting), showNote(words)];
  }
}
