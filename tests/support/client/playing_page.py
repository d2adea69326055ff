"""The page in a seat of the example session, opened without a server."""

from playwright.sync_api import Locator, Page, expect

from support.client.browser import until
from support.client.client_examples import delta, joined, roster
from support.client.scripted_page import Answers, ScriptedPage
from undertide_shared.messages import Act, ClientMessage, Intent, Join, Keyframe, ServerMessage

SEATED = """() => {
    localStorage.setItem("undertide.name", "Ann");
    const seat = JSON.stringify(["ws://undertide.test/", "k7m2q", "Ann"]);
    localStorage.setItem(`undertide.seat.${seat}`, JSON.stringify({ token: "5e", at: 1 }));
}"""
"""Has the browser keep a seat in the example session."""


class PlayingPage:
    """A tab in which Ann plays. `keyframe` is what she sees first; `answers` are to the rest."""

    def __init__(
        self, page: Page, keyframe: Keyframe, answers: Answers = lambda _message: []
    ) -> None:
        self.page = page
        self.scripted = ScriptedPage(page, self._answer)
        self._keyframe, self._answers, self._number = keyframe, answers, keyframe.number
        page.add_init_script(f"({SEATED})()")
        self.scripted.visit("#/play/k7m2q")
        expect(page.locator("#floor-number")).to_have_text(f"Floor {keyframe.floor.number}")

    def _answer(self, message: ClientMessage) -> list[ServerMessage]:
        if isinstance(message, Join):
            return [joined(), roster("Ann", "Bob"), self._keyframe]
        return self._answers(message)

    def change(self, **changes: object) -> None:
        """Send the next delta. The page has it before the next key: keys take another way to it."""
        self._number += 1
        self.scripted.say(delta(self._number, **changes))
        self.page.evaluate("0")

    def press(self, *keys: str) -> None:
        """Press keys, each by the name that Playwright has for it."""
        for key in keys:
            self.page.keyboard.press(key)

    @property
    def box(self) -> Locator:
        """The box on top of all others."""
        return self.page.locator(".screen:not([inert])")

    def line(self, words: str) -> Locator:
        """Return a line of the list on top."""
        return self.box.locator(".line", has_text=words)

    def button(self, words: str) -> Locator:
        """Return a button at the foot of the box on top."""
        return self.box.locator(".hint", has_text=words)

    @property
    def intents(self) -> list[Intent]:
        """The intents that were heard and not yet expected."""
        return [each.intent for each in self.scripted.heard if isinstance(each, Act)]

    def sends(self, *intents: Intent) -> None:
        """Wait until these intents were sent, and forget them."""
        until(self.page, lambda: len(self.intents) >= len(intents))
        assert self.intents == list(intents)
        self.scripted.heard.clear()

    def is_on_map(self) -> None:
        """Wait until no box is over the map."""
        expect(self.page.locator(".screen")).to_have_count(0)


def point(target: Locator) -> None:
    """Click, or tap where there is a finger."""
    if target.page.evaluate("matchMedia('(pointer: coarse)').matches"):
        target.tap()
    else:
        target.click()
