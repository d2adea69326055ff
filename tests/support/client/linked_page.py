"""The page's link alone, with what it told, in a tab without the page around it."""

from typing import Any

from support.client.browser import until
from support.client.scripted_page import ADDRESS, ScriptedPage
from undertide_shared.closing import Closing

BEGIN = """async (address) => {
    const load = (path) => import(`/modules/${path}.js`);
    const { Link } = await load("net/link");
    const told = { messages: [], statuses: [], refused: [] };
    const link = new Link(address, {
        onMessage: (message) => told.messages.push(message),
        onStatus: (status) => told.statuses.push(status),
        onSilence: () => {},
        onRefused: (...why) => told.refused.push(why),
    });
    Object.assign(window, { link, told, load });
    link.retry();
}"""
KNOWN = """() => ({
    goal: link.goal, at: link.at, fate: link.fate, status: link.status,
    unanswered: [...link.unanswered],
    playing: link.playing, watching: link.watching, entering: link.entering, inside: link.inside,
    latency: link.latency, refused: told.refused,
    tags: told.messages.map(({ tag }) => tag),
})"""


class LinkedPage:
    """A link of the page, whose server tests are."""

    def __init__(self, server: ScriptedPage) -> None:
        self.server = server
        self.page = server.page

    def begin(self) -> None:
        """Open a tab, perhaps again, and connect."""
        self.page.goto(f"{ADDRESS}modules/net/hex.js")
        self.page.evaluate(BEGIN, ADDRESS.replace("http", "ws"))
        self.wait("connected")

    def wait(self, phase: str) -> None:
        """Wait until the connection is in a phase."""
        until(self.page, lambda: self.page.evaluate("link.status.phase") == phase)

    def enter(self, **place: Any) -> None:
        """Ask for a place."""
        self.page.evaluate("(place) => link.enter(place)", place)

    def known(self) -> dict[str, Any]:
        """Return what the link tells."""
        told: dict[str, Any] = self.page.evaluate(KNOWN)
        return told

    def until(self, **expected: Any) -> dict[str, Any]:
        """Wait until the link tells these values; return all that it tells."""

        def fits() -> bool:
            known = self.known()
            return all(known[name] == value for name, value in expected.items())

        until(self.page, fits)
        return self.known()

    def outage(self, code: int = Closing.INTERNAL) -> None:
        """Break the connection, and have the link come back."""
        self.server.sockets[-1].close(code=code)
        self.wait("waiting")
        self.page.evaluate("link.hurry()")
        self.wait("connected")
