"""A page on which a test plays, on a real server."""

from typing import Any

from playwright.sync_api import Page, expect

from support.client.browser import snapshot, until
from undertide_shared.geometry import Cell

MAX_TRIES = 60
"""Walks after which stairs that weren't found never will be."""


def page_of(address: str, place: str = "#/") -> str:
    """Return the address of the page on the server at a websocket's address."""
    return f"http{address.removeprefix('ws')}/{place}"


class PlayedPage:
    """A tab in which somebody plays, by keys, or with `taps` by the buttons below the map."""

    def __init__(self, page: Page, address: str, *, taps: bool = False) -> None:
        self.page = page
        self._address = address
        self._taps = taps

    # --- the way in --------------------------------------------------------------------------

    def visit(self, place: str = "#/") -> None:
        """Open the page at a place."""
        self.page.goto(page_of(self._address, place))

    def begin(self, name: str) -> None:
        """Play from the lobby: say who plays."""
        self.page.locator("#play-now").click()
        self._introduce(name)
        self.wait_for_hero()

    def accept(self, name: str) -> None:
        """Play in the session of an invite: say who plays."""
        self.page.locator("#play-invite").click()
        self._introduce(name)
        self.wait_for_hero()

    def _introduce(self, name: str) -> None:
        self.page.locator(".screen input").fill(name)
        self.page.keyboard.press("Enter")

    def wait_for_hero(self) -> None:
        """Wait until the own hero stands on a floor."""
        until(self.page, lambda: self.page.evaluate("undertide.number") is not None)
        until(self.page, lambda: self.hero is not None)
        expect(self.page.locator("#map")).to_be_visible()

    # --- what the page knows -----------------------------------------------------------------

    @property
    def session(self) -> str:
        """The id of the session."""
        return str(snapshot(self.page)["session"])

    @property
    def hero(self) -> dict[str, Any] | None:
        """The own hero's status."""
        hero: dict[str, Any] | None = snapshot(self.page)["hero"]
        return hero

    @property
    def floor(self) -> int:
        """The number of the floor."""
        return int(snapshot(self.page)["floor"]["number"])

    @property
    def cell(self) -> Cell:
        """The hero's cell."""
        known = snapshot(self.page)
        own = next(each for each in known["sightings"] if each["id"] == known["hero"]["id"])
        return own["x"], own["y"]

    # --- what the player does ----------------------------------------------------------------

    def do(self, key: str, words: str = "") -> None:
        """Press a key on the map, or tap the button with its words; wait for the answer."""
        before = self._fate["sequence"]
        self.press(key, words)
        until(self.page, lambda: self._fate["sequence"] > before)
        self._wait_for_answer()

    def press(self, key: str, words: str = "") -> None:
        """Press a key on the map, or tap the button with its words."""
        if self._taps and words:
            self.page.locator("#actions button", has_text=words).first.tap()
        else:
            self.page.locator("#map").focus()
            self.page.keyboard.press(key)

    def go_down(self) -> None:
        """Explore until stairs down are known, and take the first of them."""
        depth = self.floor
        for _ in range(MAX_TRIES):
            self.do("o", "explore")
            self.press(">")
            if self.page.locator("#screens").is_visible():
                self.page.keyboard.press("Enter")
            self._wait_for_answer()
            if self.floor > depth:
                return
        raise AssertionError(f"the hero never left floor {depth}")

    def _wait_for_answer(self) -> None:
        """Wait until the latest intent has its answer, and nothing is under way."""
        until(self.page, lambda: self._fate["stage"] not in {"sent", "received"})
        until(self.page, lambda: (self.hero or {"activity": "none"})["activity"] == "none")

    @property
    def _fate(self) -> dict[str, Any]:
        """What became of the latest intent."""
        fate: dict[str, Any] = self.page.evaluate("undertide.fate")
        return fate
