"""What makers of sessions may choose, and what they may not."""

import msgspec
import pytest

from undertide_server.content.load import load_settings
from undertide_server.content.settings.settings import ServerSettings
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.settings import Tempo, read_settings
from undertide_server.sessions.session_choices import chosen, least_delay
from undertide_server.util.rng import seed_of
from undertide_shared.limits import MAX_DELAY, MAX_SEED, MAX_TICK_RATE
from undertide_shared.messages import Options

SHIPPED = load_settings()
SEATS = SHIPPED.limits.seats


def delayed(seconds: float) -> ServerSettings:
    watching = SHIPPED.watching.model_copy(update={"delay_seconds": seconds})
    return SHIPPED.model_copy(update={"watching": watching})


def test_nothing_chosen_leaves_all_to_the_server() -> None:
    wish = chosen(Options(), SHIPPED)
    assert wish.seed is None
    assert (wish.house.friendly_fire, wish.house.new_heroes) == (None, None)
    assert (wish.settled.access, wish.settled.seats, wish.settled.delay) == ("public", 0, 0)


def test_what_is_chosen_is_had() -> None:
    options = Options("unlisted", "7", SEATS, friendly_fire=False, new_heroes=True, delay=30)
    wish = chosen(options, SHIPPED)
    assert wish.seed == seed_of("7")
    assert (wish.house.friendly_fire, wish.house.new_heroes) == (False, True)
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
