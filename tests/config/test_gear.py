"""The gear that ships: there is enough of it, for everybody and every depth."""

from collections import Counter
from typing import get_args

import pytest

from support.content.shipped import shipped
from undertide_server.content.records.gear import SLOTS, GearSort
from undertide_server.content.records.gearing import levels_of
from undertide_server.content.schema.fields import row_at
from undertide_shared.limits import MAX_THING
from undertide_shared.messages import Slot

RULES = shipped("default")
BASES, AFFIXES, ARTIFACTS = RULES.gear.bases, RULES.affixes, RULES.artifacts
FIRST_FLOORS = 3
LINE = 60
"""Characters that a line of the pack has for a name, on a screen of 80."""


def test_there_is_as_much_as_was_asked_for() -> None:
    assert len(BASES) >= 40
    assert len(AFFIXES) >= 40
    assert len(ARTIFACTS) >= 15


def test_every_slot_has_several_bases_and_affixes() -> None:
    bases = Counter(slot for base in BASES.values() for slot in SLOTS[base.sort])
    affixes = Counter(sort for affix in AFFIXES.values() for sort in affix.sorts)
    assert all(bases[slot] >= 4 for slot in get_args(Slot))
    assert all(affixes[sort] >= 5 for sort in get_args(GearSort))


def test_every_slot_can_be_filled_early() -> None:
    found = {
        slot
        for base in BASES.values()
        for slot in SLOTS[base.sort]
        if row_at(base.weights, FIRST_FLOORS)
    }
    assert found == set(get_args(Slot))


def test_there_are_weapons_of_every_kind() -> None:
    assert sum(base.two_handed for base in BASES.values()) >= 5
    assert sum(base.range > 0 for base in BASES.values()) >= 5
    assert sum(base.stats.get("magic", 0) > 0 for base in BASES.values()) >= 8
    stats = {stat for base in BASES.values() for stat in base.stats}
    assert {f"attack.{kind}" for kind in ("cold", "fire", "poison", "arcane", "divine")} <= stats


def test_no_two_things_have_one_name() -> None:
    for records in (BASES, AFFIXES, ARTIFACTS):
        names = [record.name for record in records.values()]
        assert len(set(names)) == len(names)
    essences = [affix.essence for affix in AFFIXES.values()]
    assert len(set(essences)) == len(essences)


def test_names_fit_a_line_of_the_pack() -> None:
    widest = max(len(base.name) for base in BASES.values())
    for form in ("prefix", "suffix"):
        widest += 1 + max(len(each.name) for each in AFFIXES.values() if each.form == form)
    assert widest <= LINE


@pytest.mark.parametrize("key", sorted(ARTIFACTS))
def test_an_artifact_gives_more_than_its_base(key: str) -> None:
    artifact = ARTIFACTS[key]
    base = BASES[artifact.base].stats
    affixes = [(AFFIXES[each], level) for each, level in artifact.affixes.items()]
    levels = levels_of(base, affixes)
    assert all(levels.get(stat, 0) >= level for stat, level in base.items())
    assert sum(levels.values()) > sum(base.values())


def test_artifacts_lie_at_all_depths() -> None:
    floors = sorted(artifact.floor for artifact in ARTIFACTS.values())
    assert floors[0] <= FIRST_FLOORS
    assert floors[-1] >= 15


def test_no_client_cuts_the_name_of_a_ware() -> None:
    forms = [affix for affix in AFFIXES.values() if affix.form in {"prefix", "suffix"}]
    longest = {
        form: max((one.name for one in forms if one.form == form), key=len)
        for form in ("prefix", "suffix")
    }
    base = max((one.name for one in BASES.values()), key=len)
    name = f"{longest['prefix']} {base} {longest['suffix']} ✦ for 100000 gold"
    assert len(name) <= MAX_THING
