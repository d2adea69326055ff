/** Parts of messages that a hero's own player gets: the pack, spells, trades, reports. */

import {
  LETTERS,
  MAX_ABILITIES,
  MAX_EFFECTS,
  MAX_LEVELS,
  MAX_PIECES,
  WORDS,
} from "../generated/schema.js";
import { EFFECTS, FIGURES } from "./parts.js";
import {
  colour,
  count,
  flag,
  int,
  key,
  list,
  maybe,
  oneOf,
  pair,
  raw,
  sentence,
  shapes,
  sign,
  thing,
  word,
} from "./types.js";

const SLOTS = list(oneOf(WORDS.Slot), MAX_EFFECTS);
const TARGET = oneOf(["none", "cell"]);
const DOES = list(word, MAX_EFFECTS);

/** The letter of a thing in a list, or an empty text. */
const letter = (value) => (raw(value).length === 1 && LETTERS.includes(value) ? value : "");

const { EssenceInfo } = shapes({
  EssenceInfo: {
    affix: word,
    costs: list(count, MAX_LEVELS),
    slots: SLOTS,
    pieces: list(int, MAX_PIECES),
    makes: list(list(FIGURES, MAX_LEVELS + 1), MAX_PIECES),
    exchange: count,
  },
});

const { PackItem } = shapes({
  PackItem: {
    item: int,
    name: thing,
    count,
    glyph: sign,
    colour,
    description: sentence,
    target: TARGET,
    radius: count,
    usable: flag,
    slots: SLOTS,
    slot: oneOf(["", ...WORDS.Slot]),
    quality: word,
    figures: FIGURES,
    affixes: FIGURES,
    essence: maybe(EssenceInfo),
    does: DOES,
    tenths: FIGURES,
    letter,
    takes_slot: flag,
    offer: count,
    scrap: count,
    effects: EFFECTS,
    suits: maybe(int),
  },
});

export const OWN_PARTS = {
  PackItem,
  ...shapes({
    IntentReport: {
      received: count,
      sequence: count,
      outcome: oneOf(WORDS.Outcome),
      reason: sentence,
    },
    TradeTable: {
      number: int,
      seat: int,
      gives: list(pair(int, count), MAX_PIECES),
      gives_gold: count,
      gets: list(PackItem, MAX_PIECES),
      gets_gold: count,
      accepts: flag,
      is_accepted: flag,
    },
    SpellInfo: {
      spell: key,
      name: word,
      glyph: sign,
      colour,
      description: sentence,
      mana: count,
      target: TARGET,
      range: count,
      radius: count,
      harms: flag,
      helps: flag,
      does: DOES,
      effects: EFFECTS,
    },
    AbilityInfo: {
      ability: key,
      name: word,
      description: sentence,
      target: TARGET,
      range: count,
      radius: count,
      mana: count,
      cooldown: count,
      passive: flag,
      harms: flag,
      does: DOES,
    },
  }),
};
export const ABILITIES = list(OWN_PARTS.AbilityInfo, MAX_ABILITIES);
