"""What a server offers to those who make sessions."""

from concurrent.futures import ThreadPoolExecutor

import esper
import msgspec
import pytest

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped
from support.sessions.fake_server import FakeServer, delivered, settings_with
from support.sessions.made_sessions import NO_OPTIONS
from undertide_server.content.load import load_ruleset, load_settings
from undertide_server.content.settings.settings import HouseSettings, ServerSettings
from undertide_server.sessions.capacity import Capacity
from undertide_server.sessions.model import legend
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import NOBODY
from undertide_server.sessions.model.settings import SessionSettings, Tempo, read_settings
from undertide_server.sessions.offers import (
    Offers,
    PreparedGame,
    SessionRequest,
    chosen,
    least_delay,
    prepare,
)
from undertide_server.sessions.playbook import GameContent, Playbook
from undertide_server.simulation.mechanics import floors
from undertide_server.simulation.pipeline import step
from undertide_server.simulation.snapshot import state_hash
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.inputs import SeatTaken, Ticked
from undertide_server.simulation.state.run import Run, new_run
from undertide_server.store.journal import MemoryJournal
from undertide_server.util.rng import seed_of
from undertide_server.util.slices import finished
from undertide_shared.limits import MAX_DELAY, MAX_SEED, MAX_TICK_RATE
from undertide_shared.messages import Access, Customs, Joined, Options


def prepared() -> PreparedGame:
    house = load_settings().house
    playbook = Playbook({"default": load_ruleset("default")}, house)
    settled = SessionSettings()
    return prepare(
        SessionRequest("default", "real", bytes(16), house, settled, playbook, REPERTOIRE)
    )


def settled(game: PreparedGame) -> Run:
    """Return the run of a prepared game, settled as a session needs it."""
    finished(game.run.world.settling())
    return game.run


def entered(run: Run) -> Run:
    """Return a run after two heroes have come in and a tick has passed."""
    step(run, (SeatTaken(0, "Ann", ""), SeatTaken(1, "Ben", "")))
    step(run, (Ticked(1),))
    return run


def test_a_floor_that_was_made_ahead_is_the_floor_that_would_have_been_made() -> None:
    ahead = entered(settled(prepared()))
    assert state_hash(ahead) == state_hash(entered(new_run(ahead.game)))


def test_no_floor_is_made_when_the_first_hero_comes_in(monkeypatch: pytest.MonkeyPatch) -> None:
    def make(*_: object) -> FloorIndex:
        raise AssertionError

    run = settled(prepared())
    monkeypatch.setattr(floors, "create_floor", make)
    assert len(entered(run).index.floors) == 1


def test_a_game_is_prepared_in_a_thread_while_the_loop_plays_others() -> None:
    played = entered(settled(prepared()))
    current = esper.current_world
    with ThreadPoolExecutor(1) as thread:
        game = thread.submit(prepared).result()
    assert esper.current_world == current
    assert state_hash(entered(settled(game))) == state_hash(played)


def test_a_session_makes_no_legend_of_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    server = FakeServer()
    request = server.registry.offers.checked_request("default", "real", NO_OPTIONS)
    made = prepare(request)
    monkeypatch.setattr(legend, "tile_looks", None)
    settled(made)
    session = server.registry.open(request, made, 0.0, NOBODY, 1)
    session.join(1, "Ann", b"", 0.0)
    server.advance(session)
    greeting = next(message for _, message in delivered(session) if isinstance(message, Joined))
    assert greeting.tiles == made.legend.tiles


def test_the_content_in_the_journal_is_that_of_the_game() -> None:
    made = prepared()
    assert made.setup.content.startswith(b"{")
    assert made.setup.rules.house == made.run.rules.house


SHIPPED = load_settings()
SEATS = SHIPPED.limits.seats


def delayed(seconds: float) -> ServerSettings:
    watching = SHIPPED.watching.model_copy(update={"delay_seconds": seconds})
    return SHIPPED.model_copy(update={"watching": watching})


def test_nothing_chosen_leaves_all_to_the_server() -> None:
    wish = chosen(Options(), SHIPPED)
    assert wish.seed is None
    assert wish.house == HouseSettings()
    assert (wish.settled.access, wish.settled.seats, wish.settled.delay) == ("public", 0, 0)


def test_what_is_chosen_is_had() -> None:
    options = Options(
        "unlisted", "7", SEATS, friendly_fire=False, new_heroes=True, delay=30, gentle=True
    )
    wish = chosen(options, SHIPPED)
    assert wish.seed == seed_of("7")
    assert wish.house == HouseSettings(friendly_fire=False, new_heroes=True, gentle=True)
    settled = wish.settled
    assert (settled.access, settled.seats, settled.delay) == ("unlisted", SEATS, 30)


@pytest.mark.parametrize(
    "options",
    [
        Options(seats=-1),
        Options(seats=SEATS + 1),
        Options(seed="x" * (MAX_SEED + 1)),
        Options(delay=-1),
        Options(delay=MAX_DELAY + 1),
        Options(ticks_per_second=-1),
        Options(ticks_per_second=MAX_TICK_RATE + 1),
    ],
)
def test_what_is_out_of_bounds_is_refused(options: Options) -> None:
    with pytest.raises(RequestRefusedError, match="bad_option"):
        chosen(options, SHIPPED)


def test_the_speed_is_the_servers_unless_the_maker_chooses_another() -> None:
    pace = SHIPPED.pace
    assert pace.ticks_per_second == 5
    assert chosen(Options(), SHIPPED).settled.tempo == Tempo(5, pace.slow_below_percent)
    assert chosen(Options(ticks_per_second=10), SHIPPED).settled.tempo.ticks_per_second == 10


def test_sessions_of_versions_without_a_choice_keep_their_speed() -> None:
    before = msgspec.msgpack.encode({"access": "public", "seats": 3})
    assert read_settings(before).tempo == Tempo(10, 0)
    assert read_settings(b"").tempo == Tempo(10, 0)


def test_spectators_are_never_closer_than_the_server_lets_them() -> None:
    settings = delayed(29.5)
    assert least_delay(settings) == 30
    assert chosen(Options(delay=30), settings).settled.delay == 30
    with pytest.raises(RequestRefusedError, match="30 to 600 seconds behind"):
        chosen(Options(delay=29), settings)


def test_a_server_that_keeps_them_further_behind_than_anybody_could_choose_does_so() -> None:
    settings = delayed(MAX_DELAY + 100)
    assert chosen(Options(), settings).settled.delay == 0
    assert chosen(Options(delay=MAX_DELAY + 100), settings).settled.delay == MAX_DELAY + 100
    with pytest.raises(RequestRefusedError, match="bad_option"):
        chosen(Options(delay=MAX_DELAY), settings)


CONTENT = GameContent({name: shipped(name) for name in ("default", "tutorial")}, REPERTOIRE)


def offers_under(settings: ServerSettings) -> Offers:
    return Offers(settings, CONTENT, lambda: b"seed", Capacity(settings, MemoryJournal(), []))


def test_customs_tell_what_nobody_has_to_choose() -> None:
    settings = settings_with(limits={"seats": 2})
    customs = offers_under(settings).customs(accounts=True)
    assert customs == Customs("default", settings.pace.mode, seats=2, delay=0, accounts=True)


def test_callings_on_offer_are_those_of_the_default_preset_its_default_first() -> None:
    rules = CONTENT.rulesets["default"]
    offered = offers_under(settings_with()).callings
    assert offered[0].calling == rules.heroes.calling
    assert {each.calling for each in offered} == set(rules.callings)
    assert offered[0].name == rules.callings[rules.heroes.calling].name


def test_a_default_preset_that_is_not_on_offer_has_no_callings_and_no_ruleset() -> None:
    offers = offers_under(settings_with(server={"preset": "keep"}))
    assert (offers.callings, offers.default_ruleset) == ([], None)


def test_new_settings_change_what_is_offered_next() -> None:
    offers = offers_under(settings_with())
    offers.apply_settings(settings_with(server={"preset": "tutorial"}))
    assert offers.default_ruleset == offers.playbook.ruleset("tutorial")
    assert offers.checked_request("", None, Options()).preset == "tutorial"


@pytest.mark.parametrize(
    ("wanted", "access"),
    [("public", "unlisted"), ("unlisted", "unlisted"), ("invited", "invited")],
)
def test_lessons_are_for_whoever_names_them_and_in_no_list(wanted: Access, access: Access) -> None:
    offers = offers_under(settings_with(server={"preset": "tutorial"}))
    asked = Options(access=wanted, seats=4)
    settled = offers.checked_request("tutorial", None, asked).settled
    assert (settled.access, settled.seats) == (access, 1)
    other = offers.checked_request("default", None, asked).settled
    assert (other.access, other.seats) == (wanted, 4)
    own = offers.checked_request("", None, asked).settled
    assert (own.access, own.seats) == (wanted, 4), "the operator wants it for everybody"
