/** The form to make a session: all its options, preset to the server's defaults. */

import {
  ACCESS,
  ACCESS_MEANS,
  DELAYS,
  HOUSE,
  PACE_OPTIONS,
  SMALL_PARTY,
  TEMPOS,
} from "../../generated/catalogue.js";
import { MAX_SEED } from "../../generated/schema.js";
import { line } from "../../net/text.js";
import { element } from "../../page/dom.js";
import { newSession } from "../widgets/actions.js";
import { Choosing, Writing, yesNo } from "../widgets/form.js";
import { FormScreen } from "../widgets/form_screen.js";

/** Lines of the form that everybody should look at; the others stand below "More". */
const FIRST = 4;

/** A form with one line per option. It stays until the session exists or the server refuses. */
export class NewSessionScreen extends FormScreen {
  title = "A new session";
  verb = "create the game";

  constructor(ui) {
    const lines = linesFor(ui);
    super(ui, ...Object.values(lines));
    Object.assign(this, lines);
    /** Whether the player has chosen the pace, so that seats don't change it any more. */
    this.paceChosen = false;
    this.pace.onTurn = () => {
      this.paceChosen = true;
    };
    this.seats.onTurn = () => this.suitPace();
    this.suitPace();
  }

  /** Put the lines that most players pass over below a line that opens them. */
  build(body) {
    super.build(body);
    const more = element("details", "more", element("summary", "", "More"));
    more.append(...this.rows.slice(FIRST));
    this.form.insertBefore(more, this.wrong);
  }

  /** Choose the pace that suits the seats, unless the player has chosen one. */
  suitPace() {
    if (this.paceChosen) return;
    const usual = this.ui.lobby.customs?.pace ?? "auto";
    this.pace.set(SMALL_PARTY.includes(this.seats.value) ? "party" : usual);
  }

  /** Return the name that the player joins under, and who will lead the party. */
  summary() {
    return `You join as ${this.ui.name}, the party leader.`;
  }

  /** Make the session. */
  finish() {
    const options = [
      this.access.value,
      line(this.seed.text, MAX_SEED),
      this.seats.value,
      this.fire.value,
      this.heroes.value,
      this.delay.value,
      this.tempo.value,
      this.gentle.value,
    ];
    return [newSession(this.preset.value, this.pace.value, options)];
  }
}

/** Return the lines of the form by name, in their order. */
function linesFor({ lobby, isNewcomer }) {
  const { customs } = lobby;
  const seed =
    "A number or a text that determines the dungeon: the same seed gives the same dungeon. " +
    "Without one the dungeon is a surprise.";
  const fire = "Whether spells, scrolls and missiles of heroes also harm companions.";
  const heroes = "Whether a player whose hero died may go on with a new one.";
  const gentle = "A gentle run has no variations that make it harder.";
  return {
    preset: presetLine(lobby),
    gentle: yesNo("Gentle run", gentle, isNewcomer ? true : null, HOUSE),
    pace: new Choosing("Pace", "How time passes.", PACE_OPTIONS),
    access: accessLine(),
    seats: seatsLine(customs),
    seed: new Writing("Seed", seed, MAX_SEED),
    fire: yesNo("Friendly fire", fire, null, HOUSE),
    heroes: yesNo("New heroes", heroes, null, HOUSE),
    delay: delayLine(customs),
    tempo: tempoLine(customs),
  };
}

/** Return the choice of the preset, by its title; its help says what the game is and its goal. */
function presetLine(lobby) {
  const { presets, presetInfos, customs } = lobby;
  const options = presets.map((preset) => {
    const { description = "", goal = [] } = presetInfos.get(preset) ?? {};
    return option(preset, lobby.titleOf(preset), [description, ...goal].filter(Boolean).join(" "));
  });
  const made = new Choosing("Game", "", options.length ? options : [option("", HOUSE)]);
  made.set(customs?.preset ?? "");
  return made;
}

function accessLine() {
  const options = Object.entries(ACCESS).map(([access, words]) => {
    return option(access, words, ACCESS_MEANS[access]);
  });
  return new Choosing("Access", "You can change it later.", options);
}

function seatsLine(customs) {
  const most = customs?.seats ?? 0;
  const options = Array.from({ length: most }, (_, index) => option(index + 1, `${index + 1}`));
  const offered = most ? options : [option(0, HOUSE)];
  const made = new Choosing("Seats", "The most heroes at a time.", offered);
  made.set(most);
  return made;
}

/** Return the choice of the spectators' delay: never less than the server's minimum. */
function delayLine(customs) {
  const help = "How far spectators see behind the game.";
  if (customs === null) return new Choosing("Spectators' delay", help, [option(null, HOUSE)]);
  const lengths = [customs.delay, ...DELAYS.filter((length) => length > customs.delay)];
  const options = lengths.map((length) => option(length, length ? `${length} s` : "none"));
  return new Choosing("Spectators' delay", help, options);
}

function tempoLine(customs) {
  const usual = customs?.ticks_per_second ?? 0;
  const others = TEMPOS.filter((rate) => rate !== usual);
  const words = (rate) => `${rate} ticks a second`;
  const options = others.map((rate) => option(rate, words(rate)));
  const help = "How fast real time is. A step takes two ticks, a blow four.";
  return new Choosing("Speed", help, [option(0, usual ? words(usual) : HOUSE), ...options]);
}

function option(value, words, help = "") {
  return { value, words, help };
}
