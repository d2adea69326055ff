"""The presets on offer, each by the house rules of a server and of whoever makes a session."""

from collections.abc import Mapping
from dataclasses import dataclass

from undertide_server.content.records.digest import canonical, hash_of
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.settings.settings import HouseSettings
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_shared.messages import CallingInfo


@dataclass(frozen=True, slots=True)
class GameSetup:
    """What a session plays."""

    rules: Ruleset
    content: bytes
    """The rules in their canonical form, for the journal."""
    digest: str


class Playbook:
    """What may be played on a server.

    All that was asked for is kept: a preset's rules, in as many forms as there are house rules to
    choose, nine for each preset at the most.
    """

    def __init__(self, rulesets: Mapping[str, Ruleset], house: HouseSettings) -> None:
        self._rulesets = {key: under_house(rules, house) for key, rules in rulesets.items()}
        self._plays: dict[tuple[str, bool | None, bool | None], GameSetup] = {}

    @property
    def presets(self) -> list[str]:
        """The presets on offer."""
        return sorted(self._rulesets)

    def play(self, preset: str, house: HouseSettings) -> GameSetup:
        """Return a preset by house rules that go before the server's.

        Raises RequestRefusedError.
        """
        if preset not in self._rulesets:
            raise RequestRefusedError("unknown_preset", f"there is no preset {preset!r} here")
        key = (preset, house.friendly_fire, house.new_heroes)
        if key not in self._plays:
            rules = under_house(self._rulesets[preset], house)
            content = canonical(rules)
            self._plays[key] = GameSetup(rules, content, hash_of(content))
        return self._plays[key]

    def callings(self, preset: str) -> list[CallingInfo]:
        """Return what heroes of a preset may be: the one of those who name none comes first.

        Of a preset that is not on offer there are none.
        """
        rules = self._rulesets.get(preset)
        if rules is None:
            return []
        first = rules.heroes.calling
        ordered = sorted(rules.callings.items(), key=lambda each: (each[0] != first, each[0]))
        return [CallingInfo(key, record.name, record.description) for key, record in ordered]


def under_house(ruleset: Ruleset, house: HouseSettings) -> Ruleset:
    """Return a preset's content by the house rules of a host, where it has any."""
    chosen = {key: value for key, value in house.model_dump().items() if value is not None}
    return ruleset.model_copy(update={"house": ruleset.house.model_copy(update=chosen)})
