/** The pages of the help: rows of text and keys. A gap between paragraphs is an empty row. */

import { ABOUT_TIDE, ABOUT_TIME, CROWN } from "../../generated/catalogue.js";
import { CONTEXTS } from "../../generated/commands.js";
import { GESTURES, named } from "../../keys/touch.js";
import { shown } from "../../keys/names.js";
import { glyphOf } from "../../map/glyphs.js";
import { inviteLink, rootOf } from "../../page/addresses.js";
import { abilityRows } from "../../words/ability_words.js";
import { figureNotes } from "../../words/figure_words.js";
import { capitalized } from "../../words/grammar.js";
import { comerWords, markWords, paceWords, tideWords } from "../../words/words.js";
import { inSight } from "../map/routes.js";

/** Return the keys of contexts, each under its name. */
export function keyRows(ui, contexts) {
  return contexts.flatMap((context, index) => [
    ...(index ? [[]] : []),
    [[capitalized(CONTEXTS[context]), "gold"]],
    ...[...byHelp(ui, context)].flatMap(([text, bindings]) => helpRows(text, bindings)),
  ]);
}

/** Return what fingers do on the map. */
export function gestures() {
  return GESTURES.map(([gesture, does]) => [
    [gesture, "bright"],
    [does, "ink"],
  ]);
}

/** Return how others join or watch, if they can. */
export function sharing(ui) {
  const { session, terms } = ui.mirror;
  const isInvited = ui.invite !== null && ui.invite.session === session;
  if (!isInvited && session && terms.access === "invited") {
    const people = named(ui, "PLAY", "PEOPLE");
    const invite = named(ui, "PEOPLE", "INVITE");
    return [[[`Others need an invite: ${people}, then ${invite}.`, "soft"]]];
  }
  const door = isInvited ? ui.invite.code : session;
  const link = door ? inviteLink(door) : rootOf(window.location);
  return [
    [["Others watch in a browser, or join with", "soft"]],
    ...[link, `undertide join ${link}`].map((line) => [[`  ${line}`, "bright"]]),
  ];
}

/** Return what each glyph in sight stands for: creatures and things first, then the ground. */
export function legend(mirror) {
  const entries = [...thingsInSight(mirror), ...groundInSight(mirror)];
  const distinct = new Map(entries.map((entry) => [entry.join("\n"), entry])).values();
  return [...distinct].map(([glyph, colour, name, about]) => {
    return [[`${glyph}  `, colour], [name, "bright"], [about ? `: ${about}` : "", "soft"]];
  });
}

/** Return what each figure that the panel shows now means. */
export function panel(mirror) {
  return figureNotes(mirror).flatMap(([, figure, meaning]) => [
    [[figure, "bright"]],
    [[`  ${meaning}`, "soft"]],
  ]);
}

/** Return what the players of the present game try to do, and how far they are. */
export function goal(ui) {
  const { amulets, preset, customs } = ui.mirror;
  const info = ui.mirror.presetInfos.get(preset || customs?.preset);
  const rows = [];
  if (info) {
    rows.push([[info.title, "gold"]], ...paragraph(info.description, "soft"), []);
    rows.push(...info.goal.flatMap((line) => paragraph(line, "ink")));
  }
  const held = amulets.filter(({ bearer }) => bearer !== null).length;
  const words = `The party holds ${held} of ${amulets.length} amulets.`;
  return amulets.length ? [...rows, [], [[words, "ink"]]] : rows;
}

/** Return how the present run differs from others (R14). */
export function run(mirror) {
  return mirror.variations.flatMap(({ name, description }) => [
    [[name, "gold"]],
    ...paragraph(description, "ink"),
    [],
  ]);
}

/** Return what the tide is, and how it stands on the floor that the view shows. */
export function tide(mirror) {
  const state = [tideWords(mirror.tide), markWords(mirror.tide), comerWords(mirror)];
  return [...paragraphs(ABOUT_TIDE), ...nowHere(mirror, state.filter(Boolean).join(", "))];
}

/** Return how time passes, and which way it does on the floor that the view shows. */
export function time(mirror) {
  return [...paragraphs(ABOUT_TIME), ...nowHere(mirror, paceWords(mirror))];
}

/** Return the abilities of all callings: those of companions matter too (R17). */
export function callings(ui) {
  return ui.lobby.callingsOf(ui.mirror.preset).flatMap((calling, index) => [
    ...(index ? [[]] : []),
    [[calling.name, "gold"]],
    ...paragraph(calling.description, "ink"),
    ...paragraph(calling.plays, "bright"),
    ...abilityRows(ui, calling.abilities),
  ]);
}

function nowHere(mirror, words) {
  return mirror.floor ? [[[`Now, here: ${words}.`, "water"]]] : [];
}

function paragraphs(texts) {
  return texts.flatMap((text) => [...paragraph(text, "ink"), []]);
}

/** Return a text as a row; none for an empty one. */
function paragraph(text, ink) {
  return text ? [[[text, ink]]] : [];
}

/** Return the glyph, colour, name and description of each creature and thing in sight. */
function thingsInSight(mirror) {
  const seen = [...mirror.sightings.values()].filter(({ x, y }) => inSight(mirror, [x, y]));
  return seen.map((one) => {
    const kind = mirror.kindOf(one);
    const crown = kind.boss ? `${CROWN} ` : "";
    return [glyphOf(kind), kind.colour, `${crown}${kind.name}`, kind.description];
  });
}

/** Return the glyph, colour, name and description of each kind of ground in sight. */
function groundInSight(mirror) {
  const codes = new Set(mirror.tiles.filter((_code, index) => mirror.sight[index]));
  const known = [...codes].filter((code) => code && mirror.looks.has(code));
  const looks = known.sort((one, other) => one - other).map((code) => mirror.looks.get(code));
  return looks.map(({ glyph, colour, name, description }) => [glyph, colour, name, description]);
}

/** Return a context's bindings by their help text: the eight directions share one. */
function byHelp(ui, context) {
  const groups = new Map();
  for (const binding of ui.keymap.bindings.filter((each) => each.context === context)) {
    groups.set(binding.help, [...(groups.get(binding.help) ?? []), binding]);
  }
  return groups;
}

/** Return lines of keys: one command has a single list, a group one line per kind of key. */
function helpRows(text, bindings) {
  const row = (keys, words) => [[`  ${keys}`, "bright"], [words, "ink"]];
  if (bindings.length === 1) return [row(bindings[0].keys.map(shown).join("  "), text)];
  const most = Math.max(...bindings.map(({ keys }) => keys.length));
  return Array.from({ length: most }, (_each, kind) => {
    const keys = bindings.map((binding) => binding.keys[kind]).filter(Boolean);
    const line = keys.map(shown).join(" ");
    const short = line.includes("num ") ? `num ${line.replaceAll("num ", "")}` : line;
    return row(short, kind ? "" : text);
  });
}
