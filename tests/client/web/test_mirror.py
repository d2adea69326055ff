"""The page's mirror holds what the terminal's does, whatever both are told."""

from typing import Any

import pytest

from support.client.browser import snapshot, until
from support.client.client_examples import (
    GOBLIN,
    HERO,
    POTION,
    delta,
    hero_status,
    keyframe,
    watching,
)
from support.client.dirty_examples import ABILITY, DIRT, ITEM, SPELL, TRADE, WARE
from support.client.mirror_values import told_by_mirror, told_by_page
from support.client.scripted_page import ScriptedPage
from undertide_client.model.mirror import Mirror, OutOfStepError
from undertide_client.net.repairs import GOOD_FRAMES
from undertide_shared.messages import (
    BranchInfo,
    Chat,
    ClientMessage,
    Condition,
    IntentReport,
    Kind,
    Line,
    MarkInfo,
    PaceStatus,
    PartyMember,
    Resync,
    ServerMessage,
    Shift,
    Sighting,
    StairAgreement,
    StairInfo,
    Threat,
    TideGauge,
    Watch,
)

ORC = Sighting(9, 7, 5, 3, 80, "idle", ["burning"])
STREAM: list[ServerMessage] = [
    keyframe(),
    delta(2, tiles=[12, 2, 3, 5, 1, 2], sight=[3, 7], lines=[Line("good", "A door opens.")]),
    delta(3, kinds=[Kind(7, "monster", "orc", "o", 0x80A040)], appeared=[ORC], gone=[POTION]),
    delta(4, shifted=[Shift(HERO, 3, 2), Shift(9, 6, 3)]),
    delta(
        5,
        threats=[Threat(GOBLIN, 250, 2000, 1, "dire", 3, ["steals"], ["slow"])],
        changed=[Condition(GOBLIN, 20, "fleeing", ["slowed"])],
        gone=[9],
    ),
    delta(6, hero=hero_status(life=4), tide=TideGauge(60, 2, "rising")),
    delta(7, pace=PaceStatus("party", "real", 4_000, [1]), stairs=[StairInfo(7, 3, 5)]),
    delta(8, party=[PartyMember(0, "Ann", 0x60C0FF, 3, 12, 2, "linkdead")]),
    delta(9, branches=[BranchInfo(1, 0, 0, 0, "the entrance", "s", 0xFFFFFF, True)]),
    delta(10, marks=[MarkInfo(7, 3, "danger", 0), MarkInfo(1, 1, "help", 1)]),
    delta(11, agreements=[StairAgreement(5, [1], [0, 2], 40)]),
    delta(12, intent=IntentReport(4, 3, "refused", DIRT)),
    delta(13, pack=[ITEM], spells=[SPELL] * 2),
    delta(14, abilities=[ABILITY] * 10, kinds=[WARE]),
    delta(15, trades=[TRADE], pack=[]),
    delta(16, trades=[], spells=[], abilities=[]),
    Chat("Bob", 0xFFC060, "Run!"),
    Chat("Undertide", -1, "Nothing is lost.", server=True),
    keyframe(number=20, lines=[Line("bad", "A goblin shouts!"), Line("good", "A door opens.")]),
    watching(),
    Chat("Bob", 0xFFC060, "Run!"),
    Chat("Bob", 0xFFC060, "Wait!"),
    keyframe(number=30, seat=None, hero=None, lines=[Line("party", "Ann falls.")]),
]
IMPOSSIBLE: dict[str, dict[str, Any]] = {
    "tiles beyond the floor": {"tiles": [59, 2, 1]},
    "tiles in twos": {"tiles": [1, 2]},
    "a code that is none": {"tiles": [0, 1, 5000]},
    "a length below nothing": {"tiles": [-1, 1, 1]},
    "sight beyond the floor": {"sight": [0, 61]},
    "something off the floor": {"shifted": [Shift(HERO, 10, 0)]},
    "something that is not there": {"shifted": [Shift(77, 1, 1)]},
    "a change of what is not there": {"changed": [Condition(77, 1, "")]},
    "stairs off the floor": {"stairs": [StairInfo(0, 6, 1)]},
}


@pytest.fixture
def watched(scripted: ScriptedPage) -> ScriptedPage:
    """The page among the spectators, before the first frame."""

    def answer(message: ClientMessage) -> list[ServerMessage]:
        return [watching()] if isinstance(message, Watch) else []

    scripted.answers = answer
    scripted.visit("#/watch/k7m2q")
    until(scripted.page, lambda: snapshot(scripted.page)["session"] == "k7m2q")
    return scripted


def test_frames_are_applied_as_the_terminal_applies_them(watched: ScriptedPage) -> None:
    mirror = Mirror()
    mirror.apply(watching())
    for message in STREAM:
        mirror.apply(message)
        watched.say(message)
        until(watched.page, lambda: told_by_page(snapshot(watched.page)) == told_by_mirror(mirror))


def test_frames_that_cannot_be_true_are_asked_for_again_once(watched: ScriptedPage) -> None:
    for asked, wrong in enumerate(IMPOSSIBLE.values(), 1):
        mirror = Mirror()
        mirror.apply(keyframe())
        with pytest.raises(OutOfStepError):
            mirror.apply(delta(2, **wrong))
        watched.say(keyframe(), delta(2, **wrong), delta(3), delta(4))
        repaired(watched, asked)
    assert watched.of(Resync) == [Resync()] * len(IMPOSSIBLE)


def repaired(watched: ScriptedPage, times: int) -> None:
    """Wait until the page has asked so often for a keyframe; give it one, and frames that fit."""
    until(watched.page, lambda: len(watched.of(Resync)) == times)
    last = 40 + GOOD_FRAMES
    watched.say(keyframe(number=40), *map(delta, range(41, last + 1)))
    until(watched.page, lambda: watched.page.evaluate("undertide.number") == last)


def test_a_gap_is_closed_by_one_keyframe(watched: ScriptedPage) -> None:
    watched.say(keyframe(), delta(3), delta(4), delta(5))
    until(watched.page, lambda: watched.of(Resync) != [])
    watched.say(keyframe(number=9), delta(10))
    until(watched.page, lambda: watched.page.evaluate("undertide.number") == 10)
    assert watched.of(Resync) == [Resync()]


def test_a_floor_larger_than_any_is_not_made(watched: ScriptedPage) -> None:
    floor = keyframe().floor
    huge = type(floor)(1, 1, "the Void", 60_000, 60_000)
    watched.say(keyframe(floor=huge))
    until(watched.page, lambda: watched.of(Resync) != [])
    assert snapshot(watched.page)["tiles"] == []
