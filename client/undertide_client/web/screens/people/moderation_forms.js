/** The forms of moderation orders that need more than a person, such as a length or a reason. */

import { LENGTHS, REPORT_HELP } from "../../generated/catalogue.js";
import { MAX_REASON } from "../../generated/schema.js";
import { line } from "../../net/text.js";
import { lengthWords } from "../../words/session_words.js";
import { home, pop, push, sendRequest } from "../widgets/actions.js";
import { ConfirmScreen } from "../widgets/confirm_screen.js";
import { Choosing, Writing } from "../widgets/form.js";
import { FormScreen } from "../widgets/form_screen.js";

function lengthLine() {
  const options = LENGTHS.map((minutes) => option(minutes, lengthWords(minutes)));
  return new Choosing("For how long", "A moderator can end it earlier.", options);
}

function reasonLine(told = "this person") {
  const help = `The reason is shown to ${told} and kept in the audit log.`;
  return new Writing("Why", help, MAX_REASON);
}

/** A form for an order in a session. Once filled, it closes, and so does the screen below it. */
class ModerationForm extends FormScreen {
  constructor(ui, session, ...fields) {
    super(ui, ...fields);
    this.session = session;
  }

  /** Return the order with the values of the form: its tag, then its fields. */
  order() {
    throw new Error("a form needs an order");
  }

  /** Give the order. */
  finish() {
    return [pop(), pop(), sendRequest("govern", this.order(), this.session)];
  }
}

/** A form for an order about a person. */
class PersonForm extends ModerationForm {
  constructor(ui, session, person, ...fields) {
    super(ui, session, ...fields);
    this.person = person;
  }

  heading() {
    return `${this.title}: ${this.person.name}`;
  }
}

/** The form to kick a person, who may come back. */
export class KickScreen extends PersonForm {
  title = "Kick";
  verb = "kick";

  constructor(ui, session, person) {
    const why = reasonLine();
    super(ui, session, person, why);
    this.why = why;
  }

  order() {
    return ["kick", this.person.id, reasonOf(this.why)];
  }
}

/** The form to kick a person and keep the person out. */
export class BanScreen extends PersonForm {
  title = "Ban";
  verb = "ban";

  constructor(ui, session, person) {
    const [length, why] = [lengthLine(), reasonLine()];
    super(ui, session, person, length, why);
    Object.assign(this, { length, why });
  }

  order() {
    return ["ban", this.person.id, this.length.value, reasonOf(this.why)];
  }
}

/** The form to mute a person, so that nobody receives that person's chat. */
export class MuteScreen extends PersonForm {
  title = "Mute";
  verb = "mute";

  constructor(ui, session, person) {
    const length = lengthLine();
    super(ui, session, person, length);
    this.length = length;
  }

  order() {
    return ["mute", this.person.id, this.length.value];
  }
}

/** The form to ban a person from the whole server, by account or by address. */
export class ServerBanScreen extends PersonForm {
  title = "Ban from the whole server";
  verb = "ban";

  constructor(ui, session, person) {
    const known = Object.entries({ account: person.account, address: person.address });
    const options = known.filter(([, value]) => value).map(([key, value]) => {
      return option(key, `${key} ${value}`);
    });
    const by = new Choosing("Ban by", "The account or address to ban from all sessions.", options);
    const [length, why] = [lengthLine(), reasonLine()];
    super(ui, session, person, by, length, why);
    Object.assign(this, { by, length, why });
  }

  order() {
    const account = this.by.value === "account" ? this.person.account : "";
    const address = account ? "" : this.person.address;
    return ["outlaw", account, address, this.length.value, reasonOf(this.why)];
  }
}

/** The form to end a session for everyone, after a question. */
export class DissolveScreen extends ModerationForm {
  title = "End the game";
  verb = "end it";

  constructor(ui, session) {
    const why = reasonLine("everyone in the game");
    super(ui, session, why);
    this.why = why;
  }

  order() {
    return ["dissolve", reasonOf(this.why)];
  }

  /** Ask before the session ends. */
  finish() {
    const text = "The run ends for everyone, and nobody can continue it.";
    const give = [home(), sendRequest("govern", this.order(), this.session)];
    return [push(new ConfirmScreen(this.ui, "End the game?", text, "end it", give))];
  }
}

/** The form to report a person to the server's operators. */
export class ReportScreen extends PersonForm {
  title = "Report";
  verb = "report";

  constructor(ui, person) {
    const why = new Writing("Why", REPORT_HELP, MAX_REASON);
    super(ui, "", person, why);
    this.why = why;
  }

  /** Send the report. */
  finish() {
    return [pop(), sendRequest("report", this.person.id, reasonOf(this.why))];
  }
}

function option(value, words) {
  return { value, words, help: "" };
}

function reasonOf(why) {
  return line(why.text, MAX_REASON);
}
