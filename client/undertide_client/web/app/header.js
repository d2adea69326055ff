/** The buttons in the head of the page. */

import { MenuScreen } from "../screens/menus/menu_screen.js";
import { SettingsScreen } from "../screens/menus/settings_screen.js";
import { push } from "../screens/widgets/actions.js";
import { byId } from "../page/dom.js";

/** Have the buttons open the settings, and the menu of the place where the page is. */
export function bindHeader(page) {
  const { ui, stack } = page;
  const settings = () => [push(new SettingsScreen(ui))];
  byId("settings").addEventListener("click", () => page.perform(settings()));
  byId("menu").addEventListener("click", () => {
    const { lowest } = stack;
    const extras = [{ words: "settings: colours, walls, motion, sound, keys", then: settings }];
    page.perform([push(new MenuScreen(ui, lowest, extras))]);
  });
}
