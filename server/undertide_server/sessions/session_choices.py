"""The choices of a session's maker, checked against the server's limits. Pure."""

from dataclasses import dataclass
from math import ceil

from undertide_server.content.settings.settings import HouseSettings, ServerSettings
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.settings import SessionSettings, Tempo
from undertide_server.util.rng import seed_of
from undertide_shared.limits import MAX_DELAY, MAX_SEED, MAX_TICK_RATE
from undertide_shared.messages import Options


@dataclass(frozen=True, slots=True)
class SessionChoices:
    """The choices of a session's maker."""

    house: HouseSettings
    """House rules that override the server's own."""
    seed: bytes | None
    """None means a secret, random seed."""
    settled: SessionSettings


def chosen(options: Options, settings: ServerSettings) -> SessionChoices:
    """Return the choices in these options. Raises RequestRefusedError if one isn't allowed."""
    return SessionChoices(
        HouseSettings(friendly_fire=options.friendly_fire, new_heroes=options.new_heroes),
        _seed(options.seed),
        SessionSettings(
            access=options.access,
            seats=_seats(options.seats, settings.limits.seats),
            delay=_delay(options.delay, settings),
            tempo=_tempo(options.ticks_per_second, settings),
        ),
    )


def least_delay(settings: ServerSettings) -> int:
    """Return the least delay of spectators that this server allows, in seconds."""
    return ceil(settings.watching.delay_seconds)


def _seed(text: str) -> bytes | None:
    if len(text) > MAX_SEED:
        raise RequestRefusedError("bad_option", f"a seed has at most {MAX_SEED} characters")
    return seed_of(text) if text else None


def _seats(seats: int, most: int) -> int:
    if not 0 <= seats <= most:
        raise RequestRefusedError(
            "bad_option", f"a session here has 1 to {most} seats, not {seats}"
        )
    return seats


def _tempo(rate: int, settings: ServerSettings) -> Tempo:
    if not 0 <= rate <= MAX_TICK_RATE:
        reason = f"a second of real time has 1 to {MAX_TICK_RATE} ticks, not {rate}"
        raise RequestRefusedError("bad_option", reason)
    pace = settings.pace
    return Tempo(rate or pace.ticks_per_second, pace.slow_below_percent)


def _delay(seconds: int | None, settings: ServerSettings) -> int:
    least = least_delay(settings)
    most = max(least, MAX_DELAY)
    if seconds is None:
        return 0
    if not least <= seconds <= most:
        reason = f"spectators stay {least} to {most} seconds behind here, not {seconds}"
        raise RequestRefusedError("bad_option", reason)
    return seconds
