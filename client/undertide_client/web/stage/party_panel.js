/** The party's list in the side panel: whom spectators follow, and to whom players go. */

import { css, lifeColour } from "../page/colours.js";
import { byId, colour, element, isNews, mark, say, updateChildren } from "../page/dom.js";
import { wayWords } from "../screens/map/companions.js";
import { floorWords, memberState } from "../words/words.js";
import { bar, setBar } from "./bars.js";

/** The key of the party's own row among its heroes'. */
const PARTY = "party";

/** `onMember` is called with the seat of a hero that was chosen, or null for the whole party. */
export class PartyPanel {
  constructor(ui, onMember) {
    this.ui = ui;
    this.onMember = onMember;
  }

  /** Show the party. `tint` returns a colour of the wire as style sheets write it. */
  draw(tint, adapt) {
    const { mirror, spectating } = this.ui;
    say(byId("party-head"), spectating ? "Follow" : "Party");
    const rows = spectating ? [{ seat: null }, ...mirror.party] : mirror.party;
    const make = ({ seat }) => this.row(seat);
    updateChildren(byId("party"), rows, ({ seat }) => seat ?? PARTY, make, (item, member) => {
      const button = item.firstChild;
      if (spectating) mark(button, "aria-pressed", mirror.following === member.seat);
      else button.removeAttribute("aria-pressed");
      if (member.seat === null) return;
      fill(button, mirror, member, { tint, adapt, verb: this.verb(member.seat) });
      button.disabled = member.state === "dead";
    });
  }

  /** Return what a click on a hero's row does, for its name. */
  verb(seat) {
    if (this.ui.spectating) return "Follow";
    return seat === this.ui.mirror.seat ? "Your hero" : "Go to";
  }

  /** Return a new row of the list. */
  row(seat) {
    const content =
      seat === null
        ? [element("span", "glyph", "◉"), element("span", "name", "The whole party")]
        : [element("span", "glyph", "@"), bar(), element("span", "right")];
    const button = element("button", "row", ...content);
    button.type = "button";
    button.addEventListener("click", () => this.onMember(seat));
    return element("li", "", button);
  }
}

function fill(button, mirror, member, { tint, adapt, verb }) {
  const [glyph, life, right] = button.children;
  const state = memberState(member, mirror);
  const bearing = wayWords(mirror, member.seat);
  const place = bearing || floorWords(mirror, member);
  if (!isNews(button, member, state, bearing, place, tint(member.colour), verb)) return;
  colour(glyph, tint(member.colour));
  setBar(life, member.health, css(adapt(lifeColour(member.health))), member.name);
  say(right, `${state || `L${member.level}`} ${place}`.trim());
  const how = state || `${member.health}% of its life`;
  const where = member.floor ? `floor ${member.floor}` : "on no floor";
  const away = bearing && `${parseInt(bearing, 10) || 0} cells away`;
  const what = [`${verb} ${member.name}`, member.calling, `level ${member.level}`];
  const words = [...what, how, where, away];
  mark(button, "aria-label", words.filter(Boolean).join(", "));
}
