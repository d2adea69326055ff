/** Texts about items: the figures of gear, how they compare with worn gear, and trade. */

import { BETTER, EQUAL, FIGURES, LETTERS, MINUS, SLOTS, WORSE } from "../generated/catalogue.js";

/** Return the name of a gear's figure: `res.fire` → "fire resistance". */
export function figureName(key) {
  const [kind, damage] = cut(key, ".");
  if (damage) return `${damage} ${kind === "res" ? "resistance" : "damage"}`;
  return Object.hasOwn(FIGURES, key) ? FIGURES[key] : key.replaceAll("_", " ");
}

/** Return a figure in tenths as text: 36 → "3.6", 40 → "4"; MINUS stands before a negative. */
export function points(tenths) {
  const size = Math.abs(tenths);
  const whole = Math.floor(size / 10);
  const text = size % 10 ? `${whole}.${size % 10}` : `${whole}`;
  return tenths >= 0 ? text : `${MINUS}${text}`;
}

/** Return a figure in tenths as text, with its sign. */
export function signed(tenths) {
  return tenths >= 0 ? `+${points(tenths)}` : points(tenths);
}

/** Return an item's name for lists: its count, name and quality. */
export function itemName(item) {
  const count = item.count > 1 ? `${item.count} ` : "";
  return `${count}${item.name}${item.quality ? ` (${item.quality})` : ""}`;
}

/** Return the use of an essence at a forge. */
export function essenceWords(essence) {
  const costs = essence.costs.join(", ");
  return `It gives gear the affix “${essence.affix}”. The levels of that take ${costs} of it.`;
}

/** Return the price of one more essence at a forge. */
export function exchangeWords(essence) {
  return `A forge turns ${essence.exchange} other essences into one of these.`;
}

/** Return whom an item suits better than its bearer; empty if it suits no companion better. */
export function suitsWords(item, party) {
  const suited = item.suits === null ? undefined : party.find(({ seat }) => seat === item.suits);
  return suited?.name ? `It suits ${suited.name} better than you.` : "";
}

/**
 * Return the letter of each item by its id; empty for essences, and when none is left. The server
 * gives letters. Servers that give none leave it to the order of the pack.
 */
export function packLetters(pack) {
  const taken = new Set(pack.map(({ letter }) => letter));
  const free = [...LETTERS].filter((letter) => !taken.has(letter));
  const told = [...taken].some(Boolean);
  const letterOf = ({ letter, essence }) =>
    letter || (told && essence) ? letter : (free.shift() ?? "");
  return new Map(pack.map((item) => [item.item, letterOf(item)]));
}

/** Return the number of slots of the pack that its items take. */
export function slotsUsed(pack) {
  return pack.filter((item) => item.takes_slot && !item.slot).length;
}

/** Return an item as a line of a list. */
export function itemRow(item) {
  const pouch = item.essence === null ? "" : "  in the pouch";
  const where = item.slot ? `  worn: ${SLOTS[item.slot]}` : pouch;
  const name = [itemName(item), item.slot ? "bright" : "ink"];
  return [[`${item.glyph} `, item.colour], name, [where, "gold"], ...gainMark(item)];
}

/** Return whether wearing gear would make the hero stronger, weaker or neither, as a mark. */
export function gainMark({ gain }) {
  if (gain === null) return [];
  if (!gain) return [[`  ${EQUAL}`, "soft"]];
  return [gain > 0 ? [`  ${BETTER}`, "good"] : [`  ${WORSE}`, "bad"]];
}

/** Return the gear that would make the hero strongest; null if no piece would. */
export function bestToWear(pack) {
  const better = pack.filter(({ gain }) => gain > 0);
  return better.reduce((best, item) => (best?.gain >= item.gain ? best : item), null);
}

/**
 * Return the figures of gear as a line, next to the gear it would replace; none for other things.
 * With a slot, that is the gear worn there.
 */
export function figureRows(item, pack, slot = null) {
  if (!item.slots.length) return [];
  const rival = wornInstead(item, pack, slot);
  if (rival === null) return laid(figures(item), "");
  return laid(compared(inTenths(item), inTenths(rival)), `instead of ${rival.name}: `);
}

/**
 * Return the figures of gear now and then, each as a line. `now` and `then` are Maps of figures by
 * their keys; figures in the Set `rounded` are marked as approximate.
 */
export function changeRows(now, then, rounded) {
  const present = [...now].map(([key, figure]) => [`${figureName(key)} ${figure}`, "soft"]);
  const changes = compared(tenfold(then), tenfold(now), rounded);
  const nothing = [["nothing", "soft"]];
  return [
    ...laid(present.length ? present : nothing, "now: "),
    ...laid(changes.length ? changes : nothing, "then: "),
  ];
}

/**
 * Return the worn gear that an item would replace, in `slot` or in the slot it would take. Return
 * null if the item is worn itself, or if a slot for it is free.
 */
export function wornInstead(item, pack, slot = null) {
  if (item.slot) return null;
  const taken = (slot ? [slot] : item.slots).map((each) => wornIn(pack, each));
  return taken.includes(undefined) ? null : (taken[0] ?? null);
}

/** Return the figures of gear in tenths of a point, as a Map by their keys. */
export function inTenths(item) {
  const [whole, tenths] = [new Map(item.figures), new Map(item.tenths)];
  const keys = [...new Set([...whole.keys(), ...tenths.keys()])];
  const figureOf = (key) => 10 * (whole.get(key) ?? 0) + (tenths.get(key) ?? 0);
  return new Map(keys.map((key) => [key, figureOf(key)]));
}

function wornIn(pack, slot) {
  return pack.findLast((item) => item.slot === slot);
}

function tenfold(whole) {
  return new Map([...whole].map(([key, figure]) => [key, 10 * figure]));
}

function figures(item) {
  return [...inTenths(item)].map(([key, figure]) => [
    `${signed(figure)} ${figureName(key)}`,
    figure >= 0 ? "good" : "bad",
  ]);
}

/** Return the change of each figure; figures are in tenths of a point. */
function compared(ours, theirs, rounded = new Set()) {
  return [...new Set([...ours.keys(), ...theirs.keys()])].map((key) => {
    const figure = ours.get(key) ?? 0;
    const change = figure - (theirs.get(key) ?? 0);
    const [mark, ink] = verdict(change);
    const about = rounded.has(key) ? "about " : "";
    return [`${mark} ${figureName(key)} ${about}${points(figure)} (${signed(change)})`, ink];
  });
}

function verdict(change) {
  if (!change) return [EQUAL, "soft"];
  return change > 0 ? [BETTER, "good"] : [WORSE, "bad"];
}

/** Return spans with commas as a line; none without any. */
function laid(spans, head) {
  const last = spans.length - 1;
  const pieces = spans.map(([text, ink], index) => [index === last ? text : `${text}, `, ink]);
  const line = head ? [[head, "soft"], ...pieces] : pieces;
  return line.length ? [line] : [];
}

function cut(text, mark) {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + mark.length)];
}

/** Return what a companion offers in a trade. */
export function offerWords(name, table) {
  if (table === null) return `Choose what you offer. ${name} then adds something of its own.`;
  const parts = table.gets.map(itemName);
  if (table.gets_gold) parts.push(`${table.gets_gold} gold`);
  return parts.length ? `${name} offers: ${parts.join(", ")}.` : `${name} offers nothing yet.`;
}

/** Return who accepts the present offers. `isChanged`: an offer was not sent yet. */
export function consentWords(name, table, isChanged) {
  if (table === null) return "";
  if (isChanged) return "Send your changed offer first: nobody accepts what is not sent.";
  if (table.accepts) return `You accept. ${name} has not accepted yet.`;
  return table.is_accepted ? `${name} accepts. Do you?` : "Nobody has accepted yet.";
}
