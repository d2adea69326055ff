"""Statuses take hold of heroes and monsters, end each other, and are told."""

import pytest

from support.worlds.companies import STATES, State, two_together
from support.worlds.staging import HALL, Stage
from undertide_server.content.records.effects import Inflict
from undertide_server.content.records.statuses import SHELTERED
from undertide_server.simulation.components.actors import Resistance
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.mechanics.statuses import (
    bad_statuses,
    can_take,
    dismiss,
    end_bad,
    end_status,
    give_up_shelter,
    inflict,
    inflict_solely,
    newcomers_effects,
)
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.queries.relations import is_sheltered
from undertide_server.simulation.rules.damage import TYPE_INDEX
from undertide_server.simulation.state.events import Event, Hit, Seen, Told
from undertide_server.simulation.state.inputs import PlayerLost, Withdrawn
from undertide_server.simulation.state.rows import ActorRow
from undertide_shared.messages import Climb, Move, Tone, Use, Wait


def bring(stage: Stage, row: ActorRow, key: str, ticks: int = 20) -> bool:
    return inflict(stage.run, stage.floor, row, key, ticks)


def resist(stage: Stage, row: ActorRow, kind: str, points: int) -> None:
    counted = [0] * 6
    counted[TYPE_INDEX[kind]] = points
    stage.run.world.get(row.entity, Resistance).counted = tuple(counted)


def texts(events: list[Event]) -> list[tuple[str, str]]:
    return [(event.own, event.others) for event in events if isinstance(event, Seen)]


@pytest.mark.parametrize("key", ["burning", "frozen", "poisoned", "confused", "slowed", "hasted"])
def test_they_befall_heroes_and_monsters_alike(key: str) -> None:
    stage = Stage(HALL)
    hero, monster = stage.hero(), stage.monster((8, 1))
    for row in (hero, monster):
        resist(stage, row, "fire", 0)
        assert bring(stage, row, key)
        assert row.effects.remaining == {key: 20}


def test_what_is_new_is_told_and_more_of_it_is_not() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    stage.run.events = []
    bring(stage, hero, "poisoned")
    bring(stage, hero, "poisoned")
    assert texts(stage.run.events) == [("You are poisoned!", "Ann is poisoned.")]
    assert hero.effects.remaining == {"poisoned": 40}


@pytest.mark.parametrize(
    ("there", "comes"),
    [("burning", "frozen"), ("frozen", "burning"), ("slowed", "hasted"), ("hasted", "slowed")],
)
def test_one_ends_the_other(there: str, comes: str) -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    bring(stage, hero, there)
    bring(stage, hero, comes)
    assert set(hero.effects.remaining) == {comes}


@pytest.mark.parametrize(
    ("key", "kind"), [("burning", "fire"), ("frozen", "cold"), ("poisoned", "poison")]
)
def test_ten_points_of_resistance_keep_it_away_and_nine_do_not(key: str, kind: str) -> None:
    stage = Stage(HALL)
    stage.hero()
    proof, hardy = stage.monster((8, 1)), stage.monster((8, 2))
    resist(stage, proof, kind, 10)
    resist(stage, hardy, kind, 9)
    assert not bring(stage, proof, key)
    assert bring(stage, hardy, key)
    assert proof.effects.remaining == {}


def test_nothing_befalls_the_sleeping_hero_or_the_sealed() -> None:
    stage = Stage(HALL)
    stage.hero("Ben", cell=(3, 3))
    hero, boss = stage.hero(), stage.monster((8, 1), mood="sealed")
    stage.step(PlayerLost(1))
    stage.step(Withdrawn(1))
    assert not bring(stage, hero, "slowed")
    assert not bring(stage, boss, "slowed")


def test_what_is_bad_ends_an_errand_and_what_is_good_does_not() -> None:
    stage = Stage([*HALL[:-1], "#.....########", "##############"])
    hero = stage.hero()
    for key, activity in (("hasted", "explore"), ("poisoned", "none")):
        hero.auto_action.activity = "explore"
        bring(stage, hero, key)
        assert hero.auto_action.activity == activity


def test_cures_end_what_is_bad_alone() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    for key in ("poisoned", "hasted", "burning"):
        bring(stage, hero, key)
    assert bad_statuses(stage.run, hero) == ["burning", "poisoned"]
    end_bad(stage.run, stage.floor, hero)
    assert hero.effects.remaining == {"hasted": 20}


def test_whoever_is_frozen_does_nothing_until_it_thaws() -> None:
    stage = Stage(HALL)
    hero, monster = stage.hero(), stage.monster((4, 1), mood="hunting")
    bring(stage, monster, "frozen", 20)
    stage.tick(19)
    assert monster.cell == (4, 1)
    stage.tick(6)
    assert monster.cell != (4, 1)
    assert hero.body.life <= hero.body.max_life


def test_a_frozen_hero_waits_for_its_thaw_in_turns_too() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    bring(stage, hero, "frozen", 30)
    before = stage.floor.state.clock
    stage.ask(Wait())
    assert stage.floor.state.clock == before + 30 + 1 + 2, "frozen, then ready again, then a wait"
    assert hero.intents.outcome == "done"


def test_the_last_who_gave_a_status_is_remembered_while_it_lasts() -> None:
    stage = Stage(HALL)
    monster = stage.monster((8, 1))
    inflict(stage.run, stage.floor, monster, "slowed", 20, 7)
    inflict(stage.run, stage.floor, monster, "slowed", 20, 9)
    assert monster.effects.givers == {"slowed": 9}
    assert bring(stage, monster, "slowed")
    assert monster.effects.givers == {}
    inflict(stage.run, stage.floor, monster, "slowed", 20, 9)
    inflict(stage.run, stage.floor, monster, "hasted", 20)
    assert monster.effects.givers == {}
    inflict(stage.run, stage.floor, monster, "slowed", 2, 9)
    stage.tick(25)
    assert (monster.effects.remaining, monster.effects.givers) == ({}, {})


ROOM = ["#######", "#@....#", "#.....#", "#######"]


def hits(events: list[object]) -> list[Hit]:
    return [event for event in events if isinstance(event, Hit)]


def test_a_new_hero_comes_sheltered_for_as_long_as_content_says() -> None:
    stage = Stage(ROOM)
    row = stage.hero(sheltered=True)
    assert row.effects.remaining == {SHELTERED: stage.run.rules.heroes.shelter}
    stage.tick(stage.run.rules.heroes.shelter - 1)
    assert is_sheltered(row)
    stage.tick()
    assert not is_sheltered(row)


def test_nothing_notices_or_attacks_the_sheltered() -> None:
    stage = Stage(ROOM)
    row = stage.hero(sheltered=True)
    idle = stage.monster((3, 1))
    hunter = stage.monster((2, 2), mood="hunting", power=50)
    mad = stage.monster((1, 2), mood="hunting", power=50)
    hunter.mind.patience = mad.mind.patience = 1000
    mad.effects.remaining["confused"] = 1000
    stage.tick(stage.run.rules.heroes.shelter - 1)
    assert row.body.life == row.body.max_life
    assert idle.mind.mood == "idle"


def test_when_it_is_over_monsters_come() -> None:
    stage = Stage(ROOM)
    row = stage.hero(sheltered=True)
    hunter = stage.monster((2, 2), mood="hunting")
    hunter.mind.patience = 1000
    stage.tick(stage.run.rules.heroes.shelter + 20)
    assert row.body.life < row.body.max_life


def test_a_companion_without_shelter_is_struck_beside_a_sheltered_one() -> None:
    stage = Stage(ROOM)
    ann = stage.hero("Ann", sheltered=True)
    ben = stage.hero("Ben", cell=(3, 1))
    stage.monster((2, 2), mood="hunting")
    struck = {event.target.entity for event in hits(list(stage.tick(20))) if event.target.is_hero}
    assert struck == {ben.entity}
    assert is_sheltered(ann)


def test_striking_gives_it_up() -> None:
    stage = Stage(ROOM)
    row = stage.hero(sheltered=True)
    stage.monster((2, 1), mood="asleep")
    events = stage.ask(Move(1, 0))
    assert not is_sheltered(row)
    assert Told(row.entity, "info", "You are no longer sheltered.") in events


@pytest.mark.parametrize(
    ("item", "kept"),
    [
        ("confusion_scroll", False),
        ("lightning_scroll", False),
        ("fireball_scroll", False),
        ("health_potion", True),
    ],
)
def test_reading_a_scroll_gives_it_up_and_drinking_does_not(item: str, *, kept: bool) -> None:
    stage = Stage(ROOM)
    row = stage.hero(sheltered=True)
    row.body.life -= 5
    row.inventory.stacks.clear()
    give_stack(row.inventory, item, 1)
    stage.monster((4, 1), mood="asleep", life=500)
    stage.ask(Use(row.inventory.stacks[0].id, 4, 1))
    assert row.intents.outcome == "done"
    assert is_sheltered(row) is kept


def test_a_scroll_that_could_not_be_read_leaves_it() -> None:
    stage = Stage(ROOM)
    row = stage.hero(sheltered=True)
    row.inventory.stacks.clear()
    give_stack(row.inventory, "lightning_scroll", 1)
    stage.ask(Use(row.inventory.stacks[0].id))
    assert row.intents.outcome == "refused"
    assert is_sheltered(row)


def test_peaceful_doings_leave_it() -> None:
    stage = Stage(ROOM)
    row = stage.hero(sheltered=True)
    stage.ask(Move(1, 0))
    stage.ask(Wait())
    assert is_sheltered(row)


def test_a_link_dead_hero_keeps_it_and_strikes_at_nobody() -> None:
    stage = Stage(ROOM)
    row = stage.hero(sheltered=True)
    hunter = stage.monster((2, 1), mood="hunting")
    hunter.mind.patience = 1000
    stage.step(PlayerLost(0))
    stage.tick(10)
    assert is_sheltered(row)
    assert hunter.body.life == hunter.body.max_life


@pytest.mark.parametrize("state", STATES)
def test_those_who_sleep_or_have_fallen_get_no_status(state: State) -> None:
    pair = two_together(state)
    assert can_take(pair.stage.run, pair.ben, "hasted") is (state not in {"asleep", "fallen"})


def test_a_sole_status_ends_for_whoever_else_had_it_of_the_same_giver_on_any_floor() -> None:
    stage = Stage(["##########", "#@...>...#", "##########"])
    ann, ben, cid, dot = (stage.hero(name) for name in ("Ann", "Ben", "Cid", "Dot"))
    effect = stage.run.rules.spells["ward"].effect
    assert isinstance(effect, Inflict)
    run, floor = stage.run, stage.floor
    inflict_solely(run, floor, ann, cid, effect)
    inflict_solely(run, floor, ben, dot, effect)
    run.index.move(cid, (5, 1))
    stage.let_leave(2)
    stage.ask(Climb(), seat=2)
    inflict_solely(run, floor, ann, ann, effect)
    away = run.index.of_seat(2)
    assert away is not None
    assert away[1].effects.remaining == {}
    assert dot.effects.givers == {"warded": ben.entity}
    assert ann.effects.givers == {"warded": ann.entity}


@pytest.mark.parametrize(("key", "activity"), [("hasted", "rest"), ("slowed", "none")])
def test_only_what_is_bad_ends_what_a_hero_does(key: str, activity: str) -> None:
    pair = two_together()
    for row in (pair.ann, pair.ben):
        row.auto_action.activity = "rest"
    inflict(pair.stage.run, pair.stage.floor, pair.ben, key, 20)
    assert [row.auto_action.activity for row in (pair.ann, pair.ben)] == ["rest", activity]


@pytest.mark.parametrize(("key", "tone"), [("poisoned", "bad"), ("hasted", "good")])
def test_the_beginning_and_the_end_of_a_status_are_told_of_its_bearer(key: str, tone: Tone) -> None:
    pair = two_together()
    run, floor, ben = pair.stage.run, pair.stage.floor, pair.ben
    adjective, mark = run.rules.statuses[key].adjective, "!" if tone == "bad" else "."
    run.events = []
    inflict(run, floor, ben, key, 5, pair.ann.entity)
    assert ben.effects.givers == {key: pair.ann.entity}
    end_status(run, floor, ben, key)
    entity, actor = floor.entity, who(ben)
    assert run.events == [
        Seen(entity, actor, tone, f"You are {adjective}{mark}", f"Ben is {adjective}."),
        Seen(
            entity,
            actor,
            "info",
            f"You are no longer {adjective}.",
            f"Ben is no longer {adjective}.",
        ),
    ]
    assert (ben.effects.remaining, ben.effects.givers) == ({}, {})


def test_a_status_that_is_given_by_nobody_forgets_who_gave_it_before() -> None:
    pair = two_together()
    run, floor, ben = pair.stage.run, pair.stage.floor, pair.ben
    inflict(run, floor, ben, "poisoned", 5, pair.ann.entity)
    inflict(run, floor, ben, "poisoned", 5)
    assert (ben.effects.remaining, ben.effects.givers) == ({"poisoned": 10}, {})


def test_what_a_status_replaces_ends_with_its_giver_and_without_a_word() -> None:
    pair = two_together()
    run, floor, ben = pair.stage.run, pair.stage.floor, pair.ben
    ender, ended = next(
        (key, status.ends[0]) for key, status in run.rules.statuses.items() if status.ends
    )
    ben.effects.remaining[ended], ben.effects.givers[ended] = 9, pair.ann.entity
    run.events = []
    inflict(run, floor, ben, ender, 5)
    assert (ben.effects.remaining, ben.effects.givers) == ({ender: 5}, {})
    assert len(run.events) == 1


def test_shelter_is_given_up_once_and_told_to_its_hero_alone() -> None:
    pair = two_together()
    pair.ben.effects.remaining[SHELTERED] = 9
    pair.stage.run.events = []
    for _ in range(2):
        give_up_shelter(pair.stage.run, pair.ben)
    told = Told(pair.ben.entity, "info", f"You are no longer {SHELTERED}.")
    assert pair.stage.run.events == [told]


def test_an_ally_whose_time_is_over_is_gone_and_whoever_saw_it_reads_so() -> None:
    pair = two_together()
    run, floor = pair.stage.run, pair.stage.floor
    ally = pair.stage.monster((8, 1))
    actor, run.events = who(ally), []
    dismiss(run, floor, ally)
    text = f"The {actor.name} is gone as it came."
    assert run.events == [Seen(floor.entity, actor, "info", "", text)]
    assert (ally.entity in floor.monsters, (8, 1) in floor.blockers) == (False, False)
    pair.stage.step()
    assert ally.entity not in [entity for entity, _ in run.world.each(Resistance)]


@pytest.mark.parametrize(("energy", "left"), [(0, -1), (-7, -7)])
def test_who_is_stopped_is_not_ready_and_no_further_from_it(energy: int, left: int) -> None:
    pair = two_together()
    pair.ben.actor.energy = energy
    inflict(pair.stage.run, pair.stage.floor, pair.ben, "frozen", 5)
    assert pair.ben.actor.energy == left


def test_a_fight_ends_by_a_new_bad_status_and_by_no_more_of_it() -> None:
    pair = two_together()
    run, floor, ben = pair.stage.run, pair.stage.floor, pair.ben
    after = []
    for _ in range(2):
        ben.auto_action.activity = "fight"
        inflict(run, floor, ben, "poisoned", 5)
        after.append(ben.auto_action.activity)
    assert after == ["none", "fight"]


def test_one_who_follows_a_companion_reads_that_a_bad_status_ended_it() -> None:
    pair = two_together()
    pair.ben.auto_action.activity = "accompany"
    pair.ben.auto_action.companion = pair.ann.entity
    pair.stage.run.events = []
    inflict(pair.stage.run, pair.stage.floor, pair.ben, "poisoned", 5)
    assert pair.stage.run.events[0] == Told(pair.ben.entity, "bad", "You stop following Ann.")


def test_a_monster_at_rest_feels_a_status_that_it_gets() -> None:
    pair = two_together()
    monster = pair.stage.monster((20, 1), mood="asleep", life=100)
    pair.stage.tick(5)
    inflict(pair.stage.run, pair.stage.floor, monster, "confused", 3)
    pair.stage.tick(3)
    assert monster.effects.remaining == {}


@pytest.mark.parametrize(("state", "given"), [("well", True), ("fallen", False)])
def test_a_sole_status_that_can_not_be_given_leaves_the_one_who_has_it(
    state: State, *, given: bool
) -> None:
    pair = two_together(state)
    run, floor = pair.stage.run, pair.stage.floor
    cid = pair.stage.hero("Cid")
    effect = Inflict(does="inflict", whom="companion", status="guarded", ticks=9)
    assert inflict_solely(run, floor, pair.ann, cid, effect)
    assert inflict_solely(run, floor, pair.ann, pair.ben, effect) is given
    assert ("guarded" in cid.effects.remaining) is not given


def test_what_others_can_not_see_of_a_status_is_told_to_its_bearer_alone() -> None:
    pair = two_together()
    run, floor, ben = pair.stage.run, pair.stage.floor, pair.ben
    key, status = next((key, each) for key, each in run.rules.statuses.items() if not each.shown)
    run.events = []
    inflict(run, floor, ben, key, 5)
    end_status(run, floor, ben, key)
    seen = [event for event in run.events if isinstance(event, Seen)]
    assert [event.others for event in seen] == ["", ""]
    assert all(status.adjective in event.own for event in seen)


def test_new_heroes_come_without_shelter_where_content_gives_none() -> None:
    run = two_together().stage.run
    assert newcomers_effects(run).remaining == {SHELTERED: run.rules.heroes.shelter}
    heroes = run.rules.heroes.model_copy(update={"shelter": 0})
    run.rules = run.rules.model_copy(update={"heroes": heroes})
    assert newcomers_effects(run).remaining == {}
