/** The side panel: the followed hero, the floor, its tide and pace, the party, what is in sight. */

import { css, lifeColour, readable, rgb } from "../page/colours.js";
import { byId, colour, element, isNews, mark, onChange, say, show, updateChildren } from "../page/dom.js";
import { MARK_GLYPHS } from "../generated/catalogue.js";
import { glyphOf } from "../map/glyphs.js";
import { creatures, marksOf } from "../screens/map/panel.js";
import { agreementWords } from "../words/agreement_words.js";
import { figureNotes } from "../words/figure_words.js";
import { dangerSpan, threatOf, threatWords } from "../words/threat_words.js";
import {
  changeWords,
  comerWords,
  markWords,
  nameOfSeat,
  paceWords,
  pauseWords,
  stateWords,
  tideWords,
  visibleWords,
} from "../words/words.js";
import { bar, setBar, setGauge } from "./bars.js";
import { HeroPanel } from "./hero_panel.js";
import { PartyPanel } from "./party_panel.js";

/** Monsters that are listed; more are only counted. */
const MOST_SEEN = 12;
/** Stands for an amulet that is in nobody's hands. */
const MISSING = "·";

/** What the parts of the panel show, by the keys of its figures. */
const EXPLAINED = {
  life: ["life"],
  mana: ["mana"],
  experience: ["experience"],
  conditions: ["hunger", "status"],
  gold: ["gold"],
  tide: ["tide"],
  "tide-mark": ["mark", "comer"],
  pace: ["pace"],
  "pace-next": ["change"],
  "party-head": ["party"],
  "seen-head": ["sight"],
};

/**
 * `onMember` is called with the seat of a hero that was chosen, or null for the party; `onKey` with
 * the key of an ability that was. `onFigure` is called when a figure was chosen.
 */
export class Panels {
  constructor(ui, { onMember, onKey, onFigure }) {
    this.hero = new HeroPanel(ui, onKey);
    this.party = new PartyPanel(ui, onMember);
    this.drawAmulets = onChange((amulets) => drawAmulets(amulets));
    for (const id of Object.keys(EXPLAINED)) byId(id).addEventListener("click", onFigure);
  }

  /** Show what a mirror holds. `adapt` turns colours into those that the viewer tells apart. */
  draw(mirror, adapt) {
    if (this.adapt !== adapt) this.see(adapt);
    this.hero.draw(this.tint);
    drawFloor(mirror);
    this.drawAmulets(mirror.amulets.map((one) => ({ ...one, ink: this.tint(one.colour) })));
    this.party.draw(this.tint, adapt);
    drawSeen(mirror, this.tint, adapt);
    explain(mirror);
  }

  /** Take colours for other eyes. */
  see(adapt) {
    const inks = new Map();
    this.adapt = adapt;
    this.tint = (colour) => {
      if (!inks.has(colour)) inks.set(colour, css(adapt(readable(rgb(colour)))));
      return inks.get(colour);
    };
  }
}

// --- the floor ---------------------------------------------------------------------------------

function drawFloor(mirror) {
  const { floor, tide } = mirror;
  show(byId("floor"), floor !== null);
  if (floor === null) return;
  say(byId("floor-number"), `Floor ${floor.number}`);
  say(byId("floor-name"), [floor.name, floor.type && `(${floor.type})`].filter(Boolean).join(" "));
  setGauge("tide", Math.max(0, tide.percent), 100, tideWords(tide));
  say(byId("tide-mark"), [markWords(tide), comerWords(mirror)].filter(Boolean).join(" · "));
  const asked = mirror.pace.paused_for ? "" : pauseWords(mirror, "");
  say(byId("pace"), asked || paceWords(mirror));
  say(byId("pace-next"), changeWords(mirror.pace));
  const agreements = mirror.agreements.map((one) => agreementWords(mirror, one));
  say(byId("agreements"), agreements.join(" · "));
  const marks = marksOf(mirror).map(
    ({ mark, seat }) => `${MARK_GLYPHS[mark]} ${mark} (${nameOfSeat(mirror, seat)})`,
  );
  say(byId("cell-marks"), marks.length ? `Marks: ${marks.join(", ")}` : "");
}

function drawAmulets(amulets) {
  const held = amulets.filter(({ bearer }) => bearer !== null).length;
  show(byId("amulets"), amulets.length > 0);
  byId("amulets").replaceChildren(
    `Amulets ${held} of ${amulets.length} `,
    ...amulets.map(({ name, glyph, ink, bearer }) => {
      const sign = element("span", "glyph", bearer === null ? MISSING : glyph);
      sign.title = name;
      if (bearer !== null) sign.style.color = ink;
      return sign;
    }),
  );
}

/** Tell who points at a figure what it means. */
function explain(mirror) {
  const notes = figureNotes(mirror);
  for (const [id, keys] of Object.entries(EXPLAINED)) {
    const told = notes.filter(([key]) => keys.includes(key));
    mark(byId(id), "title", told.map(([, figure, meaning]) => `${figure}: ${meaning}`).join("\n"));
  }
}

// --- what is in sight --------------------------------------------------------------------------

function drawSeen(mirror, tint, adapt) {
  const seen = creatures(mirror);
  show(byId("sight"), seen.length > 0);
  const shown = seen.slice(0, MOST_SEEN);
  const make = () => {
    const [glyph, right] = [element("span", "glyph"), element("span", "right")];
    return element("li", "row", glyph, bar(), element("span"), right);
  };
  updateChildren(byId("seen"), shown, ({ id }) => id, make, (row, one) => {
    const kind = mirror.kindOf(one);
    const [danger, ink] = dangerSpan(threatOf(mirror, one));
    const title = `${kind.name}: ${stateWords(one)}. ${threatWords(mirror, one)}`.trim();
    if (!isNews(row, one, kind, title, tint(kind.colour))) return;
    const [glyph, life, sign, right] = row.children;
    say(glyph, glyphOf(kind));
    colour(glyph, tint(kind.colour));
    setBar(life, one.health, css(adapt(lifeColour(one.health))), kind.name);
    say(sign, danger);
    mark(sign, "class", `ink-${ink}`);
    say(right, visibleWords(one));
    mark(row, "title", title);
    row.classList.toggle("hunting", one.mood === "hunting");
  });
  const more = seen.length - shown.length;
  say(byId("seen-more"), more ? `and ${more} more` : "");
}
