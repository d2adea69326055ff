"""The presets on offer, with the house rules of the server and of a session's maker.

Players read of presets and callings before they have a hero.
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Final

from undertide_server.content.records.ruleset import Ruleset, canonical, hash_of
from undertide_server.content.settings.settings import HouseSettings
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.simulation.components.heroes import Hero
from undertide_server.simulation.mechanics.inventory import outfit
from undertide_server.simulation.mechanics.stats import figures_of, worn_figures
from undertide_server.views.abilities import abilities_of_calling
from undertide_server.worldgen.creatures.curve import build_curve
from undertide_server.worldgen.game.repertoire import Repertoire
from undertide_server.worldgen.items.catalogue import ItemCatalogue, ItemKind
from undertide_shared.messages import CallingInfo, PresetInfo

REFERENCE: Final = "reference"
"""The preset whose figures are compared from version to version; who names it can play it."""


@dataclass(frozen=True, slots=True)
class GameContent:
    """The content that a server offers, and the code behind it."""

    rulesets: Mapping[str, Ruleset]
    """The presets, by name."""
    repertoire: Repertoire
    """The code behind the keys of all presets."""


@dataclass(frozen=True, slots=True)
class GameSetup:
    """The content that a session plays."""

    rules: Ruleset
    content: bytes
    """The ruleset in its canonical form, for the journal."""
    digest: str


class Playbook:
    """The presets of a server and their rulesets under house rules.

    It caches every ruleset that was asked for: one for each preset and choice of house rules, at
    most 27 for each preset. It caches the callings of a preset too.
    """

    def __init__(self, rulesets: Mapping[str, Ruleset], house: HouseSettings) -> None:
        self._rulesets = {key: under_house(rules, house) for key, rules in rulesets.items()}
        self._callings: dict[str, list[CallingInfo]] = {}
        self._plays: dict[tuple[str, HouseSettings], GameSetup] = {}

    @property
    def presets(self) -> list[str]:
        """The presets on offer."""
        return sorted(self._rulesets)

    @property
    def listed(self) -> list[str]:
        """The presets on offer that players choose from: not those for who works on the game."""
        return [preset for preset in self.presets if preset != REFERENCE]

    def preset_infos(self, usual: Sequence[CallingInfo]) -> list[PresetInfo]:
        """Return the presets on offer, as players read them.

        With the callings of those whose callings differ from the `usual` ones.
        """
        found = []
        for key in self.presets:
            each, callings = self._rulesets[key].preset, self.callings(key)
            own = [] if callings == usual else callings
            found.append(PresetInfo(key, each.title, each.description, list(each.goal), own))
        return found

    @property
    def titles(self) -> dict[str, str]:
        """The titles of the presets on offer, by their keys."""
        return {key: self._rulesets[key].preset.title for key in self.presets}

    def check(self, preset: str) -> None:
        """Raise RequestRefusedError for a preset that is not on offer."""
        if preset not in self._rulesets:
            raise RequestRefusedError("unknown_preset", f"there is no preset {preset!r} here")

    def ruleset(self, preset: str) -> Ruleset | None:
        """Return the ruleset of a preset under the server's house rules; None if not on offer."""
        return self._rulesets.get(preset)

    def play(self, preset: str, house: HouseSettings) -> GameSetup:
        """Return the setup of a preset on offer, under house rules that override the server's.

        One thread at a time may call this.
        """
        key = (preset, house)
        if key not in self._plays:
            rules = under_house(self._rulesets[preset], house)
            content = canonical(rules)
            self._plays[key] = GameSetup(rules, content, hash_of(content))
        return self._plays[key]

    def contents(self, hashes: Set[str]) -> dict[str, bytes]:
        """Return the contents of presets on offer that have these hashes, by their hashes.

        These are the contents under the server's own house rules.
        """
        setups = [self.play(preset, HouseSettings()) for preset in self.presets]
        return {setup.digest: setup.content for setup in setups if setup.digest in hashes}

    def callings(self, preset: str) -> list[CallingInfo]:
        """Return the callings of a preset, the default first.

        Empty for a preset that is not on offer.
        """
        rules = self.ruleset(preset)
        if rules is None:
            return []
        if preset not in self._callings:
            self._callings[preset] = callings_of(rules)
        return self._callings[preset]


def under_house(ruleset: Ruleset, house: HouseSettings) -> Ruleset:
    """Return a ruleset with the house rules that are set, instead of its own."""
    chosen = {key: value for key, value in house.model_dump().items() if value is not None}
    return ruleset.model_copy(update={"house": ruleset.house.model_copy(update=chosen)})


ANY_SEED = b""
"""The figures of the first gear differ little from run to run."""


def callings_of(rules: Ruleset) -> list[CallingInfo]:
    """Return the callings of a preset, the default first."""
    items = ItemCatalogue(rules, build_curve(rules.curve, ANY_SEED))
    first = rules.heroes.calling
    ordered = sorted(rules.callings, key=lambda key: (key != first, key))
    return [_calling(rules, items, key) for key in ordered]


def _calling(rules: Ruleset, items: ItemCatalogue, key: str) -> CallingInfo:
    calling, pack = rules.callings[key], outfit(rules, items, key)
    figures = figures_of(rules, Hero(0, 0, key), worn_figures(items, pack))
    return CallingInfo(
        calling=key,
        name=calling.name,
        description=calling.description,
        abilities=abilities_of_calling(rules, key),
        plays=calling.plays,
        figures=list(figures._asdict().items()),
        start=[_named(items.kind(stack.item), stack.count) for stack in pack.stacks],
        spells=[rules.spells[spell].name for spell in calling.spells],
    )


def _named(kind: ItemKind, count: int) -> tuple[str, int]:
    """Return the name of `count` items of a kind, without the number, and the number."""
    return (kind.name if count == 1 else kind.plural, count)
