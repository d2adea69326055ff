/** Loads the page again where a part of its program could not be had, on a line that stuttered. */

const TRIED = "undertide.tried";
/** Milliseconds within which it is tried no more than once: what fails twice will fail again. */
const PATIENCE = 10_000;

window.addEventListener(
  "error",
  (event) => {
    const tried = Number(window.sessionStorage.getItem(TRIED));
    if (event.target instanceof HTMLScriptElement && Date.now() - tried > PATIENCE) {
      window.sessionStorage.setItem(TRIED, String(Date.now()));
      window.location.reload();
    }
  },
  true,
);
