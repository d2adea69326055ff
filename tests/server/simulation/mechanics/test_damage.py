"""Damage is shared with the heroes who bear it for companions."""

from support.worlds.companies import LIFE, hero_of
from support.worlds.staging import Stage
from undertide_server.simulation.mechanics.damage import deal_damage, deal_damage_of, share_out
from undertide_server.simulation.mechanics.statuses import inflict
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.state.events import Hit, thing
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_shared.geometry import Cell

HALL = ["##############", "#@...........#", "#............#", "#............#", "##############"]


def company(near: Cell = (5, 2)) -> tuple[Stage, HeroRow, HeroRow, MonsterRow]:
    """Return a warden who guards a mender, and a foe of both."""
    stage = Stage(HALL)
    warden, mender = hero_of(stage, "warden", (4, 2)), hero_of(stage, "mender", near)
    inflict(stage.run, stage.floor, mender, "guarded", 60, warden.entity)
    return stage, warden, mender, stage.monster((9, 2))


def lives(*heroes: HeroRow) -> list[int]:
    return [LIFE - hero.body.life for hero in heroes]


def test_the_guard_bears_half_through_its_own_protection() -> None:
    stage, warden, mender, foe = company()
    warden.body.absorb = 10
    deal_damage_of(stage.run, stage.floor, foe, mender, [(100, "physical")])
    assert lives(warden, mender) == [40, 50]


def test_a_guard_out_of_reach_asleep_or_gone_bears_nothing() -> None:
    stage, warden, mender, foe = company((7, 2))
    deal_damage_of(stage.run, stage.floor, foe, mender, [(100, "physical")])
    assert lives(warden, mender) == [0, 100]
    stage.run.index.move(mender, (5, 2))
    stage.put_to_sleep()
    deal_damage_of(stage.run, stage.floor, foe, mender, [(100, "physical")])
    assert lives(warden, mender) == [0, 200]
    stage.run.index.leave(warden.entity)
    deal_damage_of(stage.run, stage.floor, foe, mender, [(100, "physical")])
    assert lives(mender) == [300]


def test_traps_and_ground_are_not_shared() -> None:
    stage, warden, mender, _ = company()
    deal_damage(stage.run, stage.floor, thing("lava", mender.cell), mender, [(100, "fire")])
    assert lives(warden, mender) == [0, 100]


def test_nobody_bears_what_it_does_itself() -> None:
    stage, warden, mender, _ = company()
    deal_damage_of(stage.run, stage.floor, warden, mender, [(100, "physical")])
    assert lives(warden, mender) == [0, 100]


def test_two_who_share_take_one_after_the_other_and_a_share_is_shared_no_further() -> None:
    stage, warden, mender, foe = company()
    other = hero_of(stage, "mender", (6, 2))
    inflict(stage.run, stage.floor, mender, "linked", 60, other.entity)
    inflict(stage.run, stage.floor, warden, "linked", 60, other.entity)
    deal_damage_of(stage.run, stage.floor, foe, mender, [(100, "physical")])
    assert lives(warden, mender, other) == [50, 30, 20]


def test_a_guard_that_falls_by_its_share_leaves_the_rest_to_its_companion() -> None:
    stage, warden, mender, foe = company()
    warden.body.life = 1
    deal_damage_of(stage.run, stage.floor, foe, mender, [(100, "physical")])
    assert warden.is_fallen
    deal_damage_of(stage.run, stage.floor, foe, mender, [(100, "physical")])
    assert lives(mender) == [150]


def test_without_a_giver_nothing_is_shared_out() -> None:
    stage, _, mender, foe = company()
    mender.effects.givers.clear()
    blows = [(7, "fire")]
    assert share_out(stage.run, stage.floor, who(foe), mender, blows) == (blows, [])


def test_a_guard_that_falls_by_its_first_share_bears_no_second() -> None:
    stage, warden, mender, foe = company()
    inflict(stage.run, stage.floor, mender, "linked", 60, warden.entity)
    warden.body.life = 1
    deal_damage_of(stage.run, stage.floor, foe, mender, [(100, "physical")])
    hits = [event for event in stage.run.events if isinstance(event, Hit)]
    assert [hit.target.entity for hit in hits].count(warden.entity) == 1
