/** The terms of a session, and the screens to change them. */

import { ACCESS, ACCESS_MEANS } from "../../generated/catalogue.js";
import { termsWords, yesOrNo } from "../../words/session_words.js";
import { pop, push, sendRequest } from "../widgets/actions.js";
import { ConfirmScreen } from "../widgets/confirm_screen.js";
import { DealsScreen, deal } from "../widgets/deals_screen.js";
import { Authority } from "./authority.js";
import { DissolveScreen } from "./moderation_forms.js";

/** One line per term that the player may change, with its present value. */
export class TermsScreen extends DealsScreen {
  title = "Game settings";
  verb = "change it";

  constructor(ui, session) {
    super(ui);
    this.session = session;
  }

  /** Return the terms in words, for a player who can't change them. */
  nothing() {
    return this.ui.people ? termsWords(this.ui.people.terms) : "Asking…";
  }

  get deals() {
    const { people, account } = this.ui;
    if (people === null) return [];
    const { terms } = people;
    const own = new Authority(people, account.operator);
    const deals = own.may("lock") ? this.doors(terms) : [];
    if (own.may("open")) deals.push(this.access(terms));
    if (own.seesCode) {
      const show = this.given(["invite"]);
      deals.push(deal("show the invite code", "To read aloud, or to copy.", show));
    }
    if (own.renewsCode) deals.push(this.renewal());
    return own.may("dissolve") ? [...deals, this.end()] : deals;
  }

  /** Return the changes that moderators make without a form. */
  doors(terms) {
    const chat = !terms.watchers_talk;
    return [
      deal(
        `locked: ${yesOrNo(terms.locked)}`,
        "When locked, nobody new may join; players with a seat may always come back.",
        this.given(["lock", !terms.locked]),
      ),
      deal(
        `spectators may chat: ${yesOrNo(terms.watchers_talk)}`,
        "Players' chat stays as it is.",
        this.given(["chatting", chat]),
      ),
    ];
  }

  access({ access }) {
    const screen = new AccessScreen(this.ui, this.session, access);
    return deal(`access: ${ACCESS[access]}`, ACCESS_MEANS[access], [push(screen)]);
  }

  renewal() {
    const text = "The old code stops working. Everyone in the game stays.";
    const renew = this.given(["invite", true]);
    const question = new ConfirmScreen(this.ui, "A new invite code?", text, "renew it", renew);
    return deal("make a new invite code", "The old code stops working.", [push(question)]);
  }

  end() {
    const screen = new DissolveScreen(this.ui, this.session);
    return deal("end the game", "It ends for everyone.", [push(screen)]);
  }

  given(order) {
    return [sendRequest("govern", order, this.session)];
  }
}

/** The three kinds of access. */
export class AccessScreen extends DealsScreen {
  title = "Who may join?";
  verb = "set it";

  constructor(ui, session, now) {
    super(ui);
    this.session = session;
    this.choice.index = Object.keys(ACCESS).indexOf(now);
  }

  get deals() {
    return Object.entries(ACCESS).map(([kind, words]) => {
      const open = [pop(), sendRequest("govern", ["open", kind], this.session)];
      return deal(words, ACCESS_MEANS[kind], open);
    });
  }
}
