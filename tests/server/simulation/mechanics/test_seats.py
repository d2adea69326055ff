"""Heroes come, are left by their players, sleep unharmed, and wake when they are played again."""

from collections.abc import Callable

import pytest

from support.worlds.companies import STATES, State, two_apart, two_together
from support.worlds.outcomes import held
from support.worlds.staging import Stage, make_test_game
from undertide_server.simulation.components.actors import Body
from undertide_server.simulation.components.heroes import Hero, Inventory
from undertide_server.simulation.mechanics.dying import die
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.mechanics.seats import (
    admit,
    admit_if_no_new_floor,
    hero_of_seat,
    heroes_of_seat,
    is_waiting,
    wake,
)
from undertide_server.simulation.pipeline import step
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.snapshot import restore, state_hash, take_snapshot
from undertide_server.simulation.state.events import Event, PartyTold, Seen, Told, thing
from undertide_server.simulation.state.inputs import (
    Asked,
    DozedOff,
    Input,
    PlayerBack,
    PlayerIdle,
    PlayerLost,
    SeatTaken,
    Ticked,
    Turned,
    Withdrawn,
)
from undertide_server.simulation.state.rows import HeroRow
from undertide_shared.messages import Climb, Intent, Move, Stop, Travel, Use, Wait

ROOM = ["########", "#@.....#", "#.....>#", "########"]


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
        stage.let_leave()
        stage.ask(Climb())
        stage.put_to_sleep(1)
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
            stage.put_to_sleep()
        assert stage.step(Withdrawn(0)) == []
        assert row.hero.presence == presence

    def test_nothing_harms_a_sleeper(self) -> None:
        stage = Stage(ROOM)
        sleeper, reader = stage.hero("Ann"), stage.hero("Ben", cell=(3, 1))
        mad = stage.monster((2, 2), mood="hunting", power=50)
        stage.monster((1, 2), mood="hunting", power=50)
        stage.put_to_sleep()
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
        stage.put_to_sleep()
        stage.ask(Move(1, 0), seat=1)
        assert walker.cell == sleeper.cell == (2, 1)
        stage.ask(Move(1, 0), seat=1)
        assert walker.cell == (3, 1)

    def test_being_back_alone_wakes_nobody(self) -> None:
        stage = Stage(ROOM)
        row = stage.hero()
        stage.put_to_sleep()
        stage.step(PlayerBack(0))
        assert row.hero.presence == "asleep"

    @pytest.mark.parametrize("intent", [Wait(), Stop(), Move(0, 0)])
    def test_the_first_intent_wakes_whatever_it_is(self, intent: Wait | Stop | Move) -> None:
        stage = Stage(ROOM)
        row = stage.hero()
        stage.put_to_sleep()
        events = stage.step(Asked(0, 1, intent))
        row = row_of(stage, 0)
        assert row.hero.presence == "present"
        assert stage.floor.blockers[row.cell] is row
        assert row.sight.mask.sum() > 1
        assert any("wakes" in getattr(event, "others", "") for event in events)

    def test_who_wakes_under_somebody_stands_beside(self) -> None:
        stage = Stage(ROOM)
        stage.hero("Ann")
        other = stage.hero("Ben", cell=(4, 1))
        stage.put_to_sleep()
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
        stage.put_to_sleep()
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
        stage.put_to_sleep(1)
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


class TestAnotherHero:
    """R16: another hero of a seat begins on the next new floor, behind the others."""

    def fallen_ann(self, *, stairs: str = ">") -> Stage:
        """Return a stage on which Ann has died and Ben and Cid stand, Ben on the stairs down."""
        stage = Stage(["########", "#@.....#", f"#.....{stairs}#", "########"])
        ann = stage.hero("Ann")
        stage.hero("Ben", cell=(6, 2))
        stage.hero("Cid")
        die(stage.run, stage.floor, ann, thing("a test", ann.cell))
        return stage

    def test_it_waits_for_the_next_new_floor_and_begins_there(self) -> None:
        stage = self.fallen_ann()
        events = stage.step(SeatTaken(0, "Ann", "reaver"))
        told = "A new hero, Ann, comes with the next new floor."
        assert PartyTold("party", told) in events
        assert len(heroes_of_seat(stage.run, 0)) == 1
        stage.let_leave(1)
        events = stage.ask(Climb(), seat=1)
        assert PartyTold("party", "Ann joins the party on floor 2.") in events
        ann, ben = row_of(stage, 0), row_of(stage, 1)
        assert ann.position.floor == ben.position.floor
        assert (ann.hero.calling, ann.hero.deepest) == ("reaver", 2)
        assert not stage.run.progress.waiting

    def test_a_floor_that_somebody_knows_is_not_new(self) -> None:
        stage = self.fallen_ann()
        stage.let_leave(1)
        stage.ask(Climb(), seat=1)
        stage.step(SeatTaken(0, "Ann"))
        cid = row_of(stage, 2)
        stage.run.index.move(cid, (6, 2))
        stage.let_leave(2)
        stage.ask(Climb(), seat=2)
        assert len(heroes_of_seat(stage.run, 0)) == 1

    def test_it_is_a_level_behind_the_least_experienced_and_has_no_free_potions(self) -> None:
        stage = self.fallen_ann()
        levels = stage.run.rules.heroes.levels
        row_of(stage, 1).hero.experience = levels[5].experience
        row_of(stage, 2).hero.experience = levels[3].experience + 7
        stage.step(SeatTaken(0, "Ann"))
        stage.let_leave(1)
        stage.ask(Climb(), seat=1)
        ann = row_of(stage, 0)
        assert (ann.hero.level, ann.hero.experience) == (3, levels[2].experience)
        items = {stack.item for stack in ann.inventory.stacks}
        assert items
        assert "health_potion" not in items

    def test_it_begins_at_once_where_nobody_stands(self) -> None:
        stage = self.fallen_ann()
        stage.put_to_sleep(1)
        stage.step(SeatTaken(0, "Ann"))
        assert len(heroes_of_seat(stage.run, 0)) == 1
        stage.put_to_sleep(2)
        assert row_of(stage, 0).cell in stage.floor.blockers

    def test_it_begins_at_once_at_the_partys_entry_when_the_last_floor_is_reached(self) -> None:
        stage = self.fallen_ann()
        stage.run.progress.deepest = len(stage.game.curve.floors)
        stage.step(SeatTaken(0, "Ann"))
        assert row_of(stage, 0).position.floor == stage.floor.entity

    def test_it_comes_no_longer_once_its_player_has_left(self) -> None:
        stage = self.fallen_ann()
        stage.step(SeatTaken(0, "Ann"))
        assert is_waiting(stage.run, 0)
        events = stage.step(PlayerLost(0))
        assert PartyTold("party", "Ann waits for a new floor no longer.") in events
        stage.let_leave(1)
        stage.ask(Climb(), seat=1)
        assert len(heroes_of_seat(stage.run, 0)) == 1

    def test_asking_twice_brings_one_hero(self) -> None:
        stage = self.fallen_ann()
        stage.step(SeatTaken(0, "Ann"), SeatTaken(0, "Ann"))
        stage.let_leave(1)
        stage.ask(Climb(), seat=1)
        assert len(heroes_of_seat(stage.run, 0)) == 2

    def test_a_saved_run_remembers_who_waits(self) -> None:
        stage = self.fallen_ann()
        stage.step(SeatTaken(0, "Ann"))
        stage.let_leave(1)
        other = restore(stage.game, take_snapshot(stage.run))
        stage.ask(Climb(), seat=1)
        step(other, [Asked(1, 1, Climb()), Turned(1)])
        assert len(heroes_of_seat(other, 0)) == 2
        assert state_hash(other) == state_hash(stage.run)


class TestIdleness:
    def test_a_hero_on_guard_strikes_back_until_its_player_does_something(self) -> None:
        stage = Stage(ROOM)
        stage.hero()
        foe = stage.monster((2, 1), mood="hunting", power=0)
        stage.tick(20)
        assert foe.body.life == 50, "it waits for its player"
        stage.step(PlayerIdle(0))
        stage.tick(20)
        life = foe.body.life
        assert life < 50
        stage.step(Asked(0, 1, Stop()))
        stage.tick(20)
        assert foe.body.life == life

    def test_only_the_monsters_that_hunted_by_then_attack_it(self) -> None:
        stage = Stage(ROOM)
        row = stage.hero()
        stage.step(PlayerIdle(0))
        stage.monster((2, 1), mood="hunting", power=50)
        stage.tick(20)
        assert row.body.life == row.body.max_life
        stage.step(Asked(0, 1, Stop()))
        stage.tick(20)
        assert row.body.life < row.body.max_life

    def test_it_strikes_only_what_hunts(self) -> None:
        stage = Stage(ROOM)
        stage.hero()
        calm = stage.monster((2, 1), mood="asleep")
        stage.step(PlayerIdle(0))
        stage.tick(20)
        assert calm.body.life == 50

    def test_an_auto_action_goes_on_all_the_same(self) -> None:
        stage = Stage(ROOM)
        row = stage.hero()
        stage.step(Asked(0, 1, Travel(5, 2)))
        stage.step(PlayerIdle(0))
        stage.tick(40)
        assert row.cell == (5, 2)

    @pytest.mark.parametrize("then", [Stop(), Wait()])
    def test_a_hero_dozes_off_unharmed_and_any_intent_wakes_it(self, then: Intent) -> None:
        stage = Stage(ROOM)
        row = stage.hero()
        stage.hero("Ben", cell=(6, 1))
        stage.monster((2, 1), mood="hunting", power=50)
        (told, *_) = stage.step(DozedOff(0))
        assert isinstance(told, Seen)
        assert (told.own, told.others) == ("You doze off, until you act.", "Ann dozes off.")
        assert (row.hero.presence, row.hero.idleness) == ("asleep", "away")
        life = row.body.life
        stage.tick(10)
        assert row.body.life == life
        stage.step(Asked(0, 1, then))
        again = row_of(stage, 0)
        assert (again.hero.presence, again.hero.idleness) == ("present", "none")

    def test_a_dozing_hero_whose_player_is_lost_is_asleep_like_any_other(self) -> None:
        stage = Stage(ROOM)
        row = stage.hero()
        stage.step(DozedOff(0))
        stage.step(PlayerLost(0), Withdrawn(0))
        assert (row.hero.presence, row.hero.idleness) == ("asleep", "none")

    def test_neither_happens_to_the_link_dead_or_the_fallen(self) -> None:
        stage = Stage(ROOM)
        row = stage.hero()
        stage.step(PlayerLost(0))
        stage.step(PlayerIdle(0), DozedOff(0))
        assert (row.hero.presence, row.hero.idleness) == ("linkdead", "none")

    def test_over_twenty_seeds_an_idle_hero_never_fares_worse_than_a_link_dead_one(self) -> None:
        saved = 0
        for seed in range(20):
            idle, lost = (after_a_fight(seed, given(0)) for given in (PlayerIdle, PlayerLost))
            assert idle >= lost, seed
            saved += idle > after_a_fight(seed, None)
        assert saved > 5, "striking back helps"


HALL = ["############", "#..........#", "#....@.....#", "#..........#", "############"]
LONGEST_FIGHT = 100
"""Ticks for which a link-dead hero defends itself: as shipped it sleeps after 20 seconds."""


def after_a_fight(seed: int, given: PlayerIdle | PlayerLost | None) -> tuple[int, int]:
    """Return the ticks that a hero stood, and its life, in a fight that a seed draws.

    Two monsters of the game's weaker kinds hunt it, and one more sleeps in view.
    """
    game = make_test_game(seed=seed.to_bytes(16, "big"))
    stage = Stage(HALL, game)
    row = stage.hero()
    stage.hero("Ben", cell=(10, 3))
    kinds = game.roster.kinds
    for number, cell in enumerate([(4, 2), (7, 1)]):
        kind = kinds[(seed + number) % 6]
        stage.monster(cell, mood="hunting", life=4 + seed % 7, power=2 + seed % 4, kind=kind)
    stage.monster((9, 1), mood="asleep", kind=kinds[0])
    stage.tick()  # They see each other.
    stage.step(*([] if given is None else [given]))
    for tick in range(LONGEST_FIGHT):
        if not row.stands or row.body.life <= 0:
            return tick, 0
        stage.tick()
    return LONGEST_FIGHT, row.body.life


@pytest.mark.parametrize("state", STATES)
def test_a_latecomer_is_as_able_as_the_least_able_who_stands(state: State) -> None:
    pair = two_together(state)
    pair.ann.hero.experience, pair.ben.hero.experience = 5000, 400
    cid = pair.stage.hero("Cid")
    assert cid.hero.experience == (5000 if state in {"asleep", "fallen"} else 400)


@pytest.mark.parametrize("guards", [False, True])
def test_the_foes_of_one_who_looks_away_are_those_that_hunted_in_its_own_view(
    guards: bool,
) -> None:
    apart = two_apart()
    apart.bens.mind.mood = "hunting"
    for seat in (0, 1):
        apart.stage.step(PlayerIdle(seat) if guards else PlayerLost(seat))
    assert (apart.ann.hero.foes, apart.ben.hero.foes) == ((), (apart.bens.entity,))


@pytest.mark.parametrize("state", STATES)
def test_only_one_who_stands_and_is_played_goes_on_guard(state: State) -> None:
    pair = two_together(state)
    pair.stage.step(PlayerIdle(1))
    played = state in {"well", "hurt", "far"}
    assert pair.ben.hero.idleness == ("guard" if played else "none")


@pytest.mark.parametrize("state", STATES)
def test_only_one_who_stands_and_is_played_dozes_off(state: State) -> None:
    pair = two_together(state)
    before = pair.ben.hero.presence, pair.ben.hero.idleness
    pair.stage.step(DozedOff(1))
    played = state in {"well", "hurt", "far"}
    after = pair.ben.hero.presence, pair.ben.hero.idleness
    assert after == (("asleep", "away") if played else before)


@pytest.mark.parametrize("given", [PlayerIdle, DozedOff, PlayerLost, Withdrawn, PlayerBack])
def test_nothing_that_happens_to_the_player_of_a_dead_hero_changes_the_run(
    given: Callable[[int], Input],
) -> None:
    pair = two_together()
    die(pair.stage.run, pair.stage.floor, pair.ben, thing("a trap", pair.ben.cell))
    pair.stage.step()
    before = take_snapshot(pair.stage.run)
    assert pair.stage.step(given(1)) == []
    pair.stage.run.progress.step -= 1
    assert take_snapshot(pair.stage.run) == before


@pytest.mark.parametrize(("stands", "waits"), [(True, True), (False, False)])
def test_only_one_who_has_to_wait_is_told_of_as_coming(stands: bool, waits: bool) -> None:
    pair = two_together("well" if stands else "asleep")
    trap = thing("a trap", pair.ann.cell)
    cid = pair.stage.hero("Cid")
    for row in (cid,) if stands else (cid, pair.ann):
        die(pair.stage.run, pair.stage.floor, row, trap)
    events = pair.stage.step(SeatTaken(2, "Cid"))
    coming = PartyTold("party", "A new hero, Cid, comes with the next new floor.")
    assert (coming in events, is_waiting(pair.stage.run, 2)) == (waits, waits)


def told_of(stage: Stage, *inputs: Input) -> list[Event]:
    """Take a step and return what was told of it, but for what is told to one hero alone."""
    return [event for event in stage.step(*inputs) if isinstance(event, Seen | PartyTold)]


def test_what_others_see_of_those_who_go_and_come_back() -> None:
    pair = two_together()
    stage, ben, floor = pair.stage, pair.ben, pair.stage.floor.entity

    def seen(own: str, others: str) -> Seen:
        return Seen(floor, who(ben), "party", own, others)

    assert told_of(stage, PlayerLost(1)) == [seen("", "Ben stares into the distance.")]
    assert told_of(stage, PlayerBack(1)) == []
    stage.step(PlayerLost(1))
    assert told_of(stage, Withdrawn(1)) == [
        seen("You withdraw into sleep.", "Ben withdraws into sleep.")
    ]
    stage.run.events = []
    wake(stage.run, stage.floor, ben)
    assert stage.run.events == [seen("You wake.", "Ben wakes.")]
    assert told_of(stage, DozedOff(1)) == [seen("You doze off, until you act.", "Ben dozes off.")]


def test_the_party_hears_who_joins_waits_and_no_longer_comes() -> None:
    pair = two_together()
    stage, run = pair.stage, pair.stage.run
    assert told_of(stage, SeatTaken(2, "Cid")) == [
        PartyTold("party", "Cid joins the party on floor 1.")
    ]
    die(run, stage.floor, pair.ben, thing("a test", pair.ben.cell))
    assert told_of(stage, SeatTaken(1, "Ben")) == [
        PartyTold("party", "A new hero, Ben, comes with the next new floor.")
    ]
    assert told_of(stage, PlayerLost(1)) == [
        PartyTold("party", "Ben waits for a new floor no longer.")
    ]
    assert not is_waiting(run, 1)


def test_only_the_first_hero_of_a_seat_gets_what_all_heroes_start_with() -> None:
    stage = Stage(ROOM)
    ann = stage.hero("Ann")
    start = [given.item for given in stage.run.rules.heroes.start]
    assert start
    assert set(start) <= {item for item, _ in held(ann)}
    stage.hero("Ben")
    die(stage.run, stage.floor, ann, thing("a test", ann.cell))
    stage.run.progress.waiting.append((0, "Ann", ann.hero.calling))
    admit(stage.run, stage.floor)
    second = row_of(stage, 0)
    assert second is not ann
    assert not set(start) & {item for item, _ in held(second)}


def test_a_hero_that_comes_when_nobody_stands_has_no_experience() -> None:
    pair = two_together()
    for row in (pair.ann, pair.ben):
        row.hero.experience = 500
    pair.stage.put_to_sleep(0)
    pair.stage.put_to_sleep(1)
    pair.stage.step(SeatTaken(2, "Cid"))
    assert row_of(pair.stage, 2).hero.experience == 0


def test_nobody_is_admitted_to_a_run_that_has_ended() -> None:
    stage = Stage(ROOM)
    ann = stage.hero("Ann")
    die(stage.run, stage.floor, ann, thing("a test", ann.cell))
    stage.run.progress.waiting.append((0, "Ann", ann.hero.calling))
    stage.run.progress.ended = True
    admit_if_no_new_floor(stage.run)
    assert is_waiting(stage.run, 0)
    stage.run.progress.ended = False
    admit_if_no_new_floor(stage.run)
    assert not is_waiting(stage.run, 0)


def test_a_new_hero_is_taught_the_lesson_of_its_floor() -> None:
    stage = Stage(ROOM, make_test_game("tutorial"))
    lesson = stage.run.rules.lessons.of(1)
    assert lesson is not None
    events = stage.step(SeatTaken(0, "Ann"))
    told = [event for event in events if isinstance(event, Told)]
    assert {event.hero for event in told} == {row_of(stage, 0).entity}
    assert [event.text for event in told][1:] == list(lesson.lines)
