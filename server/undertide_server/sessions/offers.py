"""What a server offers to those who make sessions: presets, defaults, and checked requests."""

from collections.abc import Callable, Mapping

from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.settings.settings import HouseSettings, ServerSettings
from undertide_server.sessions.capacity import Capacity
from undertide_server.sessions.making import SessionRequest
from undertide_server.sessions.model.settings import SessionSettings, terms_again
from undertide_server.sessions.playbook import Playbook
from undertide_server.sessions.session import Session
from undertide_server.sessions.session_choices import chosen, least_delay
from undertide_shared.messages import CallingInfo, Customs, Options, Pace


class Offers:
    """The offers of a server under its present settings.

    `rulesets` maps preset names to rulesets. `fresh_seed` returns a secret of `rng.SEED_BYTES`
    bytes.
    """

    def __init__(
        self,
        settings: ServerSettings,
        rulesets: Mapping[str, Ruleset],
        fresh_seed: Callable[[], bytes],
        capacity: Capacity,
    ) -> None:
        self._plain_rulesets = rulesets
        self._fresh_seed = fresh_seed
        self._capacity = capacity
        self.apply_settings(settings)

    def apply_settings(self, settings: ServerSettings) -> None:
        """Apply these settings to requests from now on."""
        self._settings = settings
        self.playbook = Playbook(self._plain_rulesets, settings.house)
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
        )

    def checked_request(self, preset: str, pace: Pace | None, options: Options) -> SessionRequest:
        """Return a request for a new session.

        Raises RequestRefusedError if the session may not be made.

        An empty preset, or None as the pace, means the server's own.
        """
        wish = chosen(options, self._settings)
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
        house = HouseSettings(friendly_fire=rules.friendly_fire, new_heroes=rules.new_heroes)
        settled = terms_again(session.policy.settings)
        return self._request(config.preset, config.pace, self._fresh_seed(), house, settled)

    def _request(
        self, preset: str, pace: Pace, seed: bytes, house: HouseSettings, settled: SessionSettings
    ) -> SessionRequest:
        """Return a request. Raises RequestRefusedError if the session may not be made."""
        self.playbook.check(preset)
        self._capacity.check_room()
        self._capacity.check_disk()
        return SessionRequest(
            preset=preset,
            pace=pace,
            seed=seed,
            house=house,
            settled=settled,
            playbook=self.playbook,
        )
