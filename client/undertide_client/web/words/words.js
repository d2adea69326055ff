/** How the state of the world is put into words. */

import { TICKS_PER_TURN } from "../generated/schema.js";

const MODES = {
  solo: "turn by turn",
  party: "party turns",
  real: "real time",
  idle: "time stands still",
};
/** The glyph of every boss, of whatever kind. */
const CROWN = "♛";
const ACTIVITIES = { none: "", explore: "exploring…", travel: "travelling…", rest: "resting…" };
/** What a hero's state is called where it is not simply alive. */
const STATES = { alive: "", linkdead: "link lost", asleep: "asleep", dead: "dead" };
/** What a run that is kept is called. */
export const RUN_STATES = {
  live: "live",
  ended: "ended",
  abandoned: "abandoned",
  aside: "set aside",
};
/** How long each unit of an age is in seconds, the longest first. */
const AGES = [
  [86400, "d"],
  [3600, "h"],
  [60, "min"],
];
const HEALTH = [
  [100, "unhurt"],
  [70, "scratched"],
  [40, "wounded"],
  [15, "badly hurt"],
  [0, "almost dead"],
];
/** The arrow for each direction, row by row from the upper left. */
const ARROWS = "↖↑↗←·→↙↓↘";
/** A way that goes more than this many times as far one way as the other counts as straight. */
const STEEP = 2;
/** What a monster was seen to do, by the trick's key. */
const TRICKS = {
  enrages: "fly into a rage",
  divides: "divide into two",
  summons: "call its kin",
  mends: "heal its kin",
  rushes: "charge",
  blinks: "appear beside a hero",
  drains: "drink life",
  steals: "steal",
  flits: "strike and step back",
  lurks: "lie in wait",
  rises: "rise after its fall",
};
/** Marks of the tide that have a wave each. */
const MAX_WAVES = 8;

/** The glyph and the colour of each mark that heroes put on cells (R17). */
export const CELL_MARKS = {
  danger: { glyph: "⊗", colour: [240, 108, 96] },
  loot: { glyph: "◈", colour: [230, 196, 112] },
  here: { glyph: "⚑", colour: [150, 200, 255] },
  help: { glyph: "✚", colour: [255, 250, 236] },
};

/** Return what marks there are on the floor: "⊗ danger (Ana)"; empty if none. */
export function marksWords(scene) {
  const told = scene.marks.map(
    ({ mark, seat }) => `${CELL_MARKS[mark].glyph} ${mark} (${seatWords(scene, seat)})`,
  );
  return told.join(", ");
}

/** Return whether a floor moves when its heroes act, however long they think. */
export const inTurns = ({ mode }) => mode === "solo" || mode === "party";

/** Return how many seconds, or turns where heroes take turns, some ticks last. */
function span(ticks, { pace, rate }) {
  return Math.ceil(ticks / (inTurns(pace) ? TICKS_PER_TURN : rate));
}

/** Return how long some ticks last: "3 s" or "15 turns". */
export function spanWords(ticks, mirror) {
  const count = span(ticks, mirror);
  return inTurns(mirror.pace) ? counted(count, "turn") : `${count} s`;
}

/** Return who agrees to take which stairs: "↓ a warren: Ann, Bob; 8 s for Cat". */
export function agreementWords(scene, { branch, agreed, awaited, ticks }) {
  const there = scene.tree.get(branch);
  const arrow = there?.depth < scene.tree.get(scene.floor.branch)?.depth ? "↑" : "↓";
  const names = (seats) => seats.map((seat) => seatWords(scene, seat)).join(", ");
  const who = `${there ? `${arrow} ${there.name}` : "stairs"}: ${names(agreed)}`;
  if (!awaited.length) return `${who}: all agree`;
  const others = names(awaited);
  return ticks ? `${who}; ${spanWords(ticks, scene)} for ${others}` : `${who}; may go without ${others}`;
}

/** Return what keeps a hero from acting: "down 12 s", "asleep"; empty if nothing does. */
export function memberState({ state, dies_in: ticks, returns, away }, mirror) {
  if (ticks > 0) return `down ${span(ticks, mirror)} ${inTurns(mirror.pace) ? "t" : "s"}`;
  if (away && state === "asleep") return "away";
  return returns ? "returns" : STATES[state];
}

/** Return how a fallen hero fares: "fallen: dies in 12 s"; empty while it stands. */
function fallWords({ dies_in: ticks, revived_in: needed }, mirror) {
  if (ticks <= 0) return "";
  if (needed > 0) return `fallen: up in ${spanWords(needed, mirror)}`;
  return `fallen: dies in ${spanWords(ticks, mirror)}`;
}

/** Return how time passes: "real time, half speed", "party turns: waiting for Ann, 8 s". */
export function paceWords({ pace, party }) {
  if (pace.paused_for > 0) return `paused, ${Math.ceil(pace.paused_for / 60_000)} min left`;
  const asking = party.filter(({ seat }) => pace.pause_asked.includes(seat));
  if (asking.length) return `${asking.map(({ name }) => name).join(", ")}: a pause?`;
  const awaited = party.filter(({ seat }) => pace.waiting_for.includes(seat));
  const mode = `${MODES[pace.mode]}${pace.slow ? ", half speed" : ""}`;
  const names = awaited.map(({ name }) => name).join(", ");
  if (!names) return mode;
  const limit = pace.limit_in > 0 ? `, ${Math.round(pace.limit_in / 1000)} s` : "";
  return `${mode}: waiting for ${names}${limit}`;
}

/** Return what pace comes next and when; empty if none does. */
export function changeWords({ mode, next, turns_in: milliseconds }) {
  if (next === null || next === mode) return "";
  const seconds = Math.round(milliseconds / 1000);
  return mode === "solo" ? `turns end in ${seconds} s` : `${MODES[next]} in ${seconds} s`;
}

/** Return how high the tide stands: "34%"; its name before it has set in. */
export function tideWords({ percent, name }) {
  return percent < 0 ? name : `${Math.min(100, percent)}%`;
}

/** Return the last mark of the tide with a wave for each that it passed; empty if none. */
export function markWords({ mark, name }) {
  return mark > 0 ? `${"~".repeat(Math.min(MAX_WAVES, mark))} ${name}`.trim() : "";
}

/** Return when the tide brings its next monster, and its worth; empty if that isn't known. */
export function comerWords(mirror) {
  const { next_in: ticks, worth } = mirror.tide;
  return ticks > 0 ? `next in ${spanWords(ticks, mirror)}: ${worth} exp` : "";
}

/** Return what a hero does and is under, each in a few words. */
export function conditionWords(mirror, hero) {
  const effects = hero.effects.map(([name, ticks]) => `${name} ${spanWords(ticks, mirror)}`);
  const hunger = hero.hunger === "sated" ? "" : `${hero.hunger} ${hero.food}%`;
  let activity = hero.fights ? "fighting…" : ACTIVITIES[hero.activity];
  if (hero.tends) activity = "reviving…";
  if (hero.follows >= 0) activity = `following ${seatWords(mirror, hero.follows)}…`;
  const fall = fallWords(hero, mirror);
  return [fall, STATES[hero.state], activity, hunger, ...effects].filter(Boolean);
}

/** Return how hurt something looks. */
export function healthWords(percent) {
  return HEALTH.find(([least]) => percent >= least)[1];
}

/** Return what can be seen of a monster or hero: "wounded, hunting, burning". */
export function stateWords({ health, mood, statuses }) {
  const worded = STATES[mood] ?? mood;
  const hurt = mood === "fallen" ? "" : healthWords(health);
  return [hurt, worded, ...statuses].filter(Boolean).join(", ");
}

/** Return the glyph that the map and the panel show for a kind: a crown for each boss. */
export function glyphOf({ boss, glyph }) {
  return boss ? CROWN : glyph;
}

/** Return the mood of a monster and its statuses: "hunting, poisoned". */
export function visibleWords({ mood, statuses }) {
  return [mood, ...statuses].filter(Boolean).join(", ");
}

/** Return the name of a monster, with the word of danger before that of an enemy. */
export function calledWords({ threats }, { id, mood }, { name }) {
  const danger = mood === "peaceful" ? "" : threats.get(id)?.danger;
  return danger ? `${danger} ${name}` : name;
}

/** Return by what a player decides about a monster; empty if it is no threat. */
export function threatWords({ threats, hero }, { id, health }) {
  const threat = threats.get(id);
  if (threat === undefined || hero === null) return "";
  const blows = `${itsBlows(threat, hero)}; ${heroBlows(threat, health)}.`;
  const reach = threat.reach > 1 ? `It strikes up to ${threat.reach} cells far.` : "";
  const seen = threat.tricks.map((trick) => TRICKS[trick]).filter(Boolean);
  seen.push(...threat.spells.map((spell) => `cast ${spell}`));
  const tricks = seen.length ? `Its kind was seen to ${listed(seen)}.` : "";
  return [blows, reach, tricks].filter(Boolean).join(" ");
}

function itsBlows({ deals }, { life }) {
  if (deals <= 0) return "Its blows don't hurt the hero";
  const count = Math.max(1, Math.ceil((life * 100) / deals));
  return count === 1 ? "One of its blows kills the hero" : `${count} of its blows kill the hero`;
}

function heroBlows({ takes }, health) {
  if (takes <= 0) return "the hero's don't hurt it";
  const count = Math.max(1, Math.ceil((health * 100) / takes));
  return count === 1 ? "one of the hero's kills it" : `${count} of the hero's kill it`;
}

/** Return "steal", "steal and charge" or "steal, charge and cast slow". */
function listed(words) {
  return words.length === 1 ? words[0] : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** Return which floor a hero is on: "↓3"; where the party has parted, with its type's glyph. */
export function floorWords({ party, tree }, { floor, branch }) {
  if (floor <= 0) return "";
  const parted = new Set(party.filter((one) => one.floor > 0).map((one) => one.branch)).size > 1;
  return `↓${floor}${parted ? (tree.get(branch)?.glyph ?? "") : ""}`;
}

/** Return how far a hero of this floor is from the followed one, and which way: "12↗". */
export function bearingWords(mirror, { seat }) {
  const { own } = mirror;
  const one = mirror.heroAt(seat);
  if (!own || !one || one === own) return "";
  const [dx, dy] = [one.x - own.x, one.y - own.y];
  const steps = Math.max(Math.abs(dx), Math.abs(dy));
  return steps ? `${steps}${arrowTo(dx, dy)}` : "here";
}

/** Return the arrow that points along a way. */
export function arrowTo(dx, dy) {
  const across = Math.abs(dy) > STEEP * Math.abs(dx) ? 0 : Math.sign(dx);
  const down = Math.abs(dx) > STEEP * Math.abs(dy) ? 0 : Math.sign(dy);
  return ARROWS[3 * (down + 1) + across + 1];
}

/** Return the name of a seat's hero; "the party" for none. */
export function seatWords({ party, roster }, seat) {
  if (seat === null) return "the party";
  const known = [...party, ...roster].find((one) => one.seat === seat);
  return known ? known.name : `seat ${seat}`;
}

/** Return how long ago something was: "3 h ago". */
export function agoWords(seconds) {
  const age = AGES.find(([length]) => seconds >= length);
  return age ? `${Math.floor(seconds / age[0])} ${age[1]} ago` : "just now";
}

/** Return what the variations of a run mean, one a line. */
export function variationWords(variations) {
  return variations.map(({ name, description }) => `${name}: ${description}`).join("\n");
}

/** Return "1 hero", "2 heroes". */
export function counted(number, one, many = `${one}s`) {
  return `${number} ${number === 1 ? one : many}`;
}
