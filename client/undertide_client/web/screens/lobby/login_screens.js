/** The forms to log in, to make an account, to change the password and to erase the account. */

import { AGAIN, ERASURE, KEY_BYTES, KEY_FILE, NEW_PASSWORD } from "../../generated/catalogue.js";
import { MAX_NAME, MAX_PASSWORD, MIN_PASSWORD } from "../../generated/schema.js";
import { fromHex } from "../../net/hex.js";
import { push, sendRequest } from "../widgets/actions.js";
import { ConfirmScreen } from "../widgets/confirm_screen.js";
import { BadText, Writing } from "../widgets/form.js";
import { FormScreen } from "../widgets/form_screen.js";
import { cleanName } from "../widgets/names.js";

function nameLine(help, text) {
  return new Writing("Name", help, MAX_NAME, { text });
}

function passwordLine(title, help) {
  return new Writing(title, help, MAX_PASSWORD, { secret: true });
}

/** A form about the player's account. It stays until the server accepts or refuses it. */
export class AccountForm extends FormScreen {
  /** Notice after the server accepts, if nothing else on the screen shows the success. */
  done = "";
}

/** The form to log in by name and password, or with the server's operator key. */
export class LogInScreen extends AccountForm {
  title = "Log in";
  verb = "log in";

  constructor(ui) {
    const help = "Your account's name. Leave it empty to enter the operator key below.";
    const key = `Hidden. Without a name: the operator key, in ${KEY_FILE} of the data folder.`;
    const [name, password] = [nameLine(help, ui.name), passwordLine("Password", key)];
    super(ui, name, password);
    Object.assign(this, { name, password });
  }

  /** Log in. Throws BadText if the password is missing or the key is malformed. */
  finish() {
    const [name, password] = [this.name.text.trim(), this.password.text];
    if (!name) return [sendRequest("login", "", "", keyOf(password))];
    if (!password) throw new BadText("enter a password");
    return [sendRequest("login", cleanName(name), password)];
  }
}

/** The form to make an account. */
export class SignUpScreen extends AccountForm {
  title = "Make an account";
  verb = "create the account";

  constructor(ui) {
    const help = "Your name on this server; you can still play under other names.";
    const name = nameLine(help, ui.name);
    const password = passwordLine("Password", NEW_PASSWORD);
    const again = passwordLine("Password, again", AGAIN);
    super(ui, name, password, again);
    Object.assign(this, { name, password, again });
  }

  /** Make the account. Throws BadText for an invalid name or password. */
  finish() {
    const name = cleanName(this.name.text);
    return [sendRequest("signup", name, agreed(this.password, this.again))];
  }
}

/** The form to change the password. */
export class PasswordScreen extends AccountForm {
  title = "Change the password";
  verb = "change it";
  done = "Your password is changed.";

  constructor(ui) {
    const old = passwordLine("Old password", "So that nobody else changes it for you.");
    const password = passwordLine("New password", NEW_PASSWORD);
    const again = passwordLine("New password, again", AGAIN);
    super(ui, old, password, again);
    Object.assign(this, { old, password, again });
  }

  /** Change the password. Throws BadText if the new one is invalid. */
  finish() {
    return [sendRequest("password", this.old.text, agreed(this.password, this.again))];
  }
}

/** The form to erase the account, after a question. */
export class EraseScreen extends AccountForm {
  title = "Erase the account";
  verb = "erase it";
  done = "Your account is erased. You are a guest.";

  constructor(ui) {
    const password = passwordLine("Password", "So that nobody else erases it for you.");
    super(ui, password);
    this.password = password;
  }

  /** Ask before the account ends. Throws BadText if the password is missing. */
  finish() {
    if (!this.password.text) throw new BadText("enter a password");
    const erase = [sendRequest("erase", this.password.text)];
    return [push(new ConfirmScreen(this.ui, "Erase the account?", ERASURE, "erase it", erase))];
  }
}

/** Return the operator key from the digits in its file. Throws BadText. */
function keyOf(written) {
  const key = fromHex(written.trim().toLowerCase());
  if (key?.length !== KEY_BYTES) {
    throw new BadText(`without a name, enter the ${2 * KEY_BYTES} digits of ${KEY_FILE}`);
  }
  return key;
}

/** Return a new password that was typed twice. Throws BadText. */
function agreed(one, again) {
  if ([...one.text].length < MIN_PASSWORD) {
    throw new BadText(`a password needs at least ${MIN_PASSWORD} characters`);
  }
  if (one.text !== again.text) throw new BadText("the two passwords differ");
  return one.text;
}
