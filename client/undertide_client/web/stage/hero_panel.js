/** The upper part of the side panel: the followed hero, its conditions and its abilities. */

import { ABILITY_COMMANDS } from "../generated/catalogue.js";
import { byId, colour, element, mark, say, show, updateChildren } from "../page/dom.js";
import { conditionWords } from "../screens/map/hero_panel.js";
import { readiness, toldAbility } from "../words/ability_words.js";
import { setGauge } from "./bars.js";

/** Shares of life, in percent, above which it counts as high, and as half. */
const HIGH = 60;
const HALF = 30;

/** `onKey` presses a key: an ability's button does what the ability's key does. */
export class HeroPanel {
  constructor(ui, onKey) {
    this.ui = ui;
    this.onKey = onKey;
  }

  /** Show the followed hero. `tint` returns a colour of the wire as style sheets write it. */
  draw(tint) {
    const { mirror, spectating } = this.ui;
    const { hero } = mirror;
    show(byId("hero"), hero !== null);
    if (hero === null) return;
    mark(byId("hero"), "aria-label", spectating ? "The followed hero" : "Your hero");
    const member = mirror.party.find(({ seat }) => seat === hero.seat);
    const named = byId("hero-name");
    say(named, member?.name ?? "");
    colour(named, member ? tint(member.colour) : "");
    say(byId("hero-level"), [hero.calling, `level ${hero.level}`].filter(Boolean).join(", "));
    drawFigures(hero);
    this.drawAbilities();
    say(byId("conditions"), conditionWords(this.ui).join(" · "));
  }

  /** Show each ability that the hero performs, and when it is ready. */
  drawAbilities() {
    const { ui } = this;
    const known = ui.mirror.abilities.slice(0, ABILITY_COMMANDS.length);
    const commands = ABILITY_COMMANDS.filter((_, index) => known[index]?.passive === false);
    const performed = known.filter(({ passive }) => !passive);
    const rows = readiness(ui).map(([words, ink], index) => {
      return { words, ink, command: commands[index], ability: performed[index] };
    });
    const make = ({ command }) => this.button(command);
    updateChildren(byId("abilities"), rows, ({ command }) => command, make, (button, row) => {
      say(button, row.words);
      mark(button, "class", `ink-${row.ink}`);
      mark(button, "title", toldAbility(ui, row.ability));
      button.disabled = ui.spectating;
    });
  }

  button(command) {
    const button = element("button");
    button.type = "button";
    button.addEventListener("click", () => this.onKey(this.ui.keymap.key("PLAY", command)));
    return button;
  }
}

function drawFigures(hero) {
  setGauge("life", hero.life, hero.max_life, `${hero.life}/${hero.max_life}`);
  mark(byId("life"), "data-state", lifeState(hero));
  const mana = setGauge("mana", hero.mana, hero.max_mana, `${hero.mana}/${hero.max_mana}`);
  show(mana, hero.max_mana > 0);
  const next = hero.next_level || hero.experience;
  setGauge("experience", hero.experience, next, `${hero.experience}/${next}`);
  say(byId("gold"), hero.gold ? `${hero.gold} gold` : "");
}

function lifeState({ life, max_life: most }) {
  const percent = most > 0 ? (100 * life) / most : 0;
  if (percent > HIGH) return "high";
  return percent > HALF ? "half" : "low";
}
