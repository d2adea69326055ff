"""Heroes follow a companion, and walk to the party (R17)."""

import pytest

from support.worlds.companies import State, floors_of, two_apart, two_together
from support.worlds.outcomes import refusal, told_to
from support.worlds.staging import Stage, kind_that
from undertide_server.content.records.statuses import SUMMONED
from undertide_server.simulation.actions.accompanying import fight_beside, foe_to_strike
from undertide_server.simulation.components.monsters import Mood
from undertide_server.simulation.mechanics.damage import deal_damage
from undertide_server.simulation.mechanics.dying import strike_down
from undertide_server.simulation.queries.visibility import memory_of
from undertide_server.simulation.state.events import Seen, thing
from undertide_server.simulation.state.inputs import Asked, PlayerLost, Ticked, Turned, Withdrawn
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_shared.geometry import Cell, distance
from undertide_shared.messages import (
    Accompany,
    Climb,
    Explore,
    Intent,
    Move,
    Regroup,
    Rest,
    Stop,
    Travel,
)

HOUSE = [
    "####################",
    "#@....#....#.......#",
    "#.....+....#.......#",
    "#.....#....+.......#",
    "#.....######.......#",
    "#..................#",
    "####################",
]
HALL = ["####################", "#@.................#", "#..................#", "#" * 20]
CORRIDOR = ["####################", "#@.................#", "#" * 20]
STAIRS = ["####################", "#@................>#", "#" * 20]


def two(rows: list[str], ann: Cell, ben: Cell) -> tuple[Stage, HeroRow, HeroRow]:
    stage = Stage(rows)
    return stage, stage.hero("Ann", cell=ann), stage.hero("Ben", cell=ben)


def carry_on(stage: Stage, row: HeroRow, turns: int = 100) -> None:
    for _ in range(turns):
        if row.auto_action.activity == "none":
            return
        stage.step(Turned(1))
    raise AssertionError(f"still busy: {row.auto_action}")


def lead(stage: Stage, leader: HeroRow, *cells: Cell) -> list[int]:
    """Make a leader travel through cells, and return how far off the other was each tick."""
    apart = []
    follower = next(row for row in stage.floor.heroes.values() if row is not leader)
    for number, cell in enumerate(cells):
        stage.step(Asked(leader.hero.seat, 100 + number, Travel(*cell)))
        for _ in range(100):
            stage.tick()
            apart.append(distance(leader.cell, follower.cell))
            if leader.cell == cell:
                break
    return apart


class TestFollowing:
    def test_it_keeps_one_to_three_cells_behind_through_doors_and_round_corners(self) -> None:
        stage, ann, ben = two(HOUSE, (1, 1), (2, 2))
        memory = ann.memory.floors[1].tiles
        memory[:] = stage.floor.state.tiles
        stage.ask(Accompany(0), seat=1)
        apart = lead(stage, ann, (9, 1), (1, 5), (18, 5), (13, 1))
        assert ben.auto_action.activity == "accompany"
        assert set(apart) <= {1, 2, 3}

    def test_it_works_in_turns(self) -> None:
        stage, ann, ben = two(HALL, (3, 1), (1, 1))
        stage.ask(Accompany(0), seat=1)
        for _ in range(10):
            stage.ask(Move(1, 0))
            assert 1 <= distance(ann.cell, ben.cell) <= 3
        assert ann.cell == (13, 1)

    def test_both_read_that_it_begins(self) -> None:
        stage, _ann, _ben = two(HALL, (3, 1), (1, 1))
        events = stage.ask(Accompany(0), seat=1)
        texts = [(event.own, event.others) for event in events if isinstance(event, Seen)]
        assert texts == [("You follow Ann.", "Ben follows Ann.")]

    @pytest.mark.parametrize("intent", [Stop(), Move(0, 1), Rest()])
    def test_any_other_intent_ends_it(self, intent: Intent) -> None:
        stage, _ann, ben = two(HALL, (3, 1), (1, 1))
        ben.body.life -= 1
        stage.ask(Accompany(0), seat=1)
        stage.ask(intent, seat=1)
        assert ben.auto_action.activity in {"none", "rest"}

    def test_it_waits_beside_a_companion_that_stays(self) -> None:
        stage, ann, ben = two(HALL, (9, 1), (8, 1))
        stage.ask(Accompany(0), seat=1)
        stage.tick(40)
        assert (ann.cell, ben.cell) == ((9, 1), (8, 1))
        assert ben.auto_action.activity == "accompany"

    def test_it_goes_on_from_wherever_on_the_floor(self) -> None:
        stage, ann, ben = two(HOUSE, (9, 1), (18, 1))
        stage.ask(Accompany(0), seat=1)
        assert ben.intents.outcome == "done"
        for _ in range(60):
            stage.step(Turned(1))
        assert distance(ann.cell, ben.cell) <= 2
        assert ben.sees[ann.spot]

    def test_it_ends_when_the_companion_sleeps(self) -> None:
        stage, _ann, ben = two(HALL, (3, 1), (1, 1))
        stage.ask(Accompany(0), seat=1)
        stage.step(PlayerLost(0))
        stage.step(Turned(1))
        assert ben.auto_action.activity == "accompany", "a player may come back"
        events = stage.step(Withdrawn(0)) + stage.tick(3)
        assert "Ann sleeps. You stop following Ann." in told_to(ben, events)

    def test_it_ends_when_the_companion_falls(self) -> None:
        stage, ann, ben = two(HALL, (3, 1), (1, 1))
        stage.ask(Accompany(0), seat=1)
        stage.run.events = []
        strike_down(stage.run, stage.floor, ann, thing("a trap", ann.cell))
        assert "You stop following Ann." in told_to(ben, stage.run.events)
        assert ben.auto_action.activity == "none"

    def test_it_goes_round_harm_and_never_through_it(self) -> None:
        stage, _ann, ben = two(HALL, (12, 1), (8, 1))
        stage.turn((10, 1), "spikes")
        stage.ask(Accompany(0), seat=1)
        life = ben.body.life
        stage.tick(20)
        assert ben.cell[0] >= 10
        assert ben.body.life == life
        stage, _ann, ben = two(HALL, (12, 1), (8, 1))
        stage.turn((10, 1), "spikes")
        stage.turn((10, 2), "spikes")
        stage.step()
        events = stage.ask(Accompany(0), seat=1)
        assert refusal(ben) == "you know no way there"
        assert told_to(ben, events) == ["You know no safe way to Ann."]

    def test_heroes_who_follow_one_in_a_corridor_do_not_change_places(self) -> None:
        stage = Stage(CORRIDOR)
        ann = stage.hero("Ann", cell=(9, 1))
        ben, cid = stage.hero("Ben", cell=(7, 1)), stage.hero("Cid", cell=(6, 1))
        stage.step(Asked(1, 1, Accompany(0)), Asked(2, 1, Accompany(0)))
        cells = {(stage.tick(), ben.cell, cid.cell)[1:] for _ in range(30)}
        assert cells == {((7, 1), (6, 1))}
        stage.step(Asked(0, 2, Travel(2, 1)))
        stage.tick(40)
        assert ann.cell == (2, 1), "a leader who turns round gets through"


class TestRefusals:
    def test_heroes_who_follow_each_other_would_stand_still(self) -> None:
        stage = Stage(HALL)
        rows = [stage.hero(name) for name in ("Ann", "Ben", "Cid")]
        stage.ask(Accompany(1), seat=0)
        stage.ask(Accompany(2), seat=1)
        stage.ask(Accompany(0), seat=2)
        assert refusal(rows[2]) == "Ann follows you"

    def test_who_is_not_there_or_can_not_walk_is_not_followed(self) -> None:
        stage, ann, ben = two(HALL, (3, 1), (1, 1))
        stage.ask(Accompany(1), seat=1)
        assert refusal(ben) == "you can't follow yourself"
        stage.ask(Accompany(7), seat=1)
        assert refusal(ben) == "they aren't on this floor"
        ben.effects.remaining["confused"] = 50
        stage.ask(Accompany(0), seat=1)
        assert refusal(ben) == "you are too confused to find a way"
        ben.effects.remaining.clear()
        strike_down(stage.run, stage.floor, ann, thing("a trap", ann.cell))
        stage.ask(Accompany(0), seat=1)
        assert refusal(ben) == "Ann has fallen"
        stage.put_to_sleep(0)
        ann.hero.dies_in = 0
        stage.ask(Accompany(0), seat=1)
        assert refusal(ben) == "Ann is asleep"

    def test_no_way_is_no_way(self) -> None:
        stage, _ann, ben = two(["#########", "#@..#...#", "#########"], (6, 1), (2, 1))
        for intent in (Accompany(0), Regroup()):
            for _ in range(3):
                stage.ask(intent, seat=1)
                carry_on(stage, ben)
            assert refusal(ben) == "you know no way there"


class TestHarm:
    """A hero stops following when it is badly hurt, or hurt by something that nobody can fight."""

    def harmed(self, life: int, source: str) -> tuple[HeroRow, list[str]]:
        stage, _ann, ben = two(HALL, (3, 1), (1, 1))
        monster = stage.monster((18, 2))
        stage.ask(Accompany(0), seat=1)
        ben.body.life = ben.body.max_life = 100
        who = thing("a fire", ben.cell)
        if source == "monster":
            who = who._replace(entity=monster.entity)
        stage.run.events = []
        deal_damage(stage.run, stage.floor, who, ben, [(1, "fire")])
        ben.body.life = life
        return ben, told_to(ben, stage.run.events)

    def test_a_scratch_does_not_end_it(self) -> None:
        ben, told = self.harmed(99, "monster")
        assert ben.auto_action.activity == "accompany"
        assert "You stop following Ann." not in told

    def test_a_fire_does(self) -> None:
        ben, told = self.harmed(99, "fire")
        assert ben.auto_action.activity == "none"
        assert "You are hurt, and stop following Ann." in told

    def test_a_blow_that_leaves_less_than_half_does(self) -> None:
        stage, ann, ben = two(HALL, (3, 1), (1, 1))
        ann.effects.remaining["sheltered"] = 10_000
        foe = stage.monster((2, 2), mood="hunting", power=6, life=1000)
        ben.body.life, ben.body.max_life, ben.body.regen = 60, 100, 0
        stage.ask(Accompany(0), seat=1)
        lives = []
        for _ in range(200):
            if ben.auto_action.activity == "none":
                break
            lives.append(ben.body.life)
            stage.tick()
        assert foe.entity in stage.floor.monsters
        assert min(lives) >= 50 > ben.body.life


class TestRegrouping:
    def test_it_ends_in_sight_of_the_companion_over_ground_that_it_did_not_know(self) -> None:
        stage, ann, ben = two(HOUSE, (9, 1), (18, 1))
        stage.ask(Regroup(), seat=1)
        carry_on(stage, ben)
        assert distance(ann.cell, ben.cell) <= 2
        assert ben.sees[ann.spot]
        stage.ask(Regroup(), seat=1)
        assert refusal(ben) == "you are with Ann"

    def test_it_goes_where_most_are_and_else_to_the_nearest(self) -> None:
        stage = Stage(["#" * 60, "#@" + "." * 57 + "#", "#" + "." * 58 + "#", "#" * 60])
        ann = stage.hero("Ann", cell=(20, 1))
        ben = stage.hero("Ben", cell=(12, 1))
        stage.hero("Cid", cell=(48, 1))
        stage.ask(Regroup(), seat=0)
        assert ann.auto_action.companion == ben.entity
        dot = stage.hero("Dot", cell=(46, 2))
        stage.ask(Regroup(), seat=0)
        assert ann.auto_action.companion == dot.entity
        stage.ask(Regroup(2), seat=0)
        assert ann.auto_action.companion != dot.entity

    @pytest.mark.parametrize(
        ("state", "reason"),
        [
            ("well", "you are with Ben"),
            ("link-dead", "you are with Ben"),
            ("asleep", ""),
            ("fallen", ""),
        ],
    )
    def test_sleepers_and_the_fallen_draw_nobody_away_from_those_who_stand(
        self, state: State, reason: str
    ) -> None:
        pair = two_together(state)
        cid = pair.stage.hero("Cid", cell=(30, 1))
        pair.stage.ask(Regroup())
        assert refusal(pair.ann) == reason
        assert pair.ann.auto_action.companion == (0 if reason else cid.entity)

    def test_nobody_walks_to_one_who_sleeps_unless_the_player_says_so(self) -> None:
        pair = two_together("far")
        pair.stage.put_to_sleep(1)
        pair.stage.ask(Regroup())
        assert refusal(pair.ann) == "no companion is on this floor"
        events = pair.stage.ask(Regroup(1))
        for _ in range(60):
            events += pair.stage.step(Turned(1))
        assert distance(pair.ann.cell, pair.ben.cell) == 2, "there is nothing to tend"
        assert not [event for event in events if isinstance(event, Seen)]
        assert pair.ann.auto_action.activity == "none"

    def test_a_companion_behind_a_wall_is_not_reached_yet(self) -> None:
        stage, ann, ben = two(
            ["#######", "#@.#..#", "#..#..#", "#.....#", "#######"], (2, 1), (4, 1)
        )
        stage.ask(Regroup(), seat=1)
        assert refusal(ben) == ""
        carry_on(stage, ben)
        assert ben.sees[ann.spot]

    @pytest.mark.parametrize("knows", ["Ann", "Ben"])
    def test_the_harm_that_counts_is_what_the_hero_itself_knows_of(self, knows: str) -> None:
        stage, ann, ben = two(["#" * 60, "#@" + "." * 57 + "#", "#" * 60], (1, 1), (58, 1))
        before = stage.floor.state.tiles.copy()
        stage.turn((30, 1), "spikes")
        stage.step()
        for row in (ann, ben):
            is_known = row.actor.name == knows
            memory_of(stage.floor, row).tiles[:] = stage.floor.state.tiles if is_known else before
        stage.ask(Regroup())
        assert refusal(ann) == ("you know no way there" if knows == "Ann" else "")

    def test_one_alone_has_nobody_to_go_to(self) -> None:
        stage = Stage(HALL)
        ann = stage.hero()
        stage.ask(Regroup())
        assert refusal(ann) == "no companion is on this floor"

    def test_it_tends_a_fallen_companion(self) -> None:
        stage, ann, _ben = two(HOUSE, (9, 1), (18, 1))
        strike_down(stage.run, stage.floor, ann, thing("a trap", ann.cell))
        ann.hero.dies_in = 1000
        stage.ask(Regroup(), seat=1)
        for _ in range(60):
            stage.step(Turned(1))
        assert ann.stands, "it came and tended her until she got up"

    def test_a_monster_that_comes_into_view_ends_it_as_it_ends_a_travel(self) -> None:
        stage, ann, ben = two(HOUSE, (7, 1), (18, 1))
        stage.monster((8, 3), mood="asleep")
        stage.ask(Regroup(), seat=1)
        carry_on(stage, ben)
        assert not ben.sees[ann.spot] or distance(ann.cell, ben.cell) > 2

    def test_the_way_depends_on_nothing_that_the_hero_has_not_seen(self) -> None:
        """Two houses that differ where Ben hasn't looked: his first steps are the same."""
        walls = [*HOUSE[:2], "#.....+.####.......#", *HOUSE[3:]]
        ways = []
        for rows in (HOUSE, walls):
            stage, _ann, ben = two(rows, (1, 1), (18, 1))
            for y in range(1, 6):
                stage.turn((3, y), "floor" if rows is HOUSE else "spikes")
            stage.step(Asked(1, 1, Regroup()), Ticked(1))
            ways.append((ben.cell, list(ben.auto_action.path)))
        assert ways[0] == ways[1]


def test_exploring_beside_one_who_follows_goes_on() -> None:
    stage, ann, ben = two(HOUSE, (1, 1), (2, 2))
    stage.ask(Accompany(0), seat=1)
    stage.ask(Explore())
    carry_on(stage, ann)
    assert (ann.memory.floors[1].tiles[stage.floor.walkable] > 0).all()
    assert ben.auto_action.activity == "accompany"


LONG_HALL = ["############", "#@.........#", "#..........#", "#..........#", "############"]
ANN, BEN = (8, 2), (6, 2)


def followed(rows: list[str] = LONG_HALL, ben: Cell = BEN) -> tuple[Stage, HeroRow]:
    """Return a stage on which Ben, who is returned, is about to follow Ann."""
    stage = Stage(rows)
    stage.hero("Ann", cell=ANN)
    row = stage.hero("Ben", cell=ben)
    row.body.life = row.body.max_life = 1000
    return stage, row


def foe_at(stage: Stage, cell: Cell, mood: Mood = "hunting") -> MonsterRow:
    return stage.monster(cell, mood=mood, life=1000, power=1)


def follow(stage: Stage, ticks: int = 20) -> None:
    stage.ask(Accompany(0), seat=1)
    stage.tick(ticks)


def test_it_strikes_the_hunter_beside_it_and_follows_on() -> None:
    stage, ben = followed()
    foe = stage.monster((5, 1), mood="hunting", life=1, power=1)
    follow(stage)
    assert foe.entity not in stage.floor.monsters
    assert ben.auto_action.activity == "accompany"


def test_it_strikes_the_weakest_first() -> None:
    stage, ben = followed()
    ben.attack.power, ben.attack.spread, ben.attack.tenths = 10, 0, 0
    strong, weak = foe_at(stage, (5, 1)), foe_at(stage, (5, 3))
    weak.body.life = 500
    stage.ask(Accompany(0), seat=1)
    assert (weak.body.life, strong.body.life) == (490, 1000)


def test_it_walks_up_to_what_attacks_its_companion() -> None:
    stage, ben = followed()
    foe = foe_at(stage, (9, 1))
    follow(stage)
    assert distance(ben.cell, foe.cell) == 1
    assert foe.body.life < 1000


def test_it_waits_where_its_companion_fills_the_way() -> None:
    stage, ben = followed(["############", "############", "#@.........#", "############"])
    foe_at(stage, (9, 2))
    follow(stage)
    assert ben.cell == (7, 2), "it came up behind Ann and changed no places with her"


def test_it_leaves_sleepers_the_peaceful_and_the_sealed_alone() -> None:
    for mood in ("asleep", "idle", "sealed", "fleeing"):
        stage, ben = followed()
        foe = foe_at(stage, (7, 1), mood)
        foe.effects.remaining["frozen"] = 1000
        stage.ask(Accompany(0), seat=1)
        assert foe.body.life == 1000, mood
        assert ben.auto_action.activity == "accompany"
    stage, _ben = followed()
    guest = stage.monster((7, 1), mood="idle", kind=kind_that(stage, peaceful=True), life=1000)
    follow(stage, 4)
    assert guest.body.life == 1000


def test_one_with_a_bow_walks_up_to_nobody_but_strikes_what_is_beside_it() -> None:
    stage, ben = followed()
    ben.attack.range = 5
    foe = foe_at(stage, (9, 1))
    foe.effects.remaining["frozen"] = 1000
    follow(stage)
    assert (ben.cell, foe.body.life) == (BEN, 1000)
    ben.attack.power, ben.attack.spread, ben.attack.tenths = 10, 0, 0
    near = foe_at(stage, (5, 2))
    stage.tick(4)
    assert near.body.life == 990, "a blow takes four ticks"


def test_it_strikes_nobody_whom_only_its_companion_sees() -> None:
    apart = two_apart()
    run, floor = apart.stage.run, apart.stage.floor
    run.index.move(apart.bens, (7, 2))
    apart.bens.mind.mood = "hunting"
    assert foe_to_strike(floor, apart.ann, apart.ben) is None
    assert foe_to_strike(floor, apart.ben, apart.ann) is apart.bens


@pytest.mark.parametrize(
    ("cell", "strikes"), [((4, 1), True), ((7, 2), True), ((3, 1), False), ((8, 1), False)]
)
def test_it_strikes_only_what_is_beside_it_or_its_companion(cell: Cell, strikes: bool) -> None:
    pair = two_together()
    foe = foe_at(pair.stage, cell)
    pair.stage.step()
    found = foe_to_strike(pair.stage.floor, pair.ann, pair.ben)
    assert found is (foe if strikes else None)


def test_what_is_beside_it_comes_before_what_is_weaker_and_beside_its_companion() -> None:
    pair = two_together()
    own, weaker = foe_at(pair.stage, (4, 1)), foe_at(pair.stage, (7, 1))
    weaker.body.life = 1
    pair.stage.step()
    assert foe_to_strike(pair.stage.floor, pair.ann, pair.ben) is own
    own.effects.remaining[SUMMONED] = 100
    assert foe_to_strike(pair.stage.floor, pair.ann, pair.ben) is weaker


def test_a_creature_that_comes_into_the_way_is_gone_round() -> None:
    pair = two_together("far")
    memory_of(pair.stage.floor, pair.ann).tiles[:] = pair.stage.floor.state.tiles
    pair.ann.known = None
    pair.stage.ask(Accompany(1))
    ahead = pair.ann.auto_action.path[-1]
    pair.stage.monster(ahead, mood="sealed")
    pair.stage.tick(4)
    assert pair.ann.cell == (ahead[0] + 1, 3 - ahead[1])
    assert pair.ann.auto_action.activity == "accompany"


@pytest.mark.parametrize(("blocked", "apart"), [(False, 1), (True, 2)])
def test_it_steps_nearer_to_a_foe_or_waits(blocked: bool, apart: int) -> None:
    stage, ben = followed()
    foe = foe_at(stage, (8, 3))
    if blocked:
        for cell in ((7, 2), (7, 3)):
            stage.monster(cell, mood="sealed")
        stage.run.index.move(ben, (6, 3))
    fight_beside(stage.run, stage.floor, ben, foe)
    assert distance(ben.cell, foe.cell) == apart
    assert (ben.actor.energy, foe.body.life) == (-20, 1000)


@pytest.mark.parametrize(("x", "reason"), [(5, "you are with Ben"), (4, "")])
def test_one_beside_the_fallen_has_arrived(x: int, reason: str) -> None:
    pair = two_together("fallen")
    pair.stage.run.index.move(pair.ann, (x, 1))
    pair.stage.ask(Regroup())
    assert refusal(pair.ann) == reason
    pair.stage.tick(2)
    assert distance(pair.ann.cell, pair.ben.cell) == 1
    assert pair.ann.auto_action.activity == ("none" if reason else "revive")


def test_one_that_was_pushed_back_leaps_over_nobody() -> None:
    pair = two_together("far")
    pair.stage.ask(Accompany(1))
    pair.stage.tick(2)
    pair.stage.run.index.move(pair.ann, (pair.ann.cell[0] - 2, 1))
    for _ in range(6):
        before = pair.ann.cell
        pair.stage.tick()
        assert pair.ann.cell[0] - before[0] in {0, 1}


def gone_below(rows: list[str], ben: Cell, *others: Cell) -> tuple[Stage, HeroRow, list[str]]:
    """Let Ann take the stairs at the end of the first row alone, and Ben follow her.

    Return what Ben is told then and in the next turn.
    """
    stage, _ann, row = two(rows, (len(rows[0]) - 2, 1), ben)
    for number, cell in enumerate(others):
        stage.hero(f"Cid {number}", cell=cell)
    stage.ask(Accompany(0), seat=1)
    stage.let_leave()
    return stage, row, told_to(row, stage.ask(Climb()) + stage.step(Turned(1)))


def test_who_takes_the_stairs_alone_is_followed_down() -> None:
    stage, ben, told = gone_below(STAIRS, (5, 1))
    assert not [text for text in told if "following" in text]
    stage.tick(40)
    assert floors_of(stage) == [2, 2]
    _, below = stage.run.index.heroes[ben.entity]
    ann = next(row for _, row in stage.run.index.heroes.values() if row.hero.seat == 0)
    assert (below.auto_action.activity, below.auto_action.companion) == ("accompany", ann.entity)


def test_on_the_way_after_a_companion_a_hunter_beside_it_is_struck() -> None:
    stage, ben, _ = gone_below(STAIRS, (5, 1))
    x, y = ben.cell
    foe = stage.monster((x + 1, y), mood="hunting", life=1000, power=1)
    stage.tick(6)
    assert foe.body.life < 1000
    assert ben.auto_action.activity == "accompany"


FAR_STAIRS = ["#" * 46, "#@" + "." * 42 + ">#", "#" * 46]
GONE = "Ann has gone to floor 2. You stop following Ann."


@pytest.mark.parametrize(("rows", "others"), [(FAR_STAIRS, []), (STAIRS, [(9, 1)])])
def test_nobody_follows_by_stairs_that_it_does_not_know_or_away_from_others(
    rows: list[str], others: list[Cell]
) -> None:
    stage, ben, told = gone_below(rows, (5, 1), *others)
    assert GONE in told
    assert ben.auto_action.activity == "none"
    assert stage.run.index.heroes[ben.entity][0] is stage.floor


def test_nobody_follows_to_where_its_companion_has_fallen() -> None:
    stage, ben, _ = gone_below(STAIRS, (5, 1))
    below, ann = stage.run.index.of_seat(0) or (None, None)
    assert below is not None
    assert ann is not None
    ben.actor.energy = -1000
    strike_down(stage.run, below, ann, thing("a trap", ann.cell))
    ben.auto_action.activity, ben.actor.energy = "accompany", 0
    assert GONE in told_to(ben, stage.tick())
