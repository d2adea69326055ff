"""R4: champions: kinds of the roster with more strength, and one trick more."""

from collections.abc import Iterator, Mapping

from undertide_server.content.records.ruleset import Ruleset
from undertide_server.util.rng import Rng, derive
from undertide_server.worldgen.creatures.curve import Curve
from undertide_server.worldgen.creatures.roster import (
    KindDraft,
    MonsterKind,
    MonsterRoster,
    add_tricks,
    make_kind,
)
from undertide_server.worldgen.creatures.stats import build_anchors

FORM, STRENGTH = "+", "@"
"""The marks in a champion's id, before its form and before its strength."""


class ChampionKinds(Mapping[str, MonsterKind]):
    """The champions of a game, by `champion_id`.

    A kind is made when it is first asked for, and those that were made are listed by nobody: a
    champion has any strength that its room needs.
    """

    def __init__(self, ruleset: Ruleset, curve: Curve, roster: MonsterRoster, seed: bytes) -> None:
        sorts = ruleset.encounters.sorts
        self._forms = sorts.champions.forms if sorts else {}
        drawn = derive(seed, "champions").shuffled(sorted(self._forms))
        self._order = sorted(drawn, key=lambda key: self._forms[key].floor)
        """The forms as they come, one for each of the first floors."""
        self._rules = ruleset.monsters
        self._kinds = {kind.id: kind for kind in roster.kinds}
        self._made: dict[str, MonsterKind] = {}
        self.anchors = build_anchors(curve, ruleset.heroes.levels)
        """The anchors of what champions pay."""

    def __getitem__(self, name: str) -> MonsterKind:
        kind = self._made.get(name)
        if kind is None:
            kind = self._made[name] = self._make(name)
        return kind

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0

    def draw_form(self, number: int, rng: Rng) -> str:
        """Return the form of champions on floor `number`: on the first floors a new one each."""
        if number <= len(self._order):
            return self._order[number - 1]
        return rng.pick(self._order)

    def _make(self, name: str) -> MonsterKind:
        """Return the kind of an id. Raises KeyError if that is none."""
        key, _, rest = name.partition(FORM)
        form_key, _, strength = rest.partition(STRENGTH)
        if not strength.isdecimal():
            raise KeyError(name)
        kind, form = self._kinds[key], self._forms[form_key]
        draft = KindDraft(
            id=name,
            strength=int(strength),
            name=form.name.replace("{0}", kind.name),
            glyph=kind.glyph,
            colour=kind.colour,
            family=kind.family,
            description=kind.description,
            behaviour=add_tricks(kind.behaviour, (form.tricks,)),
            mods=dict(kind.mods),
        )
        return make_kind(draft, self._rules, self.anchors)


def champion_id(kind: MonsterKind, form: str, strength: int) -> str:
    """Return the id of the champion that a kind of the roster becomes by a form."""
    return f"{kind.id}{FORM}{form}{STRENGTH}{strength}"
