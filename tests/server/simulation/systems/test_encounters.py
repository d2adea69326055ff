"""Lurkers spring out, monsters notice heroes, bosses are announced, and auto actions stop."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.worlds.companies import (
    LIFE,
    STATES,
    Apart,
    State,
    befall,
    hero_of,
    two_apart,
    two_together,
)
from support.worlds.outcomes import told
from support.worlds.staging import Stage, kind_that
from undertide_server.content.records.monsters import Behaviour
from undertide_server.content.records.statuses import SUMMONED
from undertide_server.simulation.components.heroes import Pursuit
from undertide_server.simulation.components.monsters import Mood
from undertide_server.simulation.mechanics.moods import come_out
from undertide_server.simulation.mechanics.victory import make_boss
from undertide_server.simulation.queries.awareness import is_aware
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.queries.visibility import monsters_in_view
from undertide_server.simulation.state.events import Event, Hit, Seen, Told
from undertide_server.simulation.state.floor_index import WATCH_EVERY
from undertide_server.simulation.state.inputs import PlayerIdle, PlayerLost, Withdrawn
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.simulation.systems.encounters import (
    announce_bosses,
    interrupt_auto_actions,
    notice_heroes,
    spring_ambushes,
)
from undertide_server.simulation.systems.sight import update_sight
from undertide_server.views.scene import scene_of
from undertide_server.worldgen.creatures.roster import MonsterKind
from undertide_shared.geometry import Cell, distance
from undertide_shared.messages import Explore, Move, Rest, Travel

HALL = ["############", "#@.........#", "#..........#", "############"]


def lurker(stage: Stage, cell: tuple[int, int] = (6, 1)) -> MonsterRow:
    """Put a lurker somewhere, fast asleep."""
    return stage.monster(cell, mood="asleep", kind=kind_that(stage, lurks=True, notices=5))


def test_it_is_in_nobodys_sight_and_in_no_scene() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    hidden = lurker(stage)
    stage.tick(8)
    assert hidden.is_hidden
    assert stage.floor.in_sight() == []
    assert monsters_in_view(stage.floor, hero) == []
    everything = bytes([1]) * stage.floor.walkable.size
    assert list(scene_of(stage.run, stage.floor).shown_to(everything)) == [hero.entity]


def test_it_springs_out_in_the_moment_in_which_somebody_stands_next_to_it() -> None:
    stage = Stage(HALL)
    hero = stage.hero(cell=(4, 1))
    hidden = lurker(stage)
    stage.tick(8)
    assert hidden.is_hidden
    events = stage.ask(Move(1, 0))
    assert hero.cell == (5, 1)
    assert not hidden.is_hidden
    assert hidden.mind.mood == "hunting"
    assert stage.floor.in_sight() == [hidden]
    assert "A beast was lying in wait!" in told(events)
    assert any(isinstance(each, Hit) and each.target.is_hero for each in stage.tick(12))


def test_no_errand_is_interrupted_or_refused_for_it() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    lurker(stage, (10, 2))
    hero.body.life -= 1
    stage.ask(Rest())
    assert hero.intents.outcome == "done"
    stage.ask(Travel(7, 1))
    stage.tick(20)
    assert hero.cell == (7, 1)


def test_exploring_goes_on_until_it_springs_out() -> None:
    stage = Stage(["#" * 30, "#@" + "." * 27 + "#", "#" * 30])
    hero = stage.hero()
    hero.hero.sight = 6
    hidden = lurker(stage, (12, 1))
    stage.ask(Explore())
    stage.tick(60)
    assert hero.cell[0] == 11
    assert not hidden.is_hidden


def test_sleeping_heroes_draw_nobody_out() -> None:
    stage = Stage(HALL)
    stage.hero()
    stage.step(PlayerLost(0))
    stage.step(Withdrawn(0))
    hidden = lurker(stage, (2, 1))
    stage.tick(8)
    assert hidden.is_hidden


def test_the_sheltered_see_it_come_out_and_are_left_alone() -> None:
    stage = Stage(HALL)
    stage.hero(sheltered=True)
    hidden = lurker(stage, (2, 1))
    stage.tick(1)
    assert not hidden.is_hidden
    assert hidden.mind.mood == "idle"


@pytest.mark.parametrize("mood", ["idle", "hunting", "fleeing"])
def test_only_the_sleeping_hide(mood: str) -> None:
    stage = Stage(HALL)
    row = lurker(stage)
    row.mind.mood = mood  # type: ignore[assignment]  # one of the moods
    assert not row.is_hidden


def test_others_that_sleep_are_seen() -> None:
    stage = Stage(HALL)
    stage.hero()
    sleeper = stage.monster((6, 1), mood="asleep")
    stage.tick(1)
    assert stage.floor.in_sight() == [sleeper]


def test_who_is_brought_out_is_seen_at_once() -> None:
    stage = Stage(HALL)
    stage.hero()
    hidden = lurker(stage)
    assert stage.floor.in_sight() == []
    come_out(stage.run, stage.floor, hidden)
    assert stage.floor.in_sight() == [hidden]


def test_the_fallen_lie_in_wait_no_more() -> None:
    stage = Stage(HALL)
    stage.hero()
    hidden = lurker(stage)
    stage.run.index.leave(hidden.entity)
    assert stage.floor.lurkers == []


HOUSE = ["##########", "#@..#....#", "#...+....#", "##########"]


def boss_at(stage: Stage, cell: Cell, kind: MonsterKind | None = None) -> MonsterRow:
    row = stage.monster(cell, mood="asleep", kind=kind)
    make_boss(stage.run, stage.floor, row)
    return row


def read_by(row: HeroRow, events: list[Event]) -> list[str]:
    seen = [each for each in events if isinstance(each, Seen) and each.actor.entity == row.entity]
    return [each.own for each in seen if each.own]


def test_each_hero_reads_once_of_a_boss_that_it_sees() -> None:
    stage = Stage(HOUSE)
    ann, ben = stage.hero(), stage.hero("Ben", cell=(6, 1))
    boss = boss_at(stage, (3, 1))
    assert boss.boss is not None
    events = stage.tick()
    (line,) = read_by(ann, events)
    assert line.startswith(f"You see {boss.boss.name}, the {boss.actor.name}")
    assert read_by(ben, events) == []
    assert read_by(ann, stage.tick(3)) == []


def test_the_sight_of_a_boss_stops_an_auto_action_even_when_it_sleeps() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    row.body.life = 1
    stage.ask(Rest())
    boss_at(stage, (3, 1))
    stage.tick()
    assert row.auto_action.activity == "none"


def test_a_known_boss_stops_nothing() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    row.body.life = 1
    boss_at(stage, (3, 1), kind_that(stage, notices=1))
    stage.tick()
    stage.ask(Rest())
    stage.tick()
    assert row.auto_action.activity == "rest"


def test_the_care_of_the_fallen_goes_on() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    boss_at(stage, (3, 1))
    row.auto_action.activity = "revive"
    announce_bosses(stage.run, stage.floor)
    assert stage.run.events
    assert row.auto_action.activity == "revive"


def test_a_boss_in_hiding_is_not_told_of() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    boss_at(stage, (3, 1), kind_that(stage, lurks=True))
    assert read_by(row, stage.tick()) == []


def test_others_read_of_the_first_who_sees_it() -> None:
    stage = Stage(HOUSE)
    stage.hero()
    stage.hero("Ben", cell=(1, 2))
    boss = boss_at(stage, (3, 1))
    assert boss.boss is not None
    lines = [each.others for each in stage.tick() if isinstance(each, Seen) and each.own]
    assert lines == [f"Ann sees {boss.boss.name}, the {boss.actor.name}: a boss!", ""]


def test_peaceful_company_interrupts_no_errand() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    row.body.life = 1
    stage.ask(Rest())
    behaviour = Behaviour(peaceful=True, asleep=0)
    kind = replace(stage.game.roster.kinds[0], behaviour=behaviour)
    stage.run.kinds[kind.id] = kind
    stage.monster((3, 1), kind=kind)
    stage.tick(3)
    assert row.auto_action.activity == "rest"


def test_a_tide_newcomer_in_view_interrupts_rest_and_says_what_came() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    row.body.life -= 10
    stage.ask(Rest())
    activities = [row.auto_action.activity]
    monster = stage.monster((3, 1), mood="hunting")
    events = stage.tick()
    activities.append(row.auto_action.activity)
    assert activities == ["rest", "none"]
    (told,) = [event for event in events if isinstance(event, Told)]
    assert monster.actor.name in told.text
    assert told.text.endswith("comes into view.")


def test_exploring_is_not_interrupted_by_what_stays_hidden() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    stage.monster((8, 1), mood="hunting")
    stage.ask(Explore())
    assert row.auto_action.activity == "explore"


LONG_HALL = ["##############", "#@...........#", "#............#", "##############"]
cells = st.tuples(st.integers(-50, 50), st.integers(-50, 50))


@given(cells, cells)
def test_distance_counts_moves_in_eight_directions(
    one: tuple[int, int], other: tuple[int, int]
) -> None:
    assert distance(one, other) == distance(other, one)
    assert (distance(one, other) == 0) == (one == other)
    assert distance(one, (one[0] + 3, one[1] - 2)) == 3


@pytest.mark.parametrize(("x", "notices"), [(7, True), (8, False)])
def test_sleepers_notice_at_half_the_distance(x: int, *, notices: bool) -> None:
    stage = Stage(LONG_HALL)
    stage.hero()
    monster = stage.monster((x, 1), mood="asleep", kind=kind_that(stage, notices=12))
    stage.tick(WATCH_EVERY)
    assert is_aware(monster) is notices


def test_nobody_is_noticed_through_a_wall() -> None:
    stage = Stage(["######", "#@#..#", "######"])
    stage.hero()
    monster = stage.monster((3, 1), kind=kind_that(stage, notices=20))
    stage.tick(2 * WATCH_EVERY)
    assert monster.mind.mood == "idle"


def test_each_looks_once_in_so_many_ticks_and_not_all_at_once() -> None:
    stage = Stage(LONG_HALL)
    stage.hero()
    kind = kind_that(stage, notices=20)
    crowd = [stage.monster((x, 2), mood="asleep", kind=kind) for x in range(4, 9)]
    woken = []
    for _ in range(WATCH_EVERY):
        stage.tick()
        woken.append(sum(map(is_aware, crowd)))
    assert woken[-1] == len(crowd)
    assert len(set(woken)) > 1


def test_who_noticed_someone_remembers_where_and_for_how_long() -> None:
    stage = Stage(LONG_HALL)
    hero = stage.hero()
    monster = stage.monster((5, 1), mood="asleep", kind=kind_that(stage, notices=20, memory=33))
    stage.tick(WATCH_EVERY)
    assert (monster.mind.last_seen, monster.mind.patience) == (hero.cell, 33)


def test_strangers_are_not_woken_with_a_pack() -> None:
    stage = Stage(LONG_HALL)
    stage.hero()
    kind = kind_that(stage, notices=6, pack=True)
    families = {kind.family: kind for kind in stage.game.roster.kinds}
    other = next(each for family, each in families.items() if family != kind.family)
    stage.monster((5, 1), kind=kind)
    stranger = stage.monster((9, 1), mood="asleep", kind=other)
    stage.tick(WATCH_EVERY)
    assert stranger.mind.mood == "asleep"


def test_the_peaceful_take_no_notice() -> None:
    stage = Stage(LONG_HALL)
    stage.hero()
    monster = stage.monster((3, 1), kind=kind_that(stage, notices=8, peaceful=True, asleep=0))
    stage.tick(2 * WATCH_EVERY)
    assert not is_aware(monster)


@pytest.mark.parametrize(("mood", "near", "far"), [("idle", 6, 7), ("asleep", 3, 4)])
def test_a_footpad_is_noticed_from_half_the_distance(mood: Mood, near: int, far: int) -> None:
    for apart, notices in ((near, True), (far, False)):
        stage = Stage(LONG_HALL)
        hero_of(stage, "footpad")
        kind = kind_that(stage, notices=12)
        monster = stage.monster((1 + apart, 1), mood=mood, kind=kind)
        monster.actor.energy = -10_000  # It stays where it is.
        stage.tick(WATCH_EVERY)
        assert is_aware(monster) is notices


def look(stage: Stage) -> None:
    """Let every monster look around once."""
    stage.step()
    for _ in range(WATCH_EVERY):
        notice_heroes(stage.run, stage.floor)
        stage.floor.state.clock += 1


@pytest.mark.parametrize("state", STATES)
def test_those_are_noticed_who_stand_and_are_played(state: State) -> None:
    pair = two_together(state)
    pair.stage.run.index.move(pair.ann, (1, 2))
    monster = pair.stage.monster((10, 1), kind=kind_that(pair.stage, notices=4))
    look(pair.stage)
    is_noticed = state in {"well", "hurt"}
    assert monster.mind.mood == ("hunting" if is_noticed else "idle")
    assert monster.mind.last_seen == (pair.ben.cell if is_noticed else None)


def test_who_is_on_guard_is_not_noticed() -> None:
    pair = two_together()
    pair.stage.step(PlayerIdle(1))
    pair.stage.run.index.move(pair.ann, (1, 2))
    monster = pair.stage.monster((10, 1), kind=kind_that(pair.stage, notices=4))
    look(pair.stage)
    assert monster.mind.mood == "idle"


def test_one_behind_a_wall_is_not_noticed_by_what_a_companion_sees() -> None:
    apart = two_apart()
    run = apart.stage.run
    apart.bens.behaviour = apart.bens.behaviour.model_copy(update={"notices": 3})
    run.index.leave(apart.hers.entity)
    run.index.move(apart.ann, (4, 2))
    run.index.move(apart.ben, (10, 2))
    look(apart.stage)
    assert (apart.bens.mind.mood, apart.bens.mind.last_seen) == ("idle", None)
    run.index.move(apart.ben, (9, 2))
    look(apart.stage)
    assert (apart.bens.mind.mood, apart.bens.mind.last_seen) == ("hunting", apart.ben.cell)


def test_a_pursuer_that_gave_up_does_not_notice_the_link_dead_again() -> None:
    pair = two_together()
    pair.stage.run.index.move(pair.ann, (1, 2))
    kind = kind_that(pair.stage, notices=4)
    monster = pair.stage.monster((10, 1), mood="hunting", kind=kind)
    pair.stage.step()
    befall(pair.stage, pair.ben, "link-dead")
    assert pair.ben.hero.foes == (monster.entity,)
    monster.mind.mood = "idle"
    look(pair.stage)
    assert monster.mind.mood == "idle"


@pytest.mark.parametrize(("x", "noticed"), [(6, True), (5, False)])
def test_a_footpad_hides_itself_wherever_a_warden_is(x: int, noticed: bool) -> None:
    stage = Stage(HALL)
    hero_of(stage, "warden", (1, 2))
    hero_of(stage, "footpad", (x, 1))
    monster = stage.monster((10, 1), kind=kind_that(stage, notices=8))
    look(stage)
    assert (monster.mind.mood == "hunting") is noticed


def test_an_ally_notices_nobody_and_is_no_news() -> None:
    pair = two_together()
    ally = pair.stage.monster((8, 1))
    ally.effects.remaining[SUMMONED] = 100
    look(pair.stage)
    assert ally.mind.mood == "idle"
    assert pair.stage.run.progress.met == {}


@pytest.mark.parametrize("state", STATES)
def test_a_lurker_springs_at_one_beside_it_who_stands(state: State) -> None:
    pair = two_together(state)
    hidden = lurker(pair.stage, (7, 1))
    spring_ambushes(pair.stage.run, pair.stage.floor)
    stands = state in {"well", "hurt", "link-dead"}
    assert hidden.is_hidden is not stands
    assert hidden.mind.mood == (
        "asleep" if not stands else "idle" if state == "link-dead" else "hunting"
    )


def travelling() -> tuple[Apart, MonsterRow]:
    """Return two heroes apart who travel, and a hunter that just came into the second's view."""
    apart = two_apart()
    for row, monster in ((apart.ann, apart.hers), (apart.ben, apart.bens)):
        row.auto_action.activity = "travel"
        row.auto_action.known = (monster.entity,)
    hunter = apart.stage.monster((9, 3), mood="hunting")
    update_sight(apart.stage.run, apart.stage.floor)
    return apart, hunter


def test_what_comes_into_a_companions_view_ends_nothing_of_ones_own() -> None:
    apart, hunter = travelling()
    apart.stage.run.events = []
    interrupt_auto_actions(apart.stage.run, apart.stage.floor)
    assert [row.auto_action.activity for row in (apart.ann, apart.ben)] == ["travel", "none"]
    news = f"A {hunter.actor.name} comes into view."
    assert apart.stage.run.events == [Told(apart.ben.entity, "bad", news)]


def test_what_notices_the_party_ends_what_those_do_who_see_it_but_for_a_fight() -> None:
    apart = two_apart()
    for row, monster in ((apart.ann, apart.hers), (apart.ben, apart.bens)):
        row.auto_action.activity = "travel"
        row.auto_action.known = (monster.entity,)
    apart.ann.auto_action.activity = "fight"
    for monster in (apart.hers, apart.bens):
        monster.mind.mood = "hunting"
    apart.stage.run.events = []
    interrupt_auto_actions(apart.stage.run, apart.stage.floor)
    assert [row.auto_action.activity for row in (apart.ann, apart.ben)] == ["fight", "none"]
    news = f"A {apart.bens.actor.name} has noticed you."
    assert apart.stage.run.events == [Told(apart.ben.entity, "bad", news)]


@pytest.mark.parametrize("activity", ["revive", "accompany"])
def test_neither_care_nor_following_ends_with_a_monster_in_view(activity: Pursuit) -> None:
    apart, _ = travelling()
    apart.ben.auto_action.activity = activity
    interrupt_auto_actions(apart.stage.run, apart.stage.floor)
    assert apart.ben.auto_action.activity == activity


@pytest.mark.parametrize(
    ("x", "activities"), [(21, ["travel", "travel"]), (20, ["travel", "none"])]
)
def test_what_is_sixteen_steps_away_from_a_hero_ends_nothing_of_it(
    x: int, activities: list[str]
) -> None:
    stage = Stage(["#" * 42, "#@" + "." * 39 + "#", "#" * 42])
    ann, ben = stage.hero("Ann", cell=(2, 1)), stage.hero("Ben", cell=(5, 1))
    stage.monster((x, 1), mood="sealed", life=LIFE)
    for row in (ann, ben):
        row.auto_action.activity = "travel"
    stage.step()
    interrupt_auto_actions(stage.run, stage.floor)
    assert [row.auto_action.activity for row in (ann, ben)] == activities


def test_a_hunter_that_was_known_from_the_beginning_is_no_news() -> None:
    apart = two_apart()
    for row, monster in ((apart.ann, apart.hers), (apart.ben, apart.bens)):
        monster.mind.mood = "hunting"
        row.auto_action.activity = "travel"
        row.auto_action.known = row.auto_action.aware = (monster.entity,)
    apart.ben.auto_action.aware = ()
    interrupt_auto_actions(apart.stage.run, apart.stage.floor)
    assert [row.auto_action.activity for row in (apart.ann, apart.ben)] == ["travel", "none"]


@pytest.mark.parametrize(("cell", "hides"), [((6, 2), False), ((6, 3), True), ((8, 1), True)])
def test_a_lurker_springs_at_the_next_cell_alone(cell: Cell, hides: bool) -> None:
    stage = Stage([HALL[0], HALL[1], *[HALL[2]] * 3, HALL[0]])
    hidden = lurker(stage, cell)
    stage.hero(cell=(6, 1))
    spring_ambushes(stage.run, stage.floor)
    assert hidden.is_hidden is hides


def test_a_pursuer_that_gave_up_does_not_notice_one_on_guard_again() -> None:
    pair = two_together()
    pair.stage.run.index.move(pair.ann, (1, 2))
    kind = kind_that(pair.stage, notices=4)
    monster = pair.stage.monster((10, 1), mood="hunting", kind=kind)
    pair.stage.step()
    pair.stage.step(PlayerIdle(1))
    assert pair.ben.hero.foes == (monster.entity,)
    monster.mind.mood = "idle"
    look(pair.stage)
    assert monster.mind.mood == "idle"


@pytest.mark.parametrize(
    ("mood", "noticed", "reach"),
    [
        ("idle", 100, 5),
        ("idle", 50, 2),
        ("idle", 10, 1),
        ("idle", 0, 1),
        ("asleep", 100, 2),
        ("asleep", 160, 3),
        ("asleep", 10, 1),
    ],
)
def test_a_hero_is_noticed_at_its_share_of_the_distance_and_next_to_it_always(
    mood: Mood, noticed: int, reach: int
) -> None:
    for away in (reach, reach + 1):
        stage = Stage(LONG_HALL)
        hero = stage.hero()
        hero.hero.noticed = noticed
        monster = stage.monster((1 + away, 1), mood=mood, kind=kind_that(stage, notices=5))
        update_sight(stage.run, stage.floor)
        for _ in range(WATCH_EVERY):
            notice_heroes(stage.run, stage.floor)
            stage.floor.state.clock += 1
        assert is_aware(monster) is (away == reach)


def test_a_monster_looks_around_in_its_own_tick_and_in_no_other() -> None:
    stage = Stage(LONG_HALL)
    stage.hero()
    monster = stage.monster((4, 1), kind=kind_that(stage, notices=20))
    update_sight(stage.run, stage.floor)
    for _ in range(WATCH_EVERY):
        monster.mind.mood = "idle"
        notice_heroes(stage.run, stage.floor)
        assert is_aware(monster) is stage.floor.is_on_watch(monster)
        stage.floor.state.clock += 1


def test_a_lurker_that_springs_out_calls_its_pack() -> None:
    stage = Stage(LONG_HALL)
    hero = stage.hero()
    kind = kind_that(stage, lurks=True, pack=True, notices=8, memory=21)
    near, kin = (stage.monster((x, 1), mood="asleep", kind=kind) for x in (2, 9))
    spring_ambushes(stage.run, stage.floor)
    assert [row.mind.mood for row in (near, kin)] == ["hunting", "hunting"]
    assert (near.mind.last_seen, near.mind.patience) == (hero.cell, 21)


def test_a_boss_is_told_to_whoever_sees_it_first_whoever_has_seen_it_before() -> None:
    stage = Stage(HOUSE)
    ann, ben = stage.hero("Ann"), stage.hero("Ben", cell=(1, 2))
    row = boss_at(stage, (3, 1))
    assert row.boss is not None
    row.boss.seen_by.append(ann.entity)
    update_sight(stage.run, stage.floor)
    stage.run.events = []
    announce_bosses(stage.run, stage.floor)
    name = f"{row.boss.name}, the {row.actor.name}"
    seen = Seen(stage.floor.entity, who(ben), "bad", f"You see {name}: a boss!", "")
    assert stage.run.events == [seen]
    assert row.boss.seen_by == [ann.entity, ben.entity]


def test_a_lurker_hides_from_everybody_who_is_not_at_one_of_the_eight_cells_beside_it() -> None:
    beside = set()
    for dx in range(-2, 3):
        for dy in range(-2, 3):
            stage = Stage(
                ["#########", *["#.......#"] * 3, "#@......#", *["#.......#"] * 2, "#########"]
            )
            hidden = stage.monster((4, 3), mood="asleep", kind=kind_that(stage, lurks=True))
            stage.hero()
            stage.run.index.move(next(iter(stage.floor.heroes.values())), (4 + dx, 3 + dy))
            spring_ambushes(stage.run, stage.floor)
            if not hidden.is_hidden:
                beside.add((dx, dy))
    assert beside == {(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}


def test_a_sleeper_that_was_seen_is_no_news_at_the_next_pillar_but_a_danger_is() -> None:
    stage = Stage(["########", "#@.....#", "#.##.###", "#......#", "########"])
    row = stage.hero()
    sleeper = stage.monster((6, 3), mood="asleep", kind=kind_that(stage, notices=1))
    row.body.life = 1
    row.auto_action.activity = "rest"
    stage.run.index.move(row, (4, 3))
    assert "comes into view" in told(stage.tick())[-1]
    row.auto_action.activity, row.auto_action.known = "rest", ()
    assert told(stage.tick()) == []
    sleeper.mind.mood = "hunting"
    assert "comes into view" in told(stage.tick())[-1]
