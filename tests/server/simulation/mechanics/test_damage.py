"""Damage is shared with the heroes who bear it for companions."""

import pytest

from support.worlds.companies import LIFE, STATES, State, befall, hero_of, two_together
from support.worlds.staging import Stage
from undertide_server.simulation.components.actors import Resistance
from undertide_server.simulation.mechanics.damage import deal_damage, deal_damage_of, share_out
from undertide_server.simulation.mechanics.statuses import inflict
from undertide_server.simulation.queries.grammar import mention_of, who
from undertide_server.simulation.state.events import Hit, Seen, thing
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


@pytest.mark.parametrize("state", STATES)
def test_nothing_harms_whoever_sleeps_or_has_fallen(state: State) -> None:
    pair = two_together(state)
    foe, before = pair.stage.monster((9, 2)), pair.ben.body.life
    pair.stage.run.events = []
    lost = deal_damage_of(pair.stage.run, pair.stage.floor, foe, pair.ben, [(100, "fire")])
    harm = 0 if state in {"asleep", "fallen"} else 100
    assert (lost, before - pair.ben.body.life) == (harm, harm)
    assert len([event for event in pair.stage.run.events if isinstance(event, Hit)]) == bool(harm)


@pytest.mark.parametrize(
    ("state", "shares"),
    [
        ("well", [50, 50]),
        ("hurt", [50, 50]),
        ("link-dead", [50, 50]),
        ("asleep", [100, 0]),
        ("fallen", [100, 0]),
        ("far", [100, 0]),
    ],
)
def test_a_guard_bears_its_share_as_long_as_it_stands_near(state: State, shares: list[int]) -> None:
    pair = two_together()
    inflict(pair.stage.run, pair.stage.floor, pair.ann, "guarded", 60, pair.ben.entity)
    befall(pair.stage, pair.ben, state)
    lives_before = pair.ann.body.life, pair.ben.body.life
    foe = pair.stage.monster((9, 2))
    deal_damage_of(pair.stage.run, pair.stage.floor, foe, pair.ann, [(100, "physical")])
    assert [lives_before[0] - pair.ann.body.life, lives_before[1] - pair.ben.body.life] == shares


@pytest.mark.parametrize(("x", "borne"), [(6, 50), (7, 0)])
def test_a_guard_is_two_cells_away_at_most(x: int, borne: int) -> None:
    stage, warden, mender, foe = company((x, 2))
    deal_damage_of(stage.run, stage.floor, foe, mender, [(100, "physical")])
    assert lives(warden, mender) == [borne, 100 - borne]


def test_a_guard_whose_time_is_over_and_one_of_oneself_bear_nothing() -> None:
    stage, warden, mender, foe = company()
    del mender.effects.remaining["guarded"]
    assert share_out(stage.run, stage.floor, who(foe), mender, [(100, "fire")])[1] == []
    inflict(stage.run, stage.floor, warden, "guarded", 60, warden.entity)
    assert share_out(stage.run, stage.floor, who(foe), warden, [(100, "fire")])[1] == []


def test_the_life_that_a_hit_takes_is_no_more_than_there_was_and_its_victim_hunts() -> None:
    stage, warden, _, foe = company()
    foe.body.life = 60
    assert deal_damage_of(stage.run, stage.floor, warden, foe, [(20, "physical")]) == 20
    assert (foe.mind.mood, foe.mind.last_seen) == ("hunting", warden.cell)
    assert deal_damage_of(stage.run, stage.floor, warden, foe, [(100, "physical")]) == 40


def test_the_form_of_damage_counts_for_its_target_and_for_its_bearers() -> None:
    stage, warden, mender, foe = company()
    damage = stage.run.rules.damage.model_copy(update={"melee": 50})
    stage.run.rules = stage.run.rules.model_copy(update={"damage": damage})
    deal_damage_of(stage.run, stage.floor, foe, mender, [(100, "physical")], form="melee")
    assert lives(warden, mender) == [25, 25]
    deal_damage_of(stage.run, stage.floor, foe, mender, [(100, "physical")])
    assert lives(warden, mender) == [75, 75]


def test_the_manner_of_a_hit_is_told_of_its_target_and_of_its_bearers() -> None:
    stage, warden, mender, foe = company()
    stage.run.events = []
    deal_damage_of(stage.run, stage.floor, foe, mender, [(100, "physical")], manner="magic")
    hits = [event for event in stage.run.events if isinstance(event, Hit)]
    assert [(hit.source, hit.target, hit.parts, hit.manner) for hit in hits] == [
        (who(foe), who(mender), ((50, "physical"),), "magic"),
        (who(foe), who(warden), ((50, "physical"),), "magic"),
    ]


def test_a_seal_keeps_off_all_harm_and_tells_whoever_sees_it() -> None:
    stage, _, mender, foe = company()
    foe.mind.mood, life = "sealed", foe.body.life
    stage.run.events = []
    assert deal_damage_of(stage.run, stage.floor, mender, foe, [(100, "fire")]) == 0
    text = f"The seal on {mention_of(foe)} holds."
    assert stage.run.events == [Seen(stage.floor.entity, who(foe), "info", "", text)]
    assert (foe.body.life, foe.mind.mood) == (life, "sealed")


def test_a_monster_at_rest_recovers_from_the_harm_of_a_trap() -> None:
    stage, _, _, foe = company()
    foe.body.regen, foe.actor.energy = 1000, 0
    foe.mind.mood = "asleep"
    stage.tick(3)
    deal_damage(stage.run, stage.floor, thing("spikes", foe.cell), foe, [(5, "physical")])
    life = foe.body.life
    stage.tick(2)
    assert (life, foe.body.life) == (45, 47)


@pytest.mark.parametrize(("life", "harm", "lost"), [(7, 6, 6), (7, 7, 7), (7, 99, 7), (7, 0, 0)])
def test_the_life_lost_is_told_and_whoever_has_none_left_falls(
    life: int, harm: int, lost: int
) -> None:
    stage, _, mender, foe = company()
    foe.body.life = life
    done = deal_damage_of(stage.run, stage.floor, mender, foe, [(harm, "fire")])
    assert (done, foe.entity in stage.floor.monsters) == (lost, lost < life)


def test_damage_that_heals_takes_no_life() -> None:
    stage, _, mender, foe = company()
    stage.run.world.get(foe.entity, Resistance).counted = (20,) * 6
    foe.body.life = 40
    assert deal_damage_of(stage.run, stage.floor, mender, foe, [(5, "fire")]) == 0
    assert foe.body.life == 45


def test_tenths_of_absorb_take_a_point_more_off_some_hits() -> None:
    stage, _, mender, foe = company()
    foe.body.life = foe.body.max_life = LIFE
    foe.body.absorb, taken = 4, []
    for tenths in (0, 5, 10):
        foe.body.absorb_tenths = tenths
        for _ in range(30):
            before = foe.body.life
            roll = stage.run.chance(stage.floor, "absorb", foe.entity).below(10)
            deal_damage_of(stage.run, stage.floor, mender, foe, [(10, "physical")])
            taken.append(before - foe.body.life)
            assert taken[-1] == 10 - 4 - (roll < tenths)
            stage.floor.state.clock += 1
    assert [set(taken[start : start + 30]) for start in (0, 30, 60)] == [{6}, {5, 6}, {5}]


def test_one_who_shares_no_longer_keeps_no_other_from_it() -> None:
    stage, warden, mender, foe = company()
    other = hero_of(stage, "mender", (6, 2))
    inflict(stage.run, stage.floor, mender, "linked", 60, other.entity)
    stage.run.index.leave(warden.entity)
    deal_damage_of(stage.run, stage.floor, foe, mender, [(100, "physical")])
    assert lives(mender, other) == [60, 40]


def test_a_share_of_nothing_hits_nobody() -> None:
    stage, warden, mender, foe = company()
    stage.run.rules = stage.run.rules.model_copy(
        update={
            "statuses": {
                **stage.run.rules.statuses,
                "guarded": stage.run.rules.statuses["guarded"].model_copy(
                    update={"shares_percent": 10}
                ),
            }
        }
    )
    blows = [(3, "physical")]
    assert share_out(stage.run, stage.floor, who(foe), mender, blows) == (blows, [])
    assert warden.body.life == LIFE


def test_a_monster_that_does_harm_to_a_hero_is_marked_with_the_time() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    monster, other = stage.monster((3, 1)), stage.monster((4, 1))
    stage.tick(5)
    deal_damage(stage.run, stage.floor, who(monster), hero, [(1, "physical")])
    deal_damage(stage.run, stage.floor, who(other), hero, [(-1, "physical")])
    deal_damage(stage.run, stage.floor, who(other), monster, [(1, "physical")])
    assert (monster.mind.harmed_at, other.mind.harmed_at) == (stage.floor.state.clock, None)
