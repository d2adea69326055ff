"""Whom the user of an effect sees, may harm and may help, by the state of its companion."""

import pytest

from support.worlds.companies import STATES, TWO_ROOMS, State, befall, two_apart, two_together
from support.worlds.outcomes import told
from support.worlds.staging import Stage, kind_that
from undertide_server.content.records.effects import Strike
from undertide_server.content.records.statuses import SUMMONED
from undertide_server.simulation.effects.context import (
    EffectContext,
    aimed_at,
    foes_in_view,
    friend_at,
    others_in_view,
    provoke,
    smite,
)
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.rows import ActorRow
from undertide_shared.geometry import Cell

IN_VIEW = {"well", "hurt", "link-dead"}


def used_by(stage: Stage, row: ActorRow, target: Cell | None = None) -> EffectContext:
    return EffectContext(stage.run, stage.floor, row, target, 100, 0, "spell")


def refused(context: EffectContext, whom: str = "friend", reach: int = 7) -> str:
    """Return why a helpful effect reaches nobody."""
    with pytest.raises(ActionRefusedError) as refusal:
        friend_at(context, whom, reach)
    return refusal.value.reason


def test_nobody_aims_at_what_only_a_companion_sees() -> None:
    apart = two_apart()
    cell = apart.bens.cell
    assert aimed_at(used_by(apart.stage, apart.ben, cell), 2) == cell
    with pytest.raises(ActionRefusedError, match="you can't see that place"):
        aimed_at(used_by(apart.stage, apart.ann, cell), 20)


@pytest.mark.parametrize("state", STATES)
def test_a_hero_sees_companions_who_stand_in_its_view(state: State) -> None:
    pair = two_together(state)
    seen = others_in_view(used_by(pair.stage, pair.ann))
    assert seen == ([pair.ben] if state in IN_VIEW else [])


def test_a_hero_sees_those_of_its_own_room() -> None:
    apart = two_apart()
    assert others_in_view(used_by(apart.stage, apart.ann)) == [apart.hers]
    assert others_in_view(used_by(apart.stage, apart.ben)) == [apart.bens]


def test_a_monster_sees_whoever_sees_it_and_the_kin_that_heroes_see() -> None:
    apart = two_apart(Stage([*TWO_ROOMS[:-1], "##.......#.#", TWO_ROOMS[-1]]))
    unseen = apart.stage.monster((10, 6))
    assert not apart.stage.floor.watched()[unseen.spot]
    assert others_in_view(used_by(apart.stage, apart.hers)) == [apart.bens, apart.ann]
    assert others_in_view(used_by(apart.stage, apart.bens)) == [apart.hers, apart.ben]


@pytest.mark.parametrize("state", STATES)
def test_the_foes_of_a_monster_are_its_prey_and_allies(state: State) -> None:
    pair = two_together()
    caster, kin, ally = (pair.stage.monster((x, 2), mood="hunting") for x in (8, 9, 10))
    ally.effects.remaining[SUMMONED] = 100
    pair.stage.step()
    befall(pair.stage, pair.ben, state)
    hunted = [ally, pair.ann, *([pair.ben] if state in IN_VIEW else [])]
    assert foes_in_view(used_by(pair.stage, caster)) == hunted
    assert kin in others_in_view(used_by(pair.stage, caster))
    pair.ann.effects.remaining["sheltered"] = 50
    hunted.remove(pair.ann)
    assert foes_in_view(used_by(pair.stage, caster)) == hunted


def test_the_foes_of_a_hero_are_neither_heroes_nor_allies_nor_at_peace() -> None:
    pair = two_together()
    foe, ally = pair.stage.monster((8, 1)), pair.stage.monster((9, 1))
    ally.effects.remaining[SUMMONED] = 100
    ally.mind.mood = "hunting"
    guest = pair.stage.monster((10, 1), kind=kind_that(pair.stage, peaceful=True))
    pair.stage.step()
    context = used_by(pair.stage, pair.ann)
    assert others_in_view(context) == [foe, ally, guest, pair.ben]
    assert foes_in_view(context) == [foe]


@pytest.mark.parametrize("state", STATES)
def test_help_reaches_a_companion_who_stands_in_view(state: State) -> None:
    pair = two_together(state)
    context = used_by(pair.stage, pair.ann, pair.ben.cell)
    if state in IN_VIEW:
        assert friend_at(context, "friend", 7) is pair.ben
        assert friend_at(context, "companion", 7) is pair.ben
        assert friend_at(context, "self", 7) is pair.ann
    else:
        unseen = "you can't see that place" if state == "far" else "there is nobody"
        assert refused(context) == unseen


def test_help_for_a_companion_is_not_for_oneself_and_none_is_for_foes() -> None:
    pair = two_together()
    foe = pair.stage.monster((7, 1))
    pair.stage.step()
    alone = "it is for a companion, not for yourself"
    for target in (None, pair.ann.cell):
        own = used_by(pair.stage, pair.ann, target)
        assert friend_at(own, "friend", 7) is pair.ann
        assert refused(own, "companion") == alone
    stranger = "that isn't a friend of yours"
    assert refused(used_by(pair.stage, pair.ann, foe.cell)) == stranger
    assert refused(used_by(pair.stage, foe, pair.ann.cell)) == stranger
    foe.effects.remaining[SUMMONED] = 100
    assert friend_at(used_by(pair.stage, pair.ann, foe.cell), "friend", 7) is foe
    assert friend_at(used_by(pair.stage, pair.ann, pair.ben.cell), "friend", 7) is pair.ben


@pytest.mark.parametrize(("life", "survives"), [(61, True), (60, False)])
def test_a_status_that_harm_brings_is_its_users_and_spares_the_dead(
    life: int, survives: bool
) -> None:
    pair = two_together()
    kind = next(each for each in pair.stage.game.roster.kinds if not any(each.resistances))
    foe = pair.stage.monster((8, 1), life=life, kind=kind)
    effect = pair.stage.run.rules.spells["venom_dart"].effect
    assert isinstance(effect, Strike)
    pair.stage.run.events = []
    smite(used_by(pair.stage, pair.ben, foe.cell), foe, effect)
    assert foe.effects.givers == ({"poisoned": pair.ben.entity} if survives else {})
    assert any("poisoned" in text for text in told(pair.stage.run.events)) is survives


def test_who_is_provoked_hunts_its_user_unless_it_is_sealed() -> None:
    pair = two_together()
    sleeper, boss = pair.stage.monster((8, 1), mood="asleep"), pair.stage.monster((9, 1))
    boss.mind.mood = "sealed"
    for foe in (sleeper, boss):
        provoke(used_by(pair.stage, pair.ben), foe)
    assert (sleeper.mind.mood, sleeper.mind.last_seen) == ("hunting", pair.ben.cell)
    assert (boss.mind.mood, boss.mind.last_seen) == ("sealed", None)
