/** Texts about abilities (R17) and callings (R7). */

import { ABILITY_COMMANDS } from "../generated/catalogue.js";
import { UNSTATED_RATE } from "../generated/schema.js";
import { prefixed } from "../keys/touch.js";
import { shortSpanWords, withSpans } from "./time_words.js";
import { begun } from "./grammar.js";

/** Return the ticks until the followed hero can perform an ability again; 0 if it is ready. */
export function ticksUntilReady(mirror, ability) {
  return new Map(mirror.hero?.resting ?? []).get(ability.ability) ?? 0;
}

/**
 * Return each ability that the hero performs, with its key, and the time until it is ready.
 * Spectators see no keys: theirs mean other things.
 */
export function readiness(ui) {
  return byCommand(ui.mirror.abilities, ({ passive }) => !passive).map(([command, ability]) => {
    const words = `${ui.spectating ? "" : prefixed(ui, "PLAY", command)}${ability.name}`;
    const left = ticksUntilReady(ui.mirror, ability);
    return left ? [`${words} ${shortSpanWords(left, ui.mirror)}`, "faint"] : [words, "ink"];
  });
}

/** Return what an ability does and costs, its times as players count them. */
export function toldAbility(ui, ability) {
  const rate = ui.mirror.customs?.ticks_per_second ?? UNSTATED_RATE;
  return withSpans(`${ability.description} ${priceWords(ability)}`.trim(), ui.mirror, rate);
}

/** Return lines about abilities, each with the player's key for it, its figures and its price. */
export function abilityRows(ui, abilities) {
  return byCommand(abilities, () => true).map(([command, ability]) => {
    const name = `${ability.passive ? "" : prefixed(ui, "PLAY", command)}${ability.name}`;
    return [[name, "bright"], [`: ${toldAbility(ui, ability)}`, "soft"]];
  });
}

/** Return what an ability costs: "Ready again after 60 ticks; 4 mana."; empty for nothing. */
function priceWords(ability) {
  const rest = ability.cooldown ? `Ready again after ${ability.cooldown} ticks` : "";
  const mana = ability.mana ? `${ability.mana} mana` : "";
  const words = [rest, mana].filter(Boolean).join("; ");
  return words ? `${words}.` : "";
}

/** Return those abilities that have a command and fit, each after its command. */
function byCommand(abilities, fits) {
  const paired = ABILITY_COMMANDS.map((command, index) => [command, abilities[index]]);
  return paired.filter(([, ability]) => ability !== undefined && fits(ability));
}

/** Return lines about a calling: how it plays, what it begins with, and its abilities. */
export function callingRows(ui, calling) {
  const rows = [
    [[calling.plays || calling.description, "bright"]],
    [[beginning(calling), "gold"]],
  ];
  return [...rows.filter(([[words]]) => words), ...abilityRows(ui, calling.abilities)];
}

/** Return what a calling begins with: "Begins with oak staff; knows slow."; empty if unknown. */
function beginning(calling) {
  const things = calling.start.map(([name, count]) => (count === 1 ? name : `${count} ${name}`));
  const carried = things.length ? `begins with ${things.join(", ")}` : "";
  const known = calling.spells.length ? `knows ${calling.spells.join(", ")}` : "";
  const words = [carried, known].filter(Boolean).join("; ");
  return words ? `${begun(words)}.` : "";
}
