/**
 * Small screens. There the followed hero and the party stand between the map and the log, and a
 * button slides the other panels in.
 */

import { isConverting } from "../keys/key_events.js";
import { byId } from "../page/dom.js";

/** The same question stands in css/phone.css. */
const SMALL = "(max-width: 760px), (max-height: 500px)";
/** Panels that belong beside the map on small screens, in their order. */
const BESIDE = ["hero", "company"];

/** Keep panels where the size of the screen wants them. */
export function watchSize() {
  const small = window.matchMedia(SMALL);
  const update = () => placePanels(small.matches);
  small.addEventListener("change", update);
  update();
  const button = byId("details");
  button.addEventListener("click", () => open(button.getAttribute("aria-expanded") !== "true"));
  byId("close-details").addEventListener("click", close);
  byId("panels").addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !isConverting(event)) close();
  });
}

/** Slide the panels out, and give the focus back. */
function close() {
  open(false);
  byId("details").focus();
}

function placePanels(small) {
  const sections = BESIDE.map(byId);
  if (small) byId("strip").append(...sections);
  else {
    const [hero, company] = sections;
    byId("floor").before(hero);
    byId("floor").after(company);
    open(false);
  }
}

function open(shown) {
  byId("stage").classList.toggle("details", shown);
  byId("details").setAttribute("aria-expanded", String(shown));
}
