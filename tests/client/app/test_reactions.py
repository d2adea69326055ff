from pathlib import Path
from typing import Any

import msgspec
import pytest

from support.client.client_examples import (
    GOBLIN,
    delta,
    hero_status,
    joined,
    keyframe,
    roster,
    watching,
)
from support.client.replay_examples import ANNS_LIFE, watched_again
from support.client.screen_text import playing, ui_of
from undertide_client.app.reactions import (
    AWAY_SECONDS,
    Alerts,
    ChronicleKeeper,
    HelpCall,
    NewcomerHints,
    News,
    Rematch,
    Sought,
)
from undertide_client.app.stack import ScreenStack
from undertide_client.displays.attention import TITLE
from undertide_client.net.link import Link, connect
from undertide_client.saved.chronicles import FileChronicles, HeroRecord, MemoryChronicles
from undertide_client.saved.profile import MemoryProfile, Profile
from undertide_client.screens.hero.death_screen import DeathScreen
from undertide_client.screens.map.newcomer_hints import NEWCOMER_HINTS
from undertide_client.screens.map_screen import MapScreen
from undertide_client.screens.menus.help_screen import HelpScreen
from undertide_client.screens.run.end_screen import EndScreen
from undertide_client.screens.widgets.actions import Home
from undertide_client.screens.widgets.screen import Push
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import (
    Condition,
    Ended,
    Intent,
    MarkCell,
    NewRun,
    PaceStatus,
    PartyMember,
)

NEW = NewRun("p3x8w", "", "Ben")
BOB = PartyMember(1, "Bob", 0xFFC060, 3, 90, 2, "alive")
ALL = sorted(hint.key for hint in NEWCOMER_HINTS)
LOST = Ended(False, "Ann was killed by a troll", [], 900, seed="00ff")
CALM = Condition(GOBLIN, 60, "asleep")
HUNTS = Condition(GOBLIN, 60, "hunting")


def over_map(ui: Ui) -> tuple[News, ScreenStack]:
    stack = ScreenStack(MapScreen(ui))
    stack.change(Push(HelpScreen(ui)))
    return News(ui, stack), stack


def test_a_death_is_told_once_in_place_of_what_was_open() -> None:
    news, stack = over_map(playing(hero=hero_status(state="dead")))
    news.look_at_heroes()
    assert isinstance(stack.top, DeathScreen)
    stack.change(Home())
    news.look_at_heroes()
    assert isinstance(stack.top, MapScreen)
    news.begin()
    news.look_at_heroes()
    assert isinstance(stack.top, DeathScreen)


def test_the_living_are_not_mourned() -> None:
    news, stack = over_map(playing())
    news.look_at_heroes()
    assert isinstance(stack.top, HelpScreen)


def test_the_end_of_the_run_is_told_where_there_is_one() -> None:
    ui = playing()
    news, stack = over_map(ui)
    news.show_end()
    assert isinstance(stack.top, HelpScreen)
    ui.mirror.apply(Ended(True, "The deep falls silent", [], 100))
    news.show_end()
    assert isinstance(stack.top, EndScreen)


def wishing(monkeypatch: pytest.MonkeyPatch) -> tuple[Rematch, list[str]]:
    """Return the wish of a player, and the sessions that its link is asked to join."""
    link, joined = connect("ws://127.0.0.1:1"), list[str]()
    monkeypatch.setattr(link, "join", lambda session, *_: joined.append(session))
    return Rematch(playing(), link), joined


async def test_only_a_player_who_asked_follows_the_party(monkeypatch: pytest.MonkeyPatch) -> None:
    rematch, joined = wishing(monkeypatch)
    rematch.join_run(NEW)
    assert joined == []
    rematch.request_run()
    rematch.join_run(NEW)
    rematch.join_run(NEW)
    assert joined == ["p3x8w"]


async def test_a_refused_wish_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    rematch, joined = wishing(monkeypatch)
    rematch.request_run()
    rematch.refuse()
    rematch.join_run(NEW)
    assert joined == []


async def test_a_new_run_closes_the_news_of_the_last_one(monkeypatch: pytest.MonkeyPatch) -> None:
    rematch, _ = wishing(monkeypatch)
    ui = playing()
    stack = ScreenStack(MapScreen(ui))
    stack.change(Push(EndScreen(ui, Ended(False, "x", [], 1))))
    rematch.begin(stack)
    assert isinstance(stack.top, MapScreen)


class Sent:
    """Stands in for a link: the intents that it was given."""

    def __init__(self) -> None:
        self.intents: list[Intent] = []

    def act(self, intent: Intent) -> int:
        """Take an intent."""
        self.intents.append(intent)
        return len(self.intents)


def hurt(ui: Ui, call: HelpCall, *lives: int, **changes: Any) -> None:
    """Show the call one life after another, of 100."""
    for life in lives:
        number = (ui.mirror.number or 0) + 1
        hero = hero_status(life=life, max_life=100, **changes)
        ui.mirror.apply(delta(number, hero=hero))
        call.look_at_hero()


def watch(*, wanted: bool = True, party: list[PartyMember] | None = None) -> Any:
    ui = playing(party=party or [PartyMember(0, "Ann", 0x60C0FF, 3, 12, 2, "alive"), BOB])
    sent = Sent()
    return ui, HelpCall(ui, sent, wanted=wanted), sent  # type: ignore[arg-type]


def test_it_calls_once_for_each_fall_of_life() -> None:
    ui, call, sent = watch()
    hurt(ui, call, 60, 30)
    assert sent.intents == []
    hurt(ui, call, 29, 10, 35, 12)
    assert sent.intents == [MarkCell("help", 2, 2)]
    hurt(ui, call, 50, 20)
    assert sent.intents == [MarkCell("help", 2, 2)] * 2


def test_it_is_silent_where_the_player_wants_it() -> None:
    ui, call, sent = watch(wanted=False)
    hurt(ui, call, 60, 10)
    assert sent.intents == []


@pytest.mark.parametrize(
    "party",
    [
        [PartyMember(0, "Ann", 0x60C0FF, 3, 12, 2, "alive")],
        [PartyMember(1, "Bob", 0xFFC060, 3, 90, 2, "asleep")],
        [PartyMember(1, "Bob", 0xFFC060, 3, 0, 2, "alive", dies_in=50)],
    ],
)
def test_it_is_silent_where_nobody_could_come(party: list[PartyMember]) -> None:
    ui, call, sent = watch(party=party)
    hurt(ui, call, 60, 10)
    assert sent.intents == []


def test_fallen_and_sleeping_heroes_do_not_call() -> None:
    ui, call, sent = watch()
    hurt(ui, call, 60)
    hurt(ui, call, 0, dies_in=150)
    hurt(ui, call, 20, state="asleep")
    assert sent.intents == []


def test_spectators_do_not_call_for_the_hero_that_they_watch() -> None:
    ui, call, sent = watch()
    ui.mirror.watching = True
    hurt(ui, call, 60, 10)
    assert sent.intents == []


def teller(profile: MemoryProfile, *messages: Any) -> tuple[Ui, NewcomerHints]:
    ui = ui_of(*(messages or (joined(), keyframe())))
    return ui, NewcomerHints(ui, profile)


def hints_of(ui: Ui) -> list[str]:
    return [line.text for line in ui.mirror.lines if line.text.startswith("Hint: ")]


def test_a_hint_comes_once_and_no_more_than_one_for_each_key() -> None:
    profile = MemoryProfile()
    ui, hints = teller(profile)
    hints.look()
    hints.look()
    (first,) = hints_of(ui)
    assert "A monster!" in first
    assert "F3 ends these hints" in first
    hints.note_key()
    hints.look()
    assert len(set(hints_of(ui))) == 2
    assert len(profile.load().hinted) == 2


def test_the_next_start_repeats_none() -> None:
    ui, hints = teller(MemoryProfile(Profile(hinted=ALL)))
    hints.look()
    assert hints_of(ui) == []


def test_a_new_kind_of_event_is_told_when_it_comes() -> None:
    profile = MemoryProfile(Profile(hinted=[key for key in ALL if key != "hurt"]))
    ui, hints = teller(profile)
    hints.look()
    assert hints_of(ui) == []
    ui.mirror.apply(delta(2, hero=hero_status(life=3)))
    hints.look()
    assert "You are badly hurt" in hints_of(ui)[0]


def test_a_player_who_ended_them_gets_none_until_they_begin_again() -> None:
    profile = MemoryProfile()
    ui, hints = teller(profile)
    hints.turn(on=False)
    hints.look()
    assert hints_of(ui) == []
    assert not profile.load().hints
    ui, hints = teller(profile)
    assert not ui.hinting
    hints.turn(on=True)
    hints.look()
    assert len(hints_of(ui)) == 1


def test_spectators_get_none() -> None:
    ui, hints = teller(MemoryProfile(), watching(), keyframe())
    hints.look()
    assert hints_of(ui) == []


def keeping() -> tuple[ChronicleKeeper, MemoryChronicles, Ui]:
    ui, store = playing(), MemoryChronicles()
    return ChronicleKeeper(ui, store, MemoryProfile()), store, ui


def outcomes(store: MemoryChronicles) -> list[tuple[str, str]]:
    return [(record.outcome, record.seed) for record in store.all()]


def test_a_hero_that_died_is_kept_before_the_run_is_over() -> None:
    keeper, store, ui = keeping()
    assert ui.life is None
    keeper.record_chronicle(ANNS_LIFE)
    assert outcomes(store) == [("died", "")]
    assert ui.life == ANNS_LIFE
    keeper.begin()
    assert ui.life is None


def test_the_end_of_the_run_is_added_whichever_comes_first() -> None:
    for ended_first in (True, False):
        keeper, store, ui = keeping()
        if ended_first:
            ui.mirror.apply(LOST)
        keeper.record_chronicle(ANNS_LIFE)
        ui.mirror.apply(LOST)
        keeper.record_end()
        assert outcomes(store) == [("lost", "00ff")]


def test_what_is_known_of_an_old_end_stays() -> None:
    keeper, store, ui = keeping()
    known = HeroRecord(ANNS_LIFE, 100.0, "lost", "00ff")
    store.store_record(known)
    ui.mirror.apply(LOST)
    keeper.record_chronicle(ANNS_LIFE)
    assert store.all() == [known]


def test_another_session_says_nothing_of_the_heroes_of_the_last() -> None:
    keeper, store, ui = keeping()
    keeper.record_chronicle(ANNS_LIFE)
    keeper.begin()
    ui.mirror.apply(LOST)
    keeper.record_end()
    assert outcomes(store) == [("died", "")]
    assert ui.chronicle == ""


def test_the_player_learns_where_the_chronicle_is(tmp_path: Path) -> None:
    ui = playing()
    keeper = ChronicleKeeper(ui, FileChronicles(tmp_path), MemoryProfile())
    keeper.record_chronicle(ANNS_LIFE)
    assert Path(ui.chronicle).is_file()


def test_a_folder_that_cannot_be_written_is_named_in_the_log(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    ui = playing()
    keeper = ChronicleKeeper(ui, FileChronicles(tmp_path / "file"), MemoryProfile())
    keeper.record_chronicle(ANNS_LIFE)
    assert "can't be written" in list(ui.mirror.log.lines)[-1].text


@pytest.mark.parametrize(("preset", "is_over"), [("default", True), ("tutorial", False)])
def test_whose_run_has_ended_is_no_newcomer_any_more(preset: str, is_over: bool) -> None:
    ui, profile = playing(), MemoryProfile()
    ui.is_newcomer = True
    keeper = ChronicleKeeper(ui, MemoryChronicles(), profile)
    keeper.record_chronicle(msgspec.structs.replace(ANNS_LIFE, preset=preset))
    assert ui.is_newcomer
    assert not profile.load().ended
    ui.mirror.apply(LOST)
    keeper.record_end()
    assert (ui.is_newcomer, profile.load().ended) == (not is_over, is_over)


def test_whoever_only_watched_a_run_end_stays_a_newcomer() -> None:
    keeper, _, ui = keeping()
    ui.is_newcomer = True
    ui.mirror.apply(LOST)
    keeper.record_end()
    assert ui.is_newcomer


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


def watched(ui: Ui, *, wanted: bool = True) -> Alerts:
    alerts = Alerts(ui, wanted=wanted)
    ui.now = 100.0
    ui.mirror.apply(delta(2, changed=[CALM]))
    alerts.note_key()
    alerts.look()
    return alerts


def test_the_title_tells_that_something_noticed_the_player() -> None:
    ui = playing()
    alerts = watched(ui)
    assert alerts.attention.title == TITLE
    ui.mirror.apply(delta(3, changed=[HUNTS]))
    alerts.look()
    assert alerts.attention.title == f"noticed you - {TITLE}"
    ui.mirror.apply(delta(4, gone=[GOBLIN]))
    alerts.look()
    assert alerts.attention.title == TITLE


def test_the_bell_rings_once_and_only_for_who_has_pressed_no_key_for_a_while() -> None:
    ui = playing()
    alerts = watched(ui)
    ui.mirror.apply(delta(3, changed=[HUNTS]))
    alerts.look()
    assert alerts.attention.rings == 0, "the player is there"
    ui.mirror.apply(delta(4, changed=[CALM]))
    alerts.look()
    ui.now += AWAY_SECONDS
    ui.mirror.apply(delta(5, changed=[HUNTS]))
    alerts.look()
    alerts.look()
    assert alerts.attention.rings == 1


def test_ones_own_turn_is_told_but_not_anothers() -> None:
    ui = playing()
    alerts = watched(ui)
    ui.now += AWAY_SECONDS
    ui.mirror.apply(delta(3, pace=PaceStatus("party", waiting_for=[1])))
    alerts.look()
    assert alerts.attention == type(alerts.attention)()
    ui.mirror.apply(delta(4, pace=PaceStatus("party", waiting_for=[0, 1])))
    alerts.look()
    assert alerts.attention.title == f"your turn - {TITLE}"
    assert alerts.attention.rings == 1


def test_who_wants_no_alerts_gets_none() -> None:
    ui = playing()
    alerts = watched(ui, wanted=False)
    ui.now += AWAY_SECONDS
    ui.mirror.apply(delta(3, changed=[HUNTS]))
    alerts.look()
    assert alerts.attention == type(alerts.attention)()
