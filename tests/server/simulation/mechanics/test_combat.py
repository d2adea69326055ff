"""Blows and missiles, what a weapon does where it is used, and cover."""

from dataclasses import replace

import pytest

from support.content.own_rules import with_terrain
from support.worlds.companies import LIFE, harm_done, hero_of, two_apart, two_together
from support.worlds.staging import Stage, kind_that, make_test_game
from undertide_server.content.records.statuses import SUMMONED
from undertide_server.simulation.actions.intents import heroes_act
from undertide_server.simulation.components.actors import Attack, Resistance
from undertide_server.simulation.components.monsters import Mood
from undertide_server.simulation.mechanics.combat import shoot, strike, target_of_shot
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.rules.damage import rolled_parts
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.events import Event, Hit, Seen, Told
from undertide_server.simulation.state.inputs import Asked, SeatTaken
from undertide_server.simulation.state.rows import HeroRow
from undertide_shared.geometry import Cell
from undertide_shared.messages import Move, Shoot

ROOM = ["########", "#@.....#", "#......#", "########"]


def test_bumping_into_a_monster_strikes_it() -> None:
    stage = Stage(ROOM)
    hero = stage.hero()
    hero.attack.power, hero.attack.spread, hero.attack.tenths = 10, 0, 0
    monster = stage.monster((2, 1), life=50)
    events = stage.ask(Move(1, 0))
    hit = next(event for event in events if isinstance(event, Hit) and event.source.is_hero)
    assert hero.cell == (1, 1)
    assert (hit.parts, monster.body.life) == (((10, "physical"),), 40)


def test_resistance_and_extra_damage_shape_each_part_of_a_blow() -> None:
    stage = Stage(ROOM)
    hero = stage.hero()
    monster = stage.monster((2, 1), life=500)
    attack = stage.run.world.get(hero.entity, Attack)
    attack.power, attack.spread, attack.extra = 10, 0, (("fire", 10), ("cold", 10))
    stage.run.world.get(monster.entity, Resistance).counted = (5, 12, 10, 0, 0, 0)
    hits = [event for event in stage.ask(Move(1, 0)) if isinstance(event, Hit)]
    (hit,) = [hit for hit in hits if hit.source.is_hero]
    assert hit.parts == ((5, "physical"), (0, "fire"), (-2, "cold"))
    assert monster.body.life == 500 - 3
    assert (hit.resisted, hit.absorbed) == (83, 0)


def test_a_hit_tells_what_absorb_took_off() -> None:
    stage = Stage(ROOM)
    hero = stage.hero()
    monster = stage.monster((2, 1), life=500)
    hero.attack.power, hero.attack.spread, hero.attack.tenths = 10, 0, 0
    monster.body.absorb = 4
    hits = [event for event in stage.ask(Move(1, 0)) if isinstance(event, Hit)]
    (hit,) = [hit for hit in hits if hit.source.is_hero]
    assert (hit.parts, hit.resisted, hit.absorbed) == (((6, "physical"),), 0, 4)


def test_healing_never_passes_full_life() -> None:
    stage = Stage(ROOM)
    hero = stage.hero()
    monster = stage.monster((2, 1), life=50)
    stage.run.world.get(monster.entity, Resistance).counted = (30, 0, 0, 0, 0, 0)
    stage.ask(Move(1, 0))
    assert hero.body.life <= hero.body.max_life
    assert monster.body.life == 50


def test_leeches_live_on_what_their_blows_take_and_no_more() -> None:
    stage = Stage(ROOM)
    hero = stage.hero()
    hero.attack.power, hero.attack.leech = 100, 50
    hero.body.max_life, hero.body.life, hero.body.regen = 1000, 500, 0
    stage.monster((2, 1), life=10, mood="asleep")
    stage.ask(Move(1, 0))
    assert hero.body.life == 505
    hero.body.life = 998
    stage.monster((2, 1), life=10, mood="asleep")
    stage.ask(Move(1, 0))
    assert hero.body.life == 1000


def test_thorns_give_back_a_share_of_a_blow_and_nothing_of_a_missile() -> None:
    stage = Stage(ROOM)
    hero = stage.hero()
    hero.attack.power, hero.attack.spread, hero.attack.range = 40, 0, 5
    hero.body.max_life = hero.body.life = 1000
    hero.body.regen = 0
    monster = stage.monster((2, 1), life=500, mood="asleep")
    monster.body.thorns = 50
    stage.step(Asked(0, 1, Move(1, 0)))
    heroes_act(stage.run, stage.floor)
    assert (monster.body.life, hero.body.life) == (460, 980)
    hero.actor.energy = 0
    stage.step(Asked(0, 2, Shoot(2, 1)))
    heroes_act(stage.run, stage.floor)
    assert (monster.body.life, hero.body.life) == (420, 980)


def test_thorns_may_kill_whoever_strikes() -> None:
    stage = Stage(ROOM)
    hero = stage.hero()
    hero.body.thorns, hero.body.absorb = 100, 0
    hero.body.max_life = hero.body.life = 1000
    monster = stage.monster((2, 1), life=1, mood="hunting", power=50)
    stage.tick(10)
    assert monster.entity not in stage.floor.monsters
    assert hero.hero.kills == 1


HALL = ["##############", "#@...........#", "#............#", "#............#", "##############"]
STURDY = 5000


def shot(target: Cell, beside: Mood | None = None) -> int:
    """Return the damage of a strider's shot, with a monster in some mood beside the strider."""
    stage = Stage(HALL)
    row = hero_of(stage, "strider", (4, 2))
    monster = stage.monster(target, mood="hunting", life=STURDY)
    if beside is not None:
        stage.monster((3, 1), mood=beside, life=STURDY)
    return harm_done(stage.ask(Shoot(*target)), monster.entity, row.entity)


def test_a_shot_does_half_at_the_next_cell_and_while_a_hunter_is_beside() -> None:
    assert shot((8, 2)) == 100
    assert shot((5, 2)) == 50
    assert shot((8, 2), beside="hunting") == 50
    assert shot((8, 2), beside="asleep") == 100


def test_a_blow_with_a_bow_in_hand_does_half_and_one_with_a_blade_all() -> None:
    stage = Stage(HALL)
    strider, warden = hero_of(stage, "strider", (4, 2)), hero_of(stage, "warden", (6, 2))
    monster = stage.monster((5, 2), mood="hunting", life=STURDY)
    events = stage.ask(Move(1, 0)) + stage.ask(Move(-1, 0), seat=1)
    assert harm_done(events, monster.entity, strider.entity) == 50
    assert harm_done(events, monster.entity, warden.entity) == 100


def surprises(events: list[Event]) -> list[str]:
    return [event.text for event in events if isinstance(event, Told)]


@pytest.mark.parametrize(
    ("mood", "damage"), [("asleep", 300), ("idle", 300), ("hunting", 100), ("fleeing", 100)]
)
def test_a_footpads_blow_at_the_unaware_does_three_times_as_much(mood: Mood, damage: int) -> None:
    stage = Stage(HALL)
    row = hero_of(stage, "footpad", (4, 2))
    monster = stage.monster((5, 2), mood="asleep", life=STURDY)
    monster.mind.mood = mood
    events = stage.ask(Move(1, 0))
    assert harm_done(events, monster.entity, row.entity) == damage
    told = Told(row.entity, "good", f"You catch the {monster.actor.name} unaware!")
    assert [event for event in events if isinstance(event, Told)] == [told] * (damage == 300)


def test_no_other_calling_gains_by_surprise() -> None:
    stage = Stage(HALL)
    row = hero_of(stage, "reaver", (4, 2))
    monster = stage.monster((5, 2), mood="asleep", life=STURDY)
    events = stage.ask(Move(1, 0))
    assert harm_done(events, monster.entity, row.entity) == 100
    assert not surprises(events)


ALLEY = ["#" * 20, "#@" + "." * 17 + "#", "#" * 20]


def archer(stage: Stage) -> HeroRow:
    stage.step(SeatTaken(0, "Ann", "strider"))
    row = stage.floor.heroes[max(stage.floor.heroes)]
    row.effects.remaining.clear()
    assert row.attack.range > 2
    return row


def shots(stage: Stage, x: int, y: int = 1) -> list[Hit]:
    return [event for event in stage.ask(Shoot(x, y)) if isinstance(event, Hit)]


def reason(stage: Stage, row: HeroRow, x: int, y: int = 1) -> str:
    """Return why a shot is refused; it takes no time then."""
    energy = row.actor.energy
    assert not shots(stage, x, y)
    assert (row.intents.outcome, row.actor.energy) == ("refused", energy)
    return row.intents.reason


def test_what_is_too_far_or_out_of_sight_is_refused() -> None:
    stage = Stage(ALLEY, make_test_game())
    row = archer(stage)
    stage.monster((2 + row.attack.range, 1), mood="asleep")
    assert "too far" in reason(stage, row, 2 + row.attack.range)
    assert "can't see" in reason(stage, row, 3, -5)
    assert "can't see" in reason(stage, row, 2**40, 1)


def test_nobody_there_oneself_and_companions_are_no_targets() -> None:
    stage = Stage(ALLEY, make_test_game())
    row = archer(stage)
    stage.step(SeatTaken(1, "Ben"))
    ben = stage.floor.heroes[max(stage.floor.heroes)]
    assert "nobody" in reason(stage, row, 5)
    assert "nobody" in reason(stage, row, row.cell[0])
    assert "your friends" in reason(stage, row, *ben.cell)


def test_who_holds_no_bow_or_is_confused_does_not_shoot() -> None:
    stage = Stage(ALLEY, make_test_game())
    row = archer(stage)
    stage.monster((4, 1), mood="asleep")
    row.effects.remaining["confused"] = 50
    assert "confused" in reason(stage, row, 4)
    row.effects.remaining.clear()
    row.attack.range = 0
    assert "nothing to shoot with" in reason(stage, row, 4)


def test_the_peaceful_are_left_in_peace() -> None:
    stage = Stage(ALLEY, make_test_game())
    row = archer(stage)
    kinds = [kind for kind in stage.run.kinds.values() if kind.behaviour.peaceful]
    monster = stage.monster((4, 1), kind=kinds[0])
    assert "is peaceful" in reason(stage, row, *monster.cell)


def test_cover_may_stop_a_missile_and_its_target_knows_whence_it_came() -> None:
    stage = Stage(ALLEY, with_terrain("rubble", cover=100))
    row = archer(stage)
    monster = stage.monster((4, 1), mood="asleep", life=500)
    stage.turn(monster.cell, "rubble")
    assert not [each for each in shots(stage, 4) if each.source.entity == row.entity]
    assert row.intents.outcome == "done"
    assert (monster.body.life, monster.mind.mood) == (500, "hunting")


def test_who_lies_in_wait_is_not_betrayed_by_a_refusal() -> None:
    stage = Stage(ALLEY, make_test_game())
    row = archer(stage)
    monster = stage.monster((4, 1), mood="asleep")
    monster.behaviour = monster.behaviour.model_copy(update={"lurks": True})
    assert monster.is_hidden
    assert reason(stage, row, 4) == reason(stage, row, 6)


def test_missiles_pass_glass() -> None:
    stage = Stage(["#######", "#@.G..#", "#######"], make_test_game(), legend={"G": "glass"})
    row = archer(stage)
    monster = stage.monster((4, 1), mood="asleep", life=500)
    assert [hit.target.entity for hit in shots(stage, 4) if hit.source.entity == row.entity]
    assert monster.body.life < 500


def test_nobody_can_be_shot_at_whom_only_a_companion_sees() -> None:
    apart = two_apart()
    floor = apart.stage.floor
    for row in (apart.ann, apart.ben):
        row.attack.range = 20
    assert target_of_shot(floor, apart.ben, apart.bens.cell) is apart.bens
    with pytest.raises(ActionRefusedError, match="you can't see that place"):
        target_of_shot(floor, apart.ann, apart.bens.cell)


def test_neither_companions_nor_allies_are_shot_at() -> None:
    pair = two_together()
    pair.ann.attack.range = 20
    ally = pair.stage.monster((8, 1))
    ally.effects.remaining[SUMMONED] = 100
    pair.stage.step()
    for friend in (pair.ben, ally):
        with pytest.raises(ActionRefusedError, match="you can't shoot at your friends"):
            target_of_shot(pair.stage.floor, pair.ann, friend.cell)


@pytest.mark.parametrize(
    ("mood", "is_ally", "harm"),
    [("hunting", False, 50), ("idle", False, 100), ("hunting", True, 100)],
)
def test_a_bow_does_half_while_an_enemy_that_hunts_stands_beside(
    mood: Mood, is_ally: bool, harm: int
) -> None:
    stage = Stage(["##########", "#@.......#", "#........#", "##########"])
    strider = hero_of(stage, "strider", (3, 1))
    target, beside = stage.monster((8, 1), life=LIFE), stage.monster((2, 1), mood=mood)
    if is_ally:
        beside.effects.remaining[SUMMONED] = 100
    stage.run.events = []
    assert shoot(stage.run, stage.floor, strider, target)
    assert harm_done(stage.run.events, target.entity, strider.entity) == harm


@pytest.mark.parametrize(("is_ally", "harm"), [(False, 300), (True, 100)])
def test_a_sneak_attack_is_on_enemies_alone(is_ally: bool, harm: int) -> None:
    stage = Stage(ROOM)
    footpad, target = hero_of(stage, "footpad", (1, 1)), stage.monster((2, 1), life=LIFE)
    if is_ally:
        target.effects.remaining[SUMMONED] = 100
    stage.run.events = []
    strike(stage.run, stage.floor, footpad, target)
    assert harm_done(stage.run.events, target.entity, footpad.entity) == harm


def test_a_shot_that_cover_stops_wakes_its_target() -> None:
    stage = Stage(ROOM, with_terrain("rubble", cover=100))
    strider, target = hero_of(stage, "strider", (1, 1)), stage.monster((5, 1), mood="asleep")
    stage.turn(target.cell, "rubble")
    assert not shoot(stage.run, stage.floor, strider, target)
    assert (target.mind.mood, target.mind.last_seen) == ("hunting", strider.cell)


@pytest.mark.parametrize(("life", "pricked"), [(101, 50), (100, 0)])
def test_thorns_prick_whoever_strikes_and_die_with_their_bearer(life: int, pricked: int) -> None:
    stage = Stage(ROOM)
    reaver, target = hero_of(stage, "reaver", (1, 1)), stage.monster((2, 1), life=life)
    target.body.thorns = 50
    strike(stage.run, stage.floor, reaver, target)
    assert reaver.body.life == LIFE - pricked


@pytest.mark.parametrize(("apart", "harm"), [(1, 50), (2, 100), (7, 100)])
def test_a_bow_does_half_at_the_next_cell_alone(apart: int, harm: int) -> None:
    stage = Stage(["###########", "#@........#", "###########"])
    strider = hero_of(stage, "strider", (1, 1))
    target = stage.monster((1 + apart, 1), life=LIFE, mood="asleep")
    stage.step()
    assert target_of_shot(stage.floor, strider, target.cell) is target
    stage.run.events = []
    shoot(stage.run, stage.floor, strider, target)
    assert harm_done(stage.run.events, target.entity, strider.entity) == harm


def test_a_short_bow_shoots_seven_cells_and_no_further() -> None:
    stage = Stage(["###########", "#@........#", "###########"])
    strider, target = hero_of(stage, "strider", (1, 1)), stage.monster((9, 1))
    stage.step()
    with pytest.raises(ActionRefusedError, match="it is too far: you shoot 7 cells"):
        target_of_shot(stage.floor, strider, target.cell)


@pytest.mark.parametrize(
    ("missile", "casts", "multiplier", "harm"),
    [
        (False, False, "melee", 50),
        (False, True, "melee", 50),
        (True, False, "arrows", 50),
        (True, True, "arrows", 100),
        (False, False, "arrows", 100),
        (True, False, "melee", 100),
    ],
)
def test_blows_and_missiles_are_multiplied_by_their_form_but_for_those_of_an_element(
    *, missile: bool, casts: bool, multiplier: str, harm: int
) -> None:
    stage = Stage(ROOM)
    hero = hero_of(stage, "warden", (1, 1))
    damage = stage.run.rules.damage.model_copy(update={multiplier: 50})
    stage.run.rules = stage.run.rules.model_copy(update={"damage": damage})
    kind = kind_that(stage)
    brings = kind.behaviour.model_copy(update={"casts": "fire" if casts else None})
    kind = replace(kind, id="caster", behaviour=brings)
    stage.run.kinds[kind.id] = kind
    monster = stage.monster((2, 1), mood="hunting", kind=kind, power=100)
    monster.attack.spread, monster.attack.tenths, monster.attack.extra = 0, 0, ()
    before = hero.body.life
    strike(stage.run, stage.floor, monster, hero, missile=missile)
    assert before - hero.body.life == harm
    before = monster.body.life = monster.body.max_life = 500
    strike(stage.run, stage.floor, hero, monster, missile=missile)
    own = 50 if multiplier == ("arrows" if missile else "melee") else 100
    assert before - monster.body.life == own


def test_thorns_give_back_whole_points() -> None:
    stage = Stage(ROOM)
    hero = hero_of(stage, "warden", (1, 1))
    hero.attack.power = 33
    monster = stage.monster((2, 1), life=500)
    monster.body.thorns = 50
    strike(stage.run, stage.floor, hero, monster)
    assert (LIFE - hero.body.life, type(hero.body.life)) == (16, int)


def test_each_roll_of_a_blow_comes_from_its_attackers_own_chance() -> None:
    stage = Stage(ROOM)
    hero = hero_of(stage, "warden", (1, 1))
    hero.attack.power, hero.attack.tenths, hero.attack.spread = 100, 5, 20
    monster = stage.monster((2, 1), life=10**6)
    for tenths in (5, 0) * 20:
        hero.attack.tenths = tenths
        rng, before = stage.run.chance(stage.floor, "blow", hero.entity), monster.body.life
        roll = rng.below(10) if tenths else 0
        blow = [(100 + (roll < tenths), "physical")]
        ((harm, _),) = rolled_parts(blow, 20, [rng.below(101)], [100])
        strike(stage.run, stage.floor, hero, monster)
        assert before - monster.body.life == harm
        stage.floor.state.clock += 1


def test_cover_stops_the_shots_that_chance_says_and_tells_of_it() -> None:
    stage = Stage(ALLEY, with_terrain("rubble", cover=50))
    row = archer(stage)
    monster = stage.monster((6, 1), mood="asleep", life=10**6)
    stage.turn(monster.cell, "rubble")
    stopped = []
    for _ in range(20):
        rng = stage.run.chance(stage.floor, "cover", row.entity)
        stage.run.events = []
        stopped.append(not shoot(stage.run, stage.floor, row, monster))
        name = monster.actor.name
        seen = Seen(
            stage.floor.entity,
            who(monster),
            "combat",
            "The rubble stops what was meant for you.",
            f"The rubble stops what was meant for the {name}.",
        )
        assert stopped[-1] is rng.percent(50)
        assert [each for each in stage.run.events if isinstance(each, Seen)] == [seen] * stopped[-1]
        stage.floor.state.clock += 1
    assert set(stopped) == {True, False}


def test_a_shot_is_at_a_cell_of_the_floor() -> None:
    stage = Stage(ROOM)
    row = archer(stage)
    for cell in ((-1, 1), (1, -1), (8, 1), (1, 4)):
        with pytest.raises(ActionRefusedError, match="you can't see that place"):
            target_of_shot(stage.floor, row, cell)
    for cell in ((0, 0), (7, 3)):
        with pytest.raises(ActionRefusedError, match="there is nobody to shoot at"):
            target_of_shot(stage.floor, row, cell)


@pytest.mark.parametrize("percent", [100, 50])
def test_a_shot_does_the_percentage_of_its_damage_that_is_asked_for(percent: int) -> None:
    stage = Stage(ALLEY)
    row = archer(stage)
    row.attack.power, row.attack.tenths, row.attack.spread, row.attack.extra = 100, 0, 0, ()
    monster = stage.monster((5, 1), mood="hunting", life=500)
    assert shoot(stage.run, stage.floor, row, monster, percent)
    assert 500 - monster.body.life == percent


def test_nobody_is_surprised_by_a_companion() -> None:
    stage = Stage(HALL)
    row, other = hero_of(stage, "footpad", (4, 2)), hero_of(stage, "warden", (5, 2))
    stage.run.events = []
    strike(stage.run, stage.floor, row, other)
    assert LIFE - other.body.life == 100
    assert not surprises(stage.run.events)
