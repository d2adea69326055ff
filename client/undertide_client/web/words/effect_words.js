/** What items, spells, statuses, traps and ground do, in words and figures. */

import { DEVIATIONS, NORMAL } from "../generated/catalogue.js";
import { TICKS_PER_TURN } from "../generated/schema.js";
import { begun, counted, rounded } from "./grammar.js";
import { inTurns } from "./time_words.js";

/** A figure in the words of a server. */
const FIGURE = /\{(percent|ticks|radius|range|count)\}/g;

/** Return what effects do to or for the followed hero, in sentences; empty without any. */
export function effectsWords(mirror, effects) {
  const words = ({ does }) => WORDS.get(does) ?? toldByServer;
  const told = effects.map((each) => words(each)(mirror, each)).filter(Boolean);
  return told.map((text) => `${begun(text)}.`).join(" ");
}

/** Return what a status of the followed hero does, without its name and time. */
export function statusWords(mirror, figures) {
  return atWork(mirror, figures, amountOf(mirror, figures)).join(", ");
}

/** Return what statuses do to somebody else who has them, in sentences; empty if nothing. */
export function statusesWords(mirror, statuses) {
  const known = statuses.map((name) => mirror.statuses.get(name)).filter(Boolean);
  const told = known.map((each) => [each.name, atWork(mirror, each, null).join(", ")]);
  const sentences = told.filter(([, words]) => words);
  return sentences.map(([name, words]) => `${begun(name)}: ${words}.`).join(" ");
}

/** Return a time: "0.5 s", "12 s", or "2.5 turns" where one plays in turns. */
export function durationWords(ticks, mirror) {
  const waits = inTurns(mirror);
  const tenths = rounded((10 * ticks) / (waits ? TICKS_PER_TURN : Math.max(1, mirror.rate)));
  const [whole, rest] = [Math.floor(tenths / 10), tenths % 10];
  const count = rest && whole < 10 ? `${whole}.${rest}` : `${rounded(tenths / 10)}`;
  return waits ? counted(count, "turn") : `${count} s`;
}

/** Return the amount that a share comes to, for the followed hero; null if nobody knows. */
export function amountOf(mirror, figures) {
  const base = baseOf(mirror, figures.of);
  if (base === null) return null;
  return Math.max(1, figures.least, Math.floor((base * figures.percent) / 100));
}

/** Return the figure that a share is of; null if nobody knows it. */
function baseOf({ floor, hero }, of) {
  if (of === "average") return floor?.average ? Math.floor(floor.average / 100) : null;
  if (hero === null) return null;
  const bases = new Map([["life", hero.max_life], ["attack", hero.attack], ["magic", hero.magic]]);
  return bases.get(of) ?? null;
}

/** Return a share of life, its least amount, and what both come to for the hero. */
function share(mirror, figures) {
  const least = figures.least ? `, at least ${figures.least}` : "";
  const amount = amountOf(mirror, figures);
  const own = amount === null ? "" : `: ${amount} for you`;
  return `${figures.percent} % of full life${least}${own}`;
}

function damage(mirror, figures) {
  const amount = amountOf(mirror, figures);
  return amount === null
    ? `${figures.percent} % of ${figures.of} as ${figures.damage} damage`
    : `about ${amount} ${figures.damage} damage`;
}

function strikes(mirror, figures) {
  const { radius, count, range } = figures;
  const reach = range ? `, up to ${range} cells away` : "";
  const width = radius ? ` to all within ${counted(radius, "cell")}` : "";
  const leaps = count > 1 ? ` to up to ${count} enemies` : "";
  return `${damage(mirror, figures)}${width}${leaps}${reach}`;
}

/** Return what a status does, each in a few words; `amount` is what a share of life comes to. */
function atWork(mirror, figures, amount) {
  const { percent, damage: type, every, speed, absorb } = figures;
  const parts = [];
  if (percent) {
    const much = amount === null ? `${percent} % of full life` : `${amount} life`;
    const how = type ? ` as ${type} damage` : " comes back";
    parts.push(`${much}${how} every ${durationWords(every, mirror)}`);
  }
  if (speed === 0) parts.push("can't act");
  else if (speed !== NORMAL) parts.push(`speed ${speed} %`);
  if (absorb) parts.push(`up to ${absorb} % of full life off each hit`);
  for (const [field, words] of Object.entries(DEVIATIONS)) {
    if (figures[field] !== NORMAL) parts.push(words.replace("{}", changed(figures[field])));
  }
  return parts;
}

/** Return how far a share of the usual is from it: "25 % more". */
function changed(percent) {
  return `${Math.abs(percent - NORMAL)} % ${percent > NORMAL ? "more" : "less"}`;
}

/** Return a status with its time and its chance, and what it does to whom it affects. */
function lasts(mirror, figures) {
  const time = figures.ticks ? ` for ${durationWords(figures.ticks, mirror)}` : "";
  const chance = figures.chance < NORMAL ? ` (${figures.chance} %)` : "";
  const parts = atWork(mirror, figures, null).join(", ");
  return `${figures.name}${time}${chance}${parts ? `: ${parts}` : ""}`;
}

function trap(mirror, figures) {
  const width = figures.radius ? ` within ${counted(figures.radius, "cell")}` : "";
  return `a trap: ${damage(mirror, figures)}${width}`;
}

function summons(mirror, { count, name, ticks }) {
  const number = count > 1 ? `${count} times ` : "";
  return `calls ${number}a ${name} for ${durationWords(ticks, mirror)}`;
}

/** Return the server's words about an effect of an extension; empty if it has none. */
function toldByServer(mirror, figures) {
  return (mirror.words.get(figures.does) ?? "").replace(FIGURE, (_, name) =>
    name === "ticks" ? durationWords(figures.ticks, mirror) : `${figures[name]}`,
  );
}

/** The words for each effect. Those of others come from the server. */
const WORDS = new Map([
  ["heal", (mirror, figures) => `heals ${share(mirror, figures)}`],
  ["hearten", (mirror, figures) => `adds ${share(mirror, figures)}, for good`],
  ["feed", (_mirror, { percent }) => `feeds ${percent} % of a full stomach`],
  ["cure", () => "ends all bad statuses"],
  ["teach", (_mirror, { name }) => `teaches ${name}`],
  ...["bolt", "chain", "ball", "nova"].map((each) => [each, strikes]),
  ["blink", (_mirror, { range }) => `takes you up to ${counted(range, "cell")} away`],
  ["light", (_mirror, { radius }) => `shows the ground within ${counted(radius, "cell")}`],
  ["summon", summons],
  ...["harm", "hinder", "boost", "shelter", "ally"].map((each) => [each, lasts]),
  ["trap", trap],
  ["ground", statusWords],
]);
