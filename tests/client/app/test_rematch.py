"""Another run with the same party, as its players ask for it and follow."""

import pytest

from support.client.screen_text import playing
from undertide_client.app.rematch import Rematch
from undertide_client.app.stack import ScreenStack
from undertide_client.net.link import connect
from undertide_client.screens.map_screen import MapScreen
from undertide_client.screens.run.end_screen import EndScreen
from undertide_client.screens.widgets.screen import Push
from undertide_shared.messages import Ended, NewRun

NEW = NewRun("p3x8w", "", "Ben")


def wishing(monkeypatch: pytest.MonkeyPatch) -> tuple[Rematch, list[str]]:
    """Return the wish of a player, and the sessions that its link is asked to join."""
    link, joined = connect("ws://127.0.0.1:1"), list[str]()
    monkeypatch.setattr(link, "join", lambda session, *_: joined.append(session))
    return Rematch(playing(), link), joined


async def test_only_a_player_who_asked_follows_the_party(monkeypatch: pytest.MonkeyPatch) -> None:
    rematch, joined = wishing(monkeypatch)
    rematch.follow(NEW)
    assert joined == []
    rematch.ask()
    rematch.follow(NEW)
    rematch.follow(NEW)
    assert joined == ["p3x8w"]


async def test_a_refused_wish_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    rematch, joined = wishing(monkeypatch)
    rematch.ask()
    rematch.refuse()
    rematch.follow(NEW)
    assert joined == []


async def test_a_new_run_closes_the_news_of_the_last_one(monkeypatch: pytest.MonkeyPatch) -> None:
    rematch, _ = wishing(monkeypatch)
    ui = playing()
    stack = ScreenStack(MapScreen(ui))
    stack.change(Push(EndScreen(ui, Ended(False, "x", [], 1))))
    rematch.begin(stack)
    assert isinstance(stack.top, MapScreen)
