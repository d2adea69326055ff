import pytest

from support.client.client_examples import joined, keyframe, roster
from support.client.replay_examples import watched_again
from support.client.screen_text import playing, ui_of
from undertide_client.app.seeking import Sought
from undertide_client.net.link import Link, connect


@pytest.fixture
def followed(monkeypatch: pytest.MonkeyPatch) -> list[int | None]:
    seats: list[int | None] = []
    monkeypatch.setattr(Link, "follow", lambda _link, seat: seats.append(seat))
    return seats


def test_a_hero_is_turned_to_once(followed: list[int | None]) -> None:
    sought, link = Sought("bob"), connect("ws://host:1")
    for _ in range(2):
        sought.turn_to(playing().mirror, link)
    assert followed == [1]


def test_nobody_is_sought_without_a_name(followed: list[int | None]) -> None:
    mirror = playing().mirror
    Sought("").turn_to(mirror, connect("ws://host:1"))
    assert followed == []
    assert "No hero here" not in mirror.lines[-1].text


def test_a_hero_that_is_not_there_is_told(followed: list[int | None]) -> None:
    mirror = ui_of(joined(), keyframe(), roster("Ann")).mirror
    Sought("Nemo").turn_to(mirror, connect("ws://host:1"))
    assert followed == []
    assert "No hero here is called Nemo" in mirror.lines[-1].text


def test_in_a_replay_a_hero_is_turned_to_while_it_is_alive(followed: list[int | None]) -> None:
    link = connect("ws://host:1")
    Sought("Ann").turn_to_replayed(playing().mirror, link)
    assert followed == []
    Sought("Ann").turn_to_replayed(watched_again().mirror, link)
    assert followed == [0]
