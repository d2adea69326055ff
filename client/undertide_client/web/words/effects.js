/** How effects are put into words and figures: of items, statuses, traps and the ground. */

import { TICKS_PER_TURN } from "../generated/schema.js";
import { counted, inTurns } from "./words.js";

/** The usual speed, and a sure chance, in percent. */
const NORMAL = 100;

/** Return what effects do, in sentences; empty without any. */
export function effectsWords(scene, effects) {
  const told = effects.map((each) => WORDS[each.does]?.(scene, each)).filter(Boolean);
  return told.map((text) => `${text[0].toUpperCase()}${text.slice(1)}.`).join(" ");
}

/** Return what the statuses of the followed hero do to it. */
export function statusesWords(scene) {
  const told = scene.hero.status_figures.map((figures) => {
    const parts = atWork(scene, figures, amountOf(scene, figures));
    return parts.length ? `${figures.name}: ${parts.join(", ")}` : "";
  });
  return told.filter(Boolean).join("; ");
}

/** Return what statuses do to somebody else who has them, in sentences; empty if nothing. */
export function othersStatusesWords(scene, statuses) {
  const told = statuses.map((name) => {
    const figures = scene.statuses.get(name);
    const words = figures ? atWork(scene, figures, null).join(", ") : "";
    return words ? `${name[0].toUpperCase()}${name.slice(1)}: ${words}.` : "";
  });
  return told.filter(Boolean).join(" ");
}

/** Return a time: "0.5 s", "12 s", or "2.5 turns" where one plays in turns. */
function durationWords(ticks, { pace, rate }) {
  const waits = inTurns(pace);
  const time = ticks / (waits ? TICKS_PER_TURN : rate);
  const count = time < 10 ? Math.round(10 * time) / 10 : Math.round(time);
  return waits ? counted(count, "turn") : `${count} s`;
}

/** Return what a share comes to for the followed hero; null if nobody knows. */
function amountOf({ hero, floor }, { of, percent, least }) {
  const average = Math.floor((floor?.average ?? 0) / 100);
  const bases = { life: hero?.max_life, attack: hero?.attack, magic: hero?.magic, average };
  const base = bases[of];
  return base ? Math.max(1, least, Math.floor((base * percent) / 100)) : null;
}

function share(scene, figures) {
  const least = figures.least ? `, at least ${figures.least}` : "";
  const amount = amountOf(scene, figures);
  const own = amount === null ? "" : `: ${amount} for the hero`;
  return `${figures.percent} % of full life${least}${own}`;
}

function damageWords(scene, figures) {
  const amount = amountOf(scene, figures);
  return amount === null
    ? `${figures.percent} % of ${figures.of} as ${figures.damage} damage`
    : `about ${amount} ${figures.damage} damage`;
}

function strike(scene, figures) {
  const { radius, count, range } = figures;
  const width = radius ? ` to all within ${counted(radius, "cell")}` : "";
  const leaps = count > 1 ? ` to up to ${count} enemies` : "";
  const reach = range ? `, up to ${range} cells away` : "";
  return `${damageWords(scene, figures)}${width}${leaps}${reach}`;
}

/** Return what a status does, each in a few words; `amount` is what a share of life comes to. */
function atWork(scene, figures, amount) {
  const { percent, damage, every, speed, absorb, taken, dealt } = figures;
  const parts = [];
  if (percent) {
    const much = amount === null ? `${percent} % of full life` : `${amount} life`;
    const how = damage ? ` as ${damage} damage` : " comes back";
    parts.push(`${much}${how} every ${durationWords(every, scene)}`);
  }
  if (speed === 0) parts.push("can't act");
  else if (speed !== NORMAL) parts.push(`speed ${speed} %`);
  if (absorb) parts.push(`up to ${absorb} % of full life off each hit`);
  if (taken !== NORMAL) parts.push(`takes ${changed(taken)} damage`);
  if (dealt !== NORMAL) parts.push(`does ${changed(dealt)} damage`);
  return parts;
}

/** Return how far a share of the usual is from it: "25 % more". */
function changed(percent) {
  return `${Math.abs(percent - NORMAL)} % ${percent > NORMAL ? "more" : "less"}`;
}

function lasting(scene, figures) {
  const time = figures.ticks ? ` for ${durationWords(figures.ticks, scene)}` : "";
  const chance = figures.chance < NORMAL ? ` (${figures.chance} %)` : "";
  const parts = atWork(scene, figures, null).join(", ");
  return `${figures.name}${time}${chance}${parts ? `: ${parts}` : ""}`;
}

function trap(scene, figures) {
  const width = figures.radius ? ` within ${counted(figures.radius, "cell")}` : "";
  return `a trap: ${damageWords(scene, figures)}${width}`;
}

function summon(scene, { count, name, ticks }) {
  return `calls ${count > 1 ? `${count} times ` : ""}a ${name} for ${durationWords(ticks, scene)}`;
}

/** The words for each effect. Others are not told. */
const WORDS = {
  heal: (scene, figures) => `heals ${share(scene, figures)}`,
  hearten: (scene, figures) => `adds ${share(scene, figures)}, for good`,
  feed: (_scene, { percent }) => `feeds ${percent} % of a full stomach`,
  cure: () => "ends all bad statuses",
  teach: (_scene, { name }) => `teaches ${name}`,
  bolt: strike,
  chain: strike,
  ball: strike,
  nova: strike,
  blink: (_scene, { range }) => `takes the hero up to ${counted(range, "cell")} away`,
  light: (_scene, { radius }) => `shows the ground within ${counted(radius, "cell")}`,
  summon,
  harm: lasting,
  hinder: lasting,
  boost: lasting,
  shelter: lasting,
  ally: lasting,
  trap,
  ground: (scene, figures) => atWork(scene, figures, amountOf(scene, figures)).join(", "),
};
