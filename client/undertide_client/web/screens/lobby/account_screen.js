/** The actions about the player's account on a server. */

import {
  AUDIT_LOG,
  ERASE,
  EVERYONE,
  EXPORT,
  LOG_IN,
  LOG_OUT,
  PASSWORD,
  SIGN_UP,
} from "../../generated/catalogue.js";
import { accountWords } from "../../words/session_words.js";
import { openAuditLog } from "../people/audit_screen.js";
import { openPeople } from "../people/people_screen.js";
import { pop, push, sendRequest } from "../widgets/actions.js";
import { ListScreen } from "../widgets/list_screen.js";
import { EraseScreen, LogInScreen, PasswordScreen, SignUpScreen } from "./login_screens.js";

/** What each action does. */
const WORK = new Map([
  [LOG_IN, (ui) => [push(new LogInScreen(ui))]],
  [SIGN_UP, (ui) => [push(new SignUpScreen(ui))]],
  [PASSWORD, (ui) => [push(new PasswordScreen(ui))]],
  [LOG_OUT, () => [pop(), sendRequest("logout")]],
  [EXPORT, () => [pop(), sendRequest("export")]],
  [ERASE, (ui) => [push(new EraseScreen(ui))]],
  [EVERYONE, (ui) => openPeople(ui)],
  [AUDIT_LOG, (ui) => openAuditLog(ui)],
]);

/** The account actions that are open to the player now: one line each. */
export class AccountScreen extends ListScreen {
  title = "Your account";
  verb = "do it";
  lettered = true;

  /** Return the title, which names the player's account. */
  heading() {
    return accountWords(this.ui.account);
  }

  get choices() {
    const { account, lobby } = this.ui;
    if (!account.name && !account.operator) {
      return lobby.customs === null || lobby.customs.accounts ? [LOG_IN, SIGN_UP] : [LOG_IN];
    }
    const own = account.name ? [PASSWORD, LOG_OUT, EXPORT, ERASE] : [LOG_OUT];
    return account.operator ? [...own, EVERYONE, AUDIT_LOG] : own;
  }

  lines() {
    return this.choices.map(([name]) => [[name]]);
  }

  detail(index) {
    return [[[this.choices[index][1], "soft"]]];
  }

  /** Do the chosen action. */
  choose(index) {
    return WORK.get(this.choices[index])(this.ui);
  }
}
