"""What heroes do with the abilities of their callings."""

import pytest

from support.content.own_rules import with_terrain
from support.worlds.companies import (
    LIFE,
    STATES,
    State,
    befall,
    harm_done,
    hero_of,
    perform,
    refusal,
    two_apart,
)
from support.worlds.outcomes import told_onlookers
from support.worlds.staging import Stage
from undertide_server.content.records.abilities import Disarm, InflictAll
from undertide_server.content.records.statuses import SUMMONED
from undertide_server.content.schema.fields import DAMAGE_TYPES
from undertide_server.simulation.components.actors import Resistance
from undertide_server.simulation.effects.context import EffectContext
from undertide_server.simulation.effects.verbs import disarm, inflict_all
from undertide_server.simulation.mechanics.damage import deal_damage_of
from undertide_server.simulation.mechanics.statuses import inflict
from undertide_server.simulation.state.events import Hit
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_shared.messages import Cast

HALL = ["##############", "#@...........#", "#............#", "#............#", "##############"]
STURDY = 5000


def foe(stage: Stage, x: int, y: int, **how: object) -> MonsterRow:
    return stage.monster((x, y), **{"mood": "hunting", "life": STURDY, **how})  # type: ignore[arg-type]


# --- Wardens ---------------------------------------------------------------------------------


def test_the_taunted_leave_their_prey_for_the_taunter_until_it_wears_off() -> None:
    stage = Stage(HALL)
    warden, mender = hero_of(stage, "warden", (2, 1)), hero_of(stage, "mender", (4, 3))
    monster = foe(stage, 3, 3)
    stage.tick(6)
    assert (warden.body.life, mender.body.life < LIFE) == (LIFE, True)
    perform(stage, "taunt")
    before = mender.body.life
    events = stage.tick(40)
    assert monster.effects.givers["taunted"] == warden.entity
    assert harm_done(events, warden.entity, monster.entity) > 0
    assert mender.body.life == before
    monster.effects.remaining["taunted"] = 1
    stage.run.index.move(warden, (12, 1))
    stage.tick(30)
    assert mender.body.life < before


def test_a_taunt_wakes_and_reaches_only_foes_near_and_in_sight() -> None:
    stage = Stage(["############", "#@....#....#", "#.....#....#", "############"])
    warden = hero_of(stage, "warden", (4, 1))
    sleeper = foe(stage, 3, 2, mood="asleep")
    behind, far = foe(stage, 7, 1, mood="asleep"), foe(stage, 1, 2, mood="asleep")
    stage.run.index.move(far, (1, 2))
    stage.run.index.move(warden, (5, 1))
    stage.step()
    perform(stage, "taunt")
    assert sleeper.mind.mood == "hunting"
    assert "taunted" in sleeper.effects.remaining
    assert not behind.effects.remaining
    assert not far.effects.remaining


def test_nobody_near_to_taunt_is_a_refusal_that_betrays_nobody_in_hiding() -> None:
    stage = Stage(HALL)
    warden = hero_of(stage, "warden", (5, 2))
    lurker = foe(stage, 6, 2, mood="asleep")
    lurker.behaviour = lurker.behaviour.model_copy(update={"lurks": True})
    assert lurker.is_hidden
    assert refusal(stage, warden, "taunt") == "you see no foe within 3 cells"


def test_a_sealed_boss_stays_sealed() -> None:
    stage = Stage(HALL)
    hero_of(stage, "warden", (5, 2))
    boss = foe(stage, 6, 2, mood="sealed")
    events = perform(stage, "taunt")
    assert (boss.mind.mood, boss.effects.remaining) == ("sealed", {})
    assert f"The {boss.actor.name} can't be taunted." in told_onlookers(events)


def test_who_braces_takes_less_and_half_of_what_strikes_those_near() -> None:
    stage = Stage(HALL)
    warden, mender = hero_of(stage, "warden", (4, 2)), hero_of(stage, "mender", (6, 2))
    far = hero_of(stage, "mender", (8, 2))
    perform(stage, "brace")
    assert warden.effects.remaining.keys() == {"braced"}
    assert mender.effects.remaining.keys() == {"guarded"}
    assert not far.effects.remaining


@pytest.mark.parametrize("state", STATES)
def test_half_of_a_blow_at_a_companion_that_stands_near_is_the_wardens(state: State) -> None:
    stage = Stage(HALL)
    warden, mender = hero_of(stage, "warden", (4, 2)), hero_of(stage, "mender", (6, 2))
    befall(stage, mender, "well" if state == "far" else state)
    if state == "far":
        stage.run.index.move(mender, (7, 2))
    perform(stage, "brace")
    guarded = state in {"well", "hurt", "link-dead"}
    assert ("guarded" in mender.effects.remaining) is guarded
    if guarded:
        life = mender.body.life
        deal_damage_of(stage.run, stage.floor, foe(stage, 7, 2), mender, [(100, "physical")])
        assert (life - mender.body.life, LIFE - warden.body.life) == (50, 35), "50, less 30 %"


def test_a_warden_guards_allies_too_but_neither_foes_nor_whom_it_does_not_see() -> None:
    stage = Stage(["########", "#@.#...#", "#..#...#", "#......#", "########"])
    hero_of(stage, "warden", (2, 2))
    behind = hero_of(stage, "mender", (4, 1))
    ally, enemy = foe(stage, 1, 1), foe(stage, 1, 2)
    ally.effects.remaining[SUMMONED] = 100
    perform(stage, "brace")
    guarded = ["guarded" in each.effects.remaining for each in (behind, ally, enemy)]
    assert guarded == [False, True, False]


def test_a_taunt_reaches_nobody_whom_only_a_companion_sees() -> None:
    apart = two_apart()
    apart.stage.run.index.move(apart.ann, (4, 3))
    apart.stage.step()
    context = EffectContext(apart.stage.run, apart.stage.floor, apart.ann, None, 0, 0, "ability")
    (taunt,) = apart.stage.run.rules.abilities["taunt"].effects
    assert isinstance(taunt, InflictAll)
    inflict_all(context, taunt)()
    taunted = [each.effects.remaining.get("taunted") for each in (apart.hers, apart.bens)]
    assert taunted == [50, None]


@pytest.mark.parametrize(("x", "reached"), [(8, True), (9, False)])
def test_a_war_cry_wakes_and_shakes_foes_within_three_cells_and_no_friends(
    x: int, reached: bool
) -> None:
    stage = Stage(HALL)
    reaver, friend = hero_of(stage, "reaver", (5, 2)), hero_of(stage, "mender", (6, 2))
    monster = foe(stage, x, 2, mood="asleep")
    if not reached:
        assert refusal(stage, reaver, "war_cry") == "you see no foe within 3 cells"
    else:
        perform(stage, "war_cry")
        assert monster.effects.givers == {"shaken": reaver.entity}
    assert monster.mind.mood == ("hunting" if reached else "asleep")
    assert not friend.effects.remaining


def test_a_warden_without_companions_braces_alone() -> None:
    stage = Stage(HALL)
    warden = hero_of(stage, "warden")
    perform(stage, "brace")
    assert warden.effects.remaining.keys() == {"braced"}


# --- Reavers ---------------------------------------------------------------------------------


def test_a_cleave_strikes_every_foe_beside_and_nobody_else() -> None:
    stage = Stage(HALL)
    reaver, friend = hero_of(stage, "reaver", (4, 2)), hero_of(stage, "mender", (3, 2))
    near = [foe(stage, *cell) for cell in ((3, 1), (4, 1), (5, 3))]
    far = foe(stage, 6, 2)
    events = perform(stage, "cleave")
    assert [harm_done(events, each.entity, reaver.entity) for each in near] == [100, 100, 100]
    assert harm_done(events, far.entity, reaver.entity) == 0
    assert harm_done(events, friend.entity, reaver.entity) == 0


def test_a_cleave_spares_the_peaceful_and_needs_a_foe() -> None:
    stage = Stage(HALL)
    reaver = hero_of(stage, "reaver", (4, 2))
    kinds = [kind for kind in stage.run.kinds.values() if kind.behaviour.peaceful]
    stage.monster((5, 2), kind=kinds[0])
    assert refusal(stage, reaver, "cleave") == "no foe is next to you"


def test_a_cleave_ends_when_thorns_kill_the_reaver() -> None:
    stage = Stage(HALL)
    reaver = hero_of(stage, "reaver", (4, 2))
    reaver.body.life = 1
    first, second = foe(stage, 5, 1), foe(stage, 5, 3)
    first.body.thorns = 100
    events = perform(stage, "cleave")
    assert reaver.hero.fate
    assert harm_done(events, second.entity, reaver.entity) == 0


def test_a_cleave_ends_when_thorns_fell_the_reaver_in_company() -> None:
    stage = Stage(HALL)
    reaver = hero_of(stage, "reaver", (4, 2))
    hero_of(stage, "mender", (1, 1))
    reaver.body.life = 1
    first, second = foe(stage, 5, 1), foe(stage, 5, 3)
    first.body.thorns = 100
    events = perform(stage, "cleave")
    assert reaver.is_fallen
    assert harm_done(events, second.entity, reaver.entity) == 0


def test_the_shaken_do_a_quarter_less() -> None:
    stage = Stage(HALL)
    reaver = hero_of(stage, "reaver", (4, 2))
    monster = foe(stage, 5, 2, power=100)
    monster.attack.spread, monster.actor.energy = 0, -1000
    perform(stage, "war_cry")
    monster.actor.energy = 0
    assert harm_done(stage.tick(), reaver.entity, monster.entity) == 75


# --- Striders --------------------------------------------------------------------------------


def test_the_marked_take_a_quarter_more_from_everybody() -> None:
    stage = Stage(HALL)
    strider, reaver = hero_of(stage, "strider", (1, 1)), hero_of(stage, "reaver", (8, 2))
    monster = foe(stage, 9, 2)
    perform(stage, "mark", monster.cell)
    assert monster.effects.remaining.keys() == {"marked"}
    events = perform(stage, "cleave", seat=1)
    assert harm_done(events, monster.entity, reaver.entity) == 125
    assert strider.hero.resting.keys() == {"mark"}


def test_a_strider_keeps_up_one_mark() -> None:
    stage = Stage(HALL)
    strider = hero_of(stage, "strider", (1, 1))
    first, second = foe(stage, 7, 2), foe(stage, 9, 2)
    perform(stage, "mark", first.cell)
    strider.hero.resting.clear()
    perform(stage, "mark", second.cell)
    assert "marked" not in first.effects.remaining
    assert "marked" in second.effects.remaining


def test_a_pinning_shot_strikes_and_slows() -> None:
    stage = Stage(HALL)
    strider = hero_of(stage, "strider", (1, 1))
    monster = foe(stage, 7, 2)
    events = perform(stage, "pinning_shot", monster.cell)
    assert harm_done(events, monster.entity, strider.entity) == 100
    assert "slowed" in monster.effects.remaining


def test_a_pinning_shot_that_kills_slows_nobody() -> None:
    stage = Stage(HALL)
    hero_of(stage, "strider", (1, 1))
    monster = foe(stage, 7, 2, life=100)
    events = perform(stage, "pinning_shot", monster.cell)
    assert monster.entity not in stage.floor.monsters
    assert not [text for text in told_onlookers(events) if "slowed" in text]


def test_a_pinning_shot_that_cover_stops_slows_nobody() -> None:
    stage = Stage(HALL, with_terrain("rubble", cover=100))
    hero_of(stage, "strider", (1, 1))
    monster = foe(stage, 7, 2)
    stage.turn(monster.cell, "rubble")
    perform(stage, "pinning_shot", monster.cell)
    assert (monster.body.life, monster.effects.remaining) == (STURDY, {})


def test_a_pinning_shot_needs_a_weapon_that_shoots_and_a_target() -> None:
    stage = Stage(HALL)
    strider = hero_of(stage, "strider", (1, 1))
    monster = foe(stage, 7, 2)
    assert refusal(stage, strider, "pinning_shot") == "it needs a target"
    strider.attack.range = 0
    reason = refusal(stage, strider, "pinning_shot", monster.cell)
    assert reason == "you hold nothing to shoot with"


# --- Spellwrights ----------------------------------------------------------------------------


def spellwright(stage: Stage) -> HeroRow:
    row = hero_of(stage, "spellwright", (1, 1))
    row.magic.mana = 100
    return row


@pytest.mark.parametrize(
    ("status", "damage"),
    [("burning", "fire"), ("frozen", "cold"), ("slowed", "cold"), ("poisoned", "poison")],
)
def test_what_another_brought_bursts_on_its_bearer_and_on_foes_beside_it(
    status: str, damage: str
) -> None:
    stage = Stage(HALL)
    row, friend = spellwright(stage), hero_of(stage, "reaver", (7, 1))
    monster, beside, apart = foe(stage, 7, 2), foe(stage, 8, 3), foe(stage, 10, 2)
    ally = foe(stage, 8, 2)
    ally.effects.remaining[SUMMONED] = 100
    for each in (monster, beside, apart):
        stage.run.world.get(each.entity, Resistance).counted = (0,) * len(DAMAGE_TYPES)
    inflict(stage.run, stage.floor, monster, status, 30, friend.entity)
    events = perform(stage, "detonate", monster.cell)
    assert status not in monster.effects.remaining
    assert "bursts!" in " ".join(told_onlookers(events))
    (hit,) = [each for each in events if isinstance(each, Hit) and each.target.cell == (8, 3)]
    assert hit.parts == ((200, damage),)
    assert harm_done(events, monster.entity, row.entity) == 200
    assert [harm_done(events, each.entity, row.entity) for each in (apart, friend, ally)] == [0] * 3


def test_a_burst_reaches_nobody_whom_only_a_companion_sees() -> None:
    stage = Stage(["########", "#@.....#", "#..#...#", "########"])
    row, friend = spellwright(stage), hero_of(stage, "reaver", (6, 2))
    monster, hidden = foe(stage, 3, 1), foe(stage, 4, 2)
    stage.step()
    assert [bool(row.sees[each.spot]) for each in (monster, hidden)] == [True, False]
    assert friend.sees[hidden.spot]
    for each in (monster, hidden):
        stage.run.world.get(each.entity, Resistance).counted = (0,) * len(DAMAGE_TYPES)
    inflict(stage.run, stage.floor, monster, "burning", 30, friend.entity)
    events = perform(stage, "detonate", monster.cell)
    assert [harm_done(events, each.entity, row.entity) for each in (monster, hidden)] == [200, 0]


def test_nobody_sets_off_what_they_brought_themselves() -> None:
    stage = Stage(HALL)
    row = spellwright(stage)
    monster = foe(stage, 7, 2)
    assert "can be set off" in refusal(stage, row, "detonate", monster.cell)
    row.magic.spells.append("slow")
    stage.ask(Cast("slow", *monster.cell))
    assert "slowed" in monster.effects.remaining
    assert "can be set off" in refusal(stage, row, "detonate", monster.cell)
    assert refusal(stage, row, "detonate", (5, 2)) == "there is no foe"


def test_what_the_ground_brought_can_be_set_off() -> None:
    stage = Stage(HALL)
    row = spellwright(stage)
    monster = foe(stage, 7, 2)
    inflict(stage.run, stage.floor, monster, "burning", 30)
    stage.run.world.get(monster.entity, Resistance).counted = (0,) * len(DAMAGE_TYPES)
    events = perform(stage, "detonate", monster.cell)
    assert harm_done(events, monster.entity, row.entity) == 200


def test_the_empowered_do_a_third_more_or_so() -> None:
    stage = Stage(HALL)
    row, reaver = spellwright(stage), hero_of(stage, "reaver", (6, 2))
    monster = foe(stage, 7, 2)
    perform(stage, "empower", reaver.cell)
    assert harm_done(perform(stage, "cleave", seat=1), monster.entity, reaver.entity) == 130
    assert row.magic.mana == 96


def test_magic_abilities_fail_where_magic_does() -> None:
    stage = Stage(HALL, with_terrain("grass", quells_magic=True))
    row = spellwright(stage)
    stage.turn(row.cell, "grass")
    assert refusal(stage, row, "empower") == "no magic works on this ground"


# --- Menders ---------------------------------------------------------------------------------


def test_a_link_is_for_a_companion_and_bears_a_share() -> None:
    stage = Stage(HALL)
    mender, reaver = hero_of(stage, "mender", (1, 1)), hero_of(stage, "reaver", (6, 2))
    mender.magic.mana = 50
    assert "for a companion" in refusal(stage, mender, "link")
    assert "for a companion" in refusal(stage, mender, "link", mender.cell)
    perform(stage, "link", reaver.cell)
    assert reaver.effects.givers == {"linked": mender.entity}
    reaver.body.life = 500
    stage.tick(10)
    assert reaver.body.life == 510, "1 % of 1000 every ten ticks"
    deal_damage_of(stage.run, stage.floor, foe(stage, 7, 2), reaver, [(100, "physical")])
    assert (reaver.body.life, mender.body.life) == (450, 960), "40 of 100 are the mender's"


# --- Footpads --------------------------------------------------------------------------------


def test_a_disarmed_foe_does_half() -> None:
    stage = Stage(HALL)
    footpad = hero_of(stage, "footpad", (4, 2))
    monster = foe(stage, 5, 2, power=100, mood="asleep")
    monster.attack.spread, monster.actor.energy = 0, -1000
    perform(stage, "disarm", monster.cell)
    assert monster.mind.mood == "hunting"
    monster.actor.energy = 0
    assert harm_done(stage.tick(), footpad.entity, monster.entity) == 50
    assert footpad.body.life == LIFE - 50


def test_a_sleeper_that_is_disarmed_wakes_and_hunts() -> None:
    stage = Stage(HALL)
    footpad, monster = hero_of(stage, "footpad", (4, 2)), foe(stage, 5, 2, mood="asleep")
    context = EffectContext(stage.run, stage.floor, footpad, monster.cell, 0, 0, "ability")
    (effect,) = stage.run.rules.abilities["disarm"].effects
    assert isinstance(effect, Disarm)
    disarm(context, effect)()
    assert (monster.mind.mood, monster.effects.remaining) == ("hunting", {"disarmed": 60})


@pytest.mark.parametrize(
    ("kind", "cell", "facing", "leaves"),
    [("spikes", (5, 2), (0, 0), "floor"), ("arrows", (5, 0), (0, 1), "wall")],
)
def test_a_trap_beside_is_gone_for_good(
    kind: str, cell: tuple[int, int], facing: tuple[int, int], leaves: str
) -> None:
    stage = Stage(HALL)
    footpad = hero_of(stage, "footpad", (4, 1))
    stage.trap(cell, kind, hidden=False, facing=facing)
    perform(stage, "disarm", cell)
    assert footpad.intents.outcome == "done"
    assert (stage.terrain(cell), stage.floor.traps.armed, stage.floor.slits) == (leaves, {}, {})
    life = footpad.body.life
    stage.run.index.move(footpad, (5, 2))
    stage.tick(100)
    assert footpad.body.life == life


def test_a_trap_that_nobody_has_seen_is_refused_like_bare_ground() -> None:
    stage = Stage(HALL)
    footpad = hero_of(stage, "footpad", (4, 1))
    stage.trap((5, 2), "spikes")
    assert refusal(stage, footpad, "disarm", (5, 2)) == refusal(stage, footpad, "disarm", (3, 2))
    assert refusal(stage, footpad, "disarm", (6, 2)) == "that is too far away"
