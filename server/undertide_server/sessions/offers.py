"""The offers of a server to makers of sessions: presets, checked choices, and prepared games."""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil

from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.settings.settings import HouseSettings, ServerSettings
from undertide_server.sessions.capacity import Capacity
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.info import Legend
from undertide_server.sessions.model.legend import legend_of
from undertide_server.sessions.model.settings import SessionSettings, Tempo, terms_again
from undertide_server.sessions.playbook import GameContent, GameSetup, Playbook
from undertide_server.sessions.session import Session
from undertide_server.simulation.mechanics.floors import entry
from undertide_server.simulation.state.run import Run, new_run
from undertide_server.util.rng import seed_of
from undertide_server.worldgen.game.game import make_game
from undertide_server.worldgen.game.repertoire import Repertoire
from undertide_shared.limits import MAX_DELAY, MAX_SEED, MAX_TICK_RATE
from undertide_shared.messages import CallingInfo, Customs, Options, Pace, PresetInfo


@dataclass(frozen=True, slots=True)
class SessionRequest:
    """A request for a new session. All its choices are checked, and allowed."""

    preset: str
    pace: Pace
    seed: bytes
    house: HouseSettings
    settled: SessionSettings
    playbook: Playbook
    """The presets on offer when it was checked."""
    repertoire: Repertoire


@dataclass(frozen=True, slots=True)
class PreparedGame:
    """The game of a new session, and its run before the first step."""

    setup: GameSetup
    run: Run
    """It has its first floor, so the step in which the first hero comes in is short. Its world is a
    draft. Whoever settles it and makes no session of the run must close it."""
    legend: Legend


def prepare(request: SessionRequest) -> PreparedGame:
    """Return the game that a request asks for. It takes some tens of milliseconds.

    Any thread may call this, one at a time.
    """
    setup = request.playbook.play(request.preset, request.house)
    game = make_game(setup.rules, request.seed, request.repertoire)
    run = new_run(game, is_draft=True)
    entry(run)
    return PreparedGame(setup, run, legend_of(game))


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
        HouseSettings(
            friendly_fire=options.friendly_fire,
            new_heroes=options.new_heroes,
            gentle=options.gentle,
        ),
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


def make_private(settled: SessionSettings) -> None:
    """Make these the settings of a session for one, which no list shows."""
    settled.seats = 1
    if settled.access == "public":
        settled.access = "unlisted"


class Offers:
    """The offers of a server under its present settings.

    `fresh_seed` returns a secret of `rng.SEED_BYTES`
    bytes.
    """

    def __init__(
        self,
        settings: ServerSettings,
        content: GameContent,
        fresh_seed: Callable[[], bytes],
        capacity: Capacity,
    ) -> None:
        self._content = content
        self._fresh_seed = fresh_seed
        self._capacity = capacity
        self.ssh_port = 0
        """The port for visitors by ssh, once it is open."""
        self.apply_settings(settings)

    def apply_settings(self, settings: ServerSettings) -> None:
        """Apply these settings to requests from now on."""
        self._settings = settings
        self.playbook = Playbook(self._content.rulesets, settings.house)
        """The presets on offer, under the house rules of the server."""

    @property
    def default_ruleset(self) -> Ruleset | None:
        """The ruleset of the server's own preset; None if that is not on offer."""
        return self.playbook.ruleset(self._settings.server.preset)

    @property
    def callings(self) -> list[CallingInfo]:
        """The callings of the server's own preset, the default first.

        Empty if that preset is not on offer.
        """
        return self.playbook.callings(self._settings.server.preset)

    @property
    def preset_infos(self) -> list[PresetInfo]:
        """The presets on offer, as players read them, with callings that differ from `callings`."""
        return self.playbook.preset_infos(self.callings)

    def customs(self, *, accounts: bool) -> Customs:
        """Return the defaults of a new session, and whether people may sign up here."""
        settings = self._settings
        return Customs(
            preset=settings.server.preset,
            pace=settings.pace.mode,
            seats=settings.limits.seats,
            delay=least_delay(settings),
            accounts=accounts,
            ticks_per_second=settings.pace.ticks_per_second,
            ssh_port=self.ssh_port,
        )

    def checked_request(self, preset: str, pace: Pace | None, options: Options) -> SessionRequest:
        """Return a request for a new session.

        Raises RequestRefusedError if the session may not be made.

        An empty preset, or None as the pace, means the server's own. Lessons that somebody names
        are for that person alone.
        """
        wish = chosen(options, self._settings)
        ruleset = self.playbook.ruleset(preset)
        if ruleset is not None and ruleset.lessons.floors:
            make_private(wish.settled)
        return self._request(
            preset or self._settings.server.preset,
            pace or self._settings.pace.mode,
            wish.seed or self._fresh_seed(),
            wish.house,
            wish.settled,
        )

    def request_again(self, session: Session) -> SessionRequest:
        """Return a request for a session with the terms of another one, and a fresh seed.

        Raises RequestRefusedError if the session may not be made.
        """
        config, rules = session.config, session.run.rules.house
        house = HouseSettings.model_validate(rules.model_dump())
        settled = terms_again(session.policy.settings)
        return self._request(config.preset, config.pace, self._fresh_seed(), house, settled)

    def _request(
        self, preset: str, pace: Pace, seed: bytes, house: HouseSettings, settled: SessionSettings
    ) -> SessionRequest:
        """Return a request. Raises RequestRefusedError if the session may not be made."""
        self.playbook.check(preset)
        self._capacity.check_disk()
        return SessionRequest(
            preset=preset,
            pace=pace,
            seed=seed,
            house=house,
            settled=settled,
            playbook=self.playbook,
            repertoire=self._content.repertoire,
        )
