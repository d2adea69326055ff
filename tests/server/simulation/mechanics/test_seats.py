"""Heroes come, are left by their players, sleep unharmed, and wake when they are played again."""

import pytest

from support.worlds.staging import Stage
from undertide_server.simulation.components.actors import Body
from undertide_server.simulation.components.heroes import Hero, Inventory
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.mechanics.seats import hero_of_seat
from undertide_server.simulation.state.events import PartyTold
from undertide_server.simulation.state.inputs import (
    Asked,
    PlayerBack,
    PlayerLost,
    SeatTaken,
    Ticked,
    Withdrawn,
)
from undertide_server.simulation.state.rows import HeroRow
from undertide_shared.messages import Climb, Move, Stop, Use, Wait

ROOM = ["########", "#@.....#", "#.....>#", "########"]


def put_to_sleep(stage: Stage, seat: int = 0) -> None:
    stage.step(PlayerLost(seat))
    stage.step(Withdrawn(seat))


def row_of(stage: Stage, seat: int) -> HeroRow:
    """Return the row of a seat's hero on whatever floor it is."""
    entity = hero_of_seat(stage.run, seat)
    assert entity is not None
    found = stage.run.index.of_hero(entity)
    assert found is not None
    return found[1]


class TestComing:
    def test_a_new_hero_is_whole_and_rested_at_the_first_level(self) -> None:
        row = Stage(ROOM).hero()
        assert row.hero.level == 1
        assert row.body.life == row.body.max_life > 0
        assert row.magic.mana == row.magic.max_mana > 0

    def test_seats_have_colours_of_their_own_in_turn(self) -> None:
        stage = Stage(ROOM)
        colours = stage.run.rules.heroes.colours
        rows = [stage.hero(f"Hero {seat}") for seat in range(3)]
        assert [row.hero.colour for row in rows] == list(colours[:3])

    def test_who_comes_late_arrives_on_the_highest_floor_with_somebody_awake(self) -> None:
        stage = Stage(ROOM)
        stage.hero("Ann", cell=(6, 2))
        stage.hero("Ben", cell=(5, 2))
        stage.ask(Climb())
        put_to_sleep(stage, 1)
        stage.step(SeatTaken(2, "Cid"))
        assert row_of(stage, 2).hero.deepest == 2
        stage.step(Asked(1, 1, Wait()))
        events = stage.step(SeatTaken(3, "Dot"))
        assert row_of(stage, 3).hero.deepest == 1
        assert PartyTold("party", "Dot joins the party on floor 1.") in events

    def test_who_comes_late_is_as_able_as_the_least_able_and_no_more(self) -> None:
        stage = Stage(ROOM)
        ann, ben = stage.hero("Ann"), stage.hero("Ben")
        levels = stage.run.rules.heroes.levels
        ann.hero.experience, ben.hero.experience = levels[4].experience, levels[2].experience + 1
        stage.step(SeatTaken(2, "Cid"))
        cid = row_of(stage, 2)
        assert (cid.hero.level, cid.hero.experience) == (3, levels[2].experience + 1)
        assert cid.body.life == cid.body.max_life > stage.hero("Dot").body.max_life - 1

    def test_a_crowded_arrival_is_stepped_around(self) -> None:
        stage = Stage(ROOM)
        cells = [stage.hero(f"Hero {seat}").cell for seat in range(6)]
        assert len(set(cells)) == 6

    def test_what_a_hero_is_given_is_its_own(self) -> None:
        stage = Stage(ROOM)
        ann, ben = stage.hero("Ann"), stage.hero("Ben")
        give_stack(ann.inventory, "lightning_scroll", 1)
        assert len(ben.inventory.stacks) == len(ann.inventory.stacks) - 1


class TestSleep:
    @pytest.mark.parametrize("presence", ["present", "asleep"])
    def test_only_the_link_dead_withdraw(self, presence: str) -> None:
        stage = Stage(ROOM)
        row = stage.hero()
        if presence == "asleep":
            put_to_sleep(stage)
        assert stage.step(Withdrawn(0)) == []
        assert row.hero.presence == presence

    def test_nothing_harms_a_sleeper(self) -> None:
        stage = Stage(ROOM)
        sleeper, reader = stage.hero("Ann"), stage.hero("Ben", cell=(3, 1))
        mad = stage.monster((2, 2), mood="hunting", power=50)
        stage.monster((1, 2), mood="hunting", power=50)
        put_to_sleep(stage)
        mad.effects.remaining["confused"] = 200
        reader.body.life = reader.body.max_life = 10**6
        reader.inventory.stacks.clear()
        give_stack(reader.inventory, "fireball_scroll", 1)
        give_stack(reader.inventory, "confusion_scroll", 1)
        fire, confusion = (stack.id for stack in reader.inventory.stacks)
        stage.ask(Use(fire, 2, 1), seat=1)
        stage.ask(Use(confusion, 1, 1), seat=1)
        stage.tick(100)
        assert sleeper.body.life == sleeper.body.max_life
        assert not sleeper.effects.remaining

    def test_others_walk_over_a_sleeper(self) -> None:
        stage = Stage(["######", "#@...#", "######"])
        sleeper, walker = stage.hero("Ann", cell=(2, 1)), stage.hero("Ben", cell=(1, 1))
        put_to_sleep(stage)
        stage.ask(Move(1, 0), seat=1)
        assert walker.cell == sleeper.cell == (2, 1)
        stage.ask(Move(1, 0), seat=1)
        assert walker.cell == (3, 1)

    def test_being_back_alone_wakes_nobody(self) -> None:
        stage = Stage(ROOM)
        row = stage.hero()
        put_to_sleep(stage)
        stage.step(PlayerBack(0))
        assert row.hero.presence == "asleep"

    @pytest.mark.parametrize("intent", [Wait(), Stop(), Move(0, 0)])
    def test_the_first_intent_wakes_whatever_it_is(self, intent: Wait | Stop | Move) -> None:
        stage = Stage(ROOM)
        row = stage.hero()
        put_to_sleep(stage)
        events = stage.step(Asked(0, 1, intent))
        row = row_of(stage, 0)
        assert row.hero.presence == "present"
        assert stage.floor.blockers[row.cell] is row
        assert row.mask.sum() > 1
        assert any("wakes" in getattr(event, "others", "") for event in events)

    def test_who_wakes_under_somebody_stands_beside(self) -> None:
        stage = Stage(ROOM)
        stage.hero("Ann")
        other = stage.hero("Ben", cell=(4, 1))
        put_to_sleep(stage)
        stage.run.index.move(other, (1, 1))
        stage.step(Asked(0, 1, Wait()))
        woken = row_of(stage, 0)
        assert woken.cell != other.cell
        assert stage.floor.blockers[other.cell] is other
        assert stage.floor.blockers[woken.cell] is woken

    def test_a_sleeper_keeps_what_it_has(self) -> None:
        stage = Stage(ROOM)
        row = stage.hero()
        row.body.life -= 7
        give_stack(row.inventory, "fireball_scroll", 2)
        world = stage.run.world
        before = [repr(world.get(row.entity, kind)) for kind in (Body, Inventory)]
        put_to_sleep(stage)
        stage.step(PlayerBack(0), Asked(0, 1, Wait()))
        assert [repr(world.get(row.entity, kind)) for kind in (Body, Inventory)] == before


class TestLinkDead:
    def test_coming_back_in_time_is_as_if_nothing_was(self) -> None:
        stage = Stage(ROOM)
        row = stage.hero()
        stage.step(PlayerLost(0))
        stage.step(PlayerBack(0))
        assert stage.step(Withdrawn(0)) == []
        stage.ask(Move(1, 0))
        assert row.cell == (2, 1)

    def test_being_lost_twice_says_so_once(self) -> None:
        stage = Stage(ROOM)
        stage.hero()
        assert len(stage.step(PlayerLost(0), PlayerLost(0))) == 1

    def test_the_dead_are_neither_lost_nor_back(self) -> None:
        stage = Stage(ROOM)
        row = stage.hero("Ann")
        stage.hero("Ben", cell=(6, 2))
        row.body.life = 1
        stage.monster((2, 1), mood="hunting", power=50)
        stage.tick(2)
        assert row.hero.fate
        assert stage.step(PlayerLost(0), Withdrawn(0), PlayerBack(0), Asked(0, 1, Wait())) == []

    def test_a_sleepers_floor_does_not_count_its_time(self) -> None:
        stage = Stage(ROOM)
        stage.hero()
        stage.step(PlayerLost(0))
        stage.step(Ticked(1))
        lived = stage.floor.tide.clock
        assert lived == 1
        stage.step(Withdrawn(0))
        stage.tick(10)
        assert stage.floor.tide.clock == lived


def test_seats_are_found_by_number() -> None:
    stage = Stage(ROOM)
    rows = [stage.hero("Ann"), stage.hero("Ben")]
    assert [hero_of_seat(stage.run, seat) for seat in (1, 0, 2)] == [
        rows[1].entity,
        rows[0].entity,
        None,
    ]
    assert [hero.seat for _, hero in stage.run.world.each(Hero)] == [0, 1]
