"""Blows, death, belongings and experience."""

from support.worlds.staging import Stage
from undertide_server.simulation.actions.intents import heroes_act
from undertide_server.simulation.components.actors import Attack, Resistance
from undertide_server.simulation.components.floors import Lying
from undertide_server.simulation.mechanics.stats import figures_of, worn_figures
from undertide_server.simulation.state.events import Fell, Hit, RunEnded
from undertide_server.simulation.state.inputs import Asked, PlayerLost, Withdrawn
from undertide_shared.messages import Move, Shoot, Wait

ROOM = ["########", "#@.....#", "#......#", "########"]


def test_bumping_into_a_monster_strikes_it() -> None:
    stage = Stage(ROOM)
    hero = stage.hero()
    monster = stage.monster((2, 1), life=50)
    events = stage.ask(Move(1, 0))
    hit = next(event for event in events if isinstance(event, Hit) and event.source.is_hero)
    assert hero.cell == (1, 1)
    assert 0 < sum(amount for amount, _ in hit.parts) == 50 - monster.body.life


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


def test_a_kill_clears_the_cell_counts_and_pays() -> None:
    stage = Stage(ROOM)
    hero = stage.hero()
    monster = stage.monster((2, 1), life=1)
    pays = monster.monster.experience
    events = stage.ask(Move(1, 0))
    assert any(isinstance(event, Fell) for event in events)
    assert (2, 1) not in stage.floor.blockers
    assert not stage.floor.monsters
    assert (hero.hero.kills, hero.hero.experience) == (1, pays)


def test_experience_is_shared_by_the_waking_heroes_on_the_floor() -> None:
    stage = Stage(ROOM)
    ann, ben, cid = stage.hero("Ann", cell=(1, 1)), stage.hero("Ben"), stage.hero("Cid")
    stage.step(PlayerLost(2))
    stage.step(Withdrawn(2))
    monster = stage.monster((1, 2) if ben.cell != (1, 2) else (2, 2), life=1)
    pays = monster.monster.experience
    dx, dy = monster.cell[0] - ann.cell[0], monster.cell[1] - ann.cell[1]
    stage.ask(Move(dx, dy), seat=0)
    assert ann.hero.experience + ben.hero.experience == pays * 125 // 100
    assert ben.hero.experience == pays * 125 // 100 // 2
    assert cid.hero.experience == 0


def test_enough_experience_raises_the_level_and_its_figures() -> None:
    stage = Stage(ROOM)
    hero = stage.hero()
    levels = stage.run.rules.heroes.levels
    hero.hero.experience = levels[2].experience - 1
    hero.body.life = hero.body.max_life - 7
    stage.monster((2, 1), life=1)
    stage.ask(Move(1, 0))
    assert hero.hero.level == 3
    grown = figures_of(stage.run.rules, hero.hero, worn_figures(stage.run.items, hero.inventory))
    assert (hero.body.max_life, hero.body.life) == (grown.life, grown.life - 7)
    assert hero.attack.power == grown.attack


def test_the_belongings_of_the_dead_stay_where_they_fell() -> None:
    stage = Stage(ROOM)
    ann, _ben = stage.hero("Ann"), stage.hero("Ben", cell=(6, 2))
    stage.put_to_sleep(1)
    ann.body.life = 1
    carried = sum(stack.count for stack in ann.inventory.stacks)
    assert carried
    stage.monster((2, 1), mood="hunting", power=50)
    stage.ask(Wait())
    lying = [stage.run.world.get(entity, Lying) for entity in stage.floor.items[(1, 1)]]
    assert sum(each.count for each in lying) == carried
    assert ann.hero.fate
    assert ann.entity not in stage.floor.heroes
    assert not stage.run.progress.ended


def test_the_run_is_lost_when_the_last_hero_falls() -> None:
    stage = Stage(ROOM)
    hero = stage.hero()
    hero.body.life = 1
    stage.monster((2, 1), mood="hunting", power=50)
    events = stage.ask(Wait())
    assert RunEnded(won=False) in events
    assert stage.run.progress.ended
    assert stage.ask(Wait()) == []
