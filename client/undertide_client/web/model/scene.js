/** What one view shows: a floor, what is seen on it, the party. Frames change it; others read. */

import { BadFrame, changeTiles, toggle, wholeTiles } from "./cells.js";
import { Logbook } from "./logbook.js";
import { MAX_AREA, MAX_KINDS, MAX_SIDE, MAX_SIGHTINGS } from "../generated/schema.js";
import { grown } from "./tree.js";

const UNNAMED = { role: "item", name: "something", glyph: "?", colour: 0xa0a0a0, effects: [] };

/** The parts of a view that frames have whole, or not at all. */
const REPLACED = [
  ...["hero", "intent", "pack", "spells", "abilities"],
  ...["party", "tide", "pace", "amulets", "agreements"],
];

/** All cells lie on the floor. `tiles` and `sight` hold a cell (x, y) at y * width + x. */
export class Scene {
  constructor() {
    this.log = new Logbook();
    this.looks = new Map();
    /** The statuses that can be seen on others, in figures, by their adjectives. */
    this.statuses = new Map();
    /** The words about tricks and effects of extensions, by what the server calls them. */
    this.words = new Map();
    this.clear();
  }

  /** Show nothing until the next keyframe. */
  clear() {
    /** The last frame that was applied; null while only a keyframe can follow. */
    this.number = null;
    this.floor = null;
    /** The seat whose eyes the view shows; null for the party's. */
    this.following = null;
    this.tiles = new Uint16Array(0);
    this.sight = new Uint8Array(0);
    this.kinds = new Map();
    this.sightings = new Map();
    /** What monsters in sight mean to the followed hero, by the ids of their sightings. */
    this.threats = new Map();
    this.party = [];
    this.tide = { percent: -1, mark: 0, name: "", next_in: 0, worth: 0 };
    this.pace = {
      ...{ mode: "idle", next: null, turns_in: 0, waiting_for: [] },
      ...{ slow: false, limit_in: 0, nudge: false, paused_for: 0, pause_asked: [] },
    };
    this.hero = null;
    /** The report on the followed hero's intents. */
    this.intent = null;
    this.pack = [];
    this.spells = [];
    /** The abilities of the followed hero, in the order of the player's keys for them (R17). */
    this.abilities = [];
    /** The open trade of the followed hero (R17). */
    this.trade = null;
    this.tree = new Map();
    this.stairs = new Map();
    this.amulets = [];
    /** The marks of heroes on this floor (R17). */
    this.marks = [];
    /** The stairs of this floor that heroes have agreed to take (R17). */
    this.agreements = [];
  }

  /** The sighting of the followed hero, if it is in view. */
  get own() {
    return this.hero ? this.sightings.get(this.hero.id) : undefined;
  }

  /** The cell of the followed hero as [x, y]; null if it is unknown. */
  get cell() {
    const { own } = this;
    return own ? [own.x, own.y] : null;
  }

  /** Return what a sighting is. */
  kindOf(one) {
    return this.kinds.get(one.kind) ?? UNNAMED;
  }

  /** Return what is seen or remembered at a cell. */
  at(x, y) {
    return [...this.sightings.values()].filter((one) => one.x === x && one.y === y);
  }

  /** Return how the tile at a cell looks; undefined where it is unknown or off the floor. */
  lookAt(x, y) {
    if (!this.has(x, y)) return undefined;
    const code = this.tiles[y * this.floor.width + x];
    return code ? this.looks.get(code) : undefined;
  }

  /** Return the middle of the view: the followed hero, or else any hero, or else the floor's. */
  focus() {
    const heroes = [...this.sightings.values()].filter((one) => this.kindOf(one).role === "hero");
    const { x, y } = this.own ?? heroes[0] ?? {
      x: Math.floor((this.floor?.width ?? 0) / 2),
      y: Math.floor((this.floor?.height ?? 0) / 2),
    };
    return { x, y };
  }

  /** Return the sighting of a seat's hero, if it is on this floor. */
  heroAt(seat) {
    return [...this.sightings.values()].find((one) => this.kindOf(one).seat === seat);
  }

  /** Return the hero of the party that a sighting is, if it is one. */
  memberOf(one) {
    const { seat } = this.kindOf(one);
    return this.party.find((each) => each.seat === seat);
  }

  /** Show the whole of a view. Raises BadFrame. */
  begin(frame) {
    this.number = null;
    const { width, height } = frame.floor;
    const fits = width > 0 && height > 0 && Math.max(width, height) <= MAX_SIDE;
    if (!fits || width * height > MAX_AREA) throw new BadFrame(`a floor of ${width}×${height}`);
    const tiles = new Uint16Array(width * height);
    const sight = new Uint8Array(width * height);
    wholeTiles(tiles, frame.tiles);
    toggle(sight, frame.sight);
    const { floor, seat: following, trades } = frame;
    Object.assign(this, { floor, following, tiles, sight });
    for (const part of REPLACED) this[part] = frame[part];
    this.trade = trades[0] ?? null;
    this.kinds = new Map();
    this.sightings = new Map();
    this.threats = new Map();
    this.nameKinds(frame.kinds);
    this.appear(frame.sightings);
    this.threaten(frame.threats);
    this.tree = grown(frame.branches);
    this.lead(frame.stairs);
    this.mark(frame.marks);
    this.log.begin(frame.lines);
    this.number = frame.number;
  }

  /** Show what changed. Raises BadFrame; then only a keyframe can follow. */
  change(delta) {
    const expected = this.number;
    this.number = null;
    if (expected === null || delta.number !== expected + 1) {
      throw new BadFrame(`delta ${delta.number} came after frame ${expected}`);
    }
    changeTiles(this.tiles, delta.tiles);
    toggle(this.sight, delta.sight);
    this.changeSightings(delta);
    for (const part of REPLACED) {
      if (delta[part] !== null) this[part] = delta[part];
    }
    if (delta.trades !== null) this.trade = delta.trades[0] ?? null;
    if (delta.branches !== null) this.tree = grown(delta.branches);
    if (delta.stairs !== null) this.lead(delta.stairs);
    if (delta.marks !== null) this.mark(delta.marks);
    this.log.addLines(delta.lines);
    this.number = delta.number;
  }

  /** Apply what went, then what came, then what moved and changed. */
  changeSightings(delta) {
    for (const gone of delta.gone) {
      this.sightings.delete(gone);
      this.threats.delete(gone);
    }
    this.nameKinds(delta.kinds);
    this.appear(delta.appeared);
    for (const { id, x, y } of delta.shifted) {
      this.require(x, y);
      this.sightings.set(id, { ...this.sighting(id), x, y });
    }
    for (const condition of delta.changed) {
      this.sightings.set(condition.id, { ...this.sighting(condition.id), ...condition });
    }
    this.threaten(delta.threats);
  }

  nameKinds(kinds) {
    for (const kind of kinds) this.kinds.set(kind.id, kind);
    if (this.kinds.size > MAX_KINDS) throw new BadFrame(`more than ${MAX_KINDS} kinds`);
  }

  appear(sightings) {
    for (const one of sightings) {
      this.require(one.x, one.y);
      this.sightings.set(one.id, one);
    }
    if (this.sightings.size > MAX_SIGHTINGS) {
      throw new BadFrame(`more than ${MAX_SIGHTINGS} sightings`);
    }
  }

  threaten(threats) {
    for (const threat of threats) this.threats.set(this.sighting(threat.id).id, threat);
  }

  lead(stairs) {
    for (const { x, y } of stairs) this.require(x, y);
    this.stairs = new Map(stairs.map(({ x, y, branch }) => [y * this.floor.width + x, branch]));
  }

  mark(marks) {
    for (const { x, y } of marks) this.require(x, y);
    this.marks = marks;
  }

  sighting(id) {
    const found = this.sightings.get(id);
    if (found === undefined) throw new BadFrame(`nothing with id ${id} is in sight`);
    return found;
  }

  has(x, y) {
    return this.floor !== null && x >= 0 && y >= 0 && x < this.floor.width && y < this.floor.height;
  }

  require(x, y) {
    if (!this.has(x, y)) throw new BadFrame(`cell ${x}, ${y} is not on the floor`);
  }
}
