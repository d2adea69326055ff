"""Views: frames add up to what the heroes know, and to nothing else."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.sessions.onlooker import Onlooker
from support.sessions.recorded_runs import RECORDINGS, Recording, played_again
from support.worlds.companies import Apart, two_apart
from support.worlds.staging import Stage, kind_that
from undertide_server.simulation.mechanics.bestiary import record_trick
from undertide_server.simulation.mechanics.dying import die, strike_down
from undertide_server.simulation.mechanics.floor_visits import enter_floor
from undertide_server.simulation.mechanics.floors import floor_below
from undertide_server.simulation.mechanics.victory import make_boss
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.state.events import Event, Fell, Hit, Seen, thing
from undertide_server.simulation.state.inputs import Asked, PlayerLost, Ticked, Withdrawn
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.views.shared_parts import Common, panel_of
from undertide_server.views.threats import threats_of
from undertide_server.views.view import PARTY, View
from undertide_shared.codec import decode_server
from undertide_shared.geometry import Cell
from undertide_shared.messages import (
    Climb,
    Delta,
    Explore,
    HeroStatus,
    Keyframe,
    MarkCell,
    MarkInfo,
    Move,
    PartyMember,
    StairAgreement,
    Threat,
    Travel,
    Wait,
    WareInfo,
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


class Watched:
    """A stage and one of its views, with an onlooker who is told everything."""

    def __init__(self, stage: Stage, entity: int) -> None:
        self.stage = stage
        self.view = View(entity)
        self.onlooker = Onlooker()
        self.frames: list[Keyframe | Delta] = []

    def show(self) -> bytes | None:
        run = self.stage.run
        self.view.log_events(run, run.events)
        frame = self.view.update(run, Common(panel_of(run).members, {}))
        run.events = []
        if frame is not None:
            self.frames.append(self.onlooker.take(frame))
        return frame

    def keyframe(self) -> bytes:
        return self.view.keyframe(self.stage.run)


def watched(stage: Stage, row: HeroRow) -> Watched:
    result = Watched(stage, row.entity)
    result.show()
    return result


def watched_by_all(stage: Stage) -> Watched:
    result = Watched(stage, PARTY)
    result.show()
    return result


def contradictions(seen: Onlooker) -> list[str]:
    """Return where two parts of what a view has told disagree about a hero."""
    members = {member.seat: member for member in seen.party}
    found = [
        f"the panel has {member.name} at {member.health} % and {member.state}"
        for member in seen.party
        if (member.state == "dead") != (member.health == 0 and not member.dies_in)
    ]
    sightings = [
        (members[seat], each)
        for each in seen.sightings.values()
        if (seat := seen.kinds[each.kind].seat) is not None
    ]
    for member, each in sightings:
        is_own = seen.hero is not None and member.seat == seen.hero.seat
        told = "fallen" if member.dies_in else member.state
        if each.mood not in {told, "confused"} or each.health != member.health:
            found.append(f"the map has {member.name} at {each.health} % and {each.mood}")
        if (member.state == "dead" and not is_own) or member.branch not in {seen.branch, 0}:
            found.append(f"the map has {member.name}, who is elsewhere")
    if seen.hero is not None:
        found += contradictions_of(seen.hero, members[seen.hero.seat])
    return found


def contradictions_of(hero: HeroStatus, member: PartyMember) -> list[str]:
    """Return where the status of a hero disagrees with itself, or with the panel."""
    health = -(-hero.life * 100 // hero.max_life)
    told = (health, hero.state, hero.level, hero.calling, bool(hero.dies_in))
    panel = (member.health, member.state, member.level, member.calling, bool(member.dies_in))
    found = [] if told == panel else [f"the status has {told}, the panel {panel}"]
    is_dead = hero.life == 0 and not hero.dies_in
    if is_dead != (hero.state == "dead") or (is_dead and hero.activity != "none"):
        found.append(f"the hero has {hero.life} life, is {hero.state} and does {hero.activity}")
    return found


def known_truth(stage: Stage, row: HeroRow) -> set[tuple[str, str, int, int]]:
    """Return what the hero knows to be on the map, worked out afresh from the world."""
    names = stage.run.rules.items
    things = {
        ("monster", monster.actor.name, *monster.cell)
        for monster in stage.floor.monsters.values()
        if row.sight.mask[monster.cell[1], monster.cell[0]]
    }
    things |= {("hero", other.actor.name, *other.cell) for other in stage.floor.heroes.values()}
    remembered = row.memory.floors[1].items
    return things | {("item", names[item].name, *cell) for cell, item in remembered.items()}


def threats_to(stage: Stage, row: HeroRow) -> dict[Cell, Threat]:
    """Return the threats to a hero of what it sees, worked out afresh from the world."""
    seen = [each for each in stage.floor.monsters.values() if row.sees[each.spot]]
    told = threats_of(stage.run, stage.floor, row, [each.entity for each in seen]).told
    return {each.cell: told[each.entity].threat for each in seen}


intents = st.one_of(
    st.builds(Move, st.integers(-1, 1), st.integers(-1, 1)),
    st.just(Explore()),
    st.builds(Travel, st.integers(0, 19), st.integers(0, 6)),
    st.just(Wait()),
)


@settings(max_examples=25)
@given(st.lists(st.tuples(st.integers(0, 1), intents), max_size=30))
def test_frames_add_up_to_what_the_hero_knows(asked: list[tuple[int, Move]]) -> None:
    stage = Stage(HOUSE)
    rows = [stage.hero("Ann"), stage.hero("Ben", cell=(15, 3))]
    stage.monster((9, 1), mood="asleep", life=9)
    stage.monster((17, 5), mood="hunting", life=9, power=1)
    stage.item((3, 3), "health_potion")
    stage.item((16, 1), "lightning_scroll")
    views = [watched(stage, row) for row in rows]
    for seat, intent in asked:
        stage.ask(intent, seat)
        for view, row in zip(views, rows, strict=True):
            view.show()
            if row.hero.fate:
                continue
            assert (view.onlooker.tiles == row.memory.floors[1].tiles).all()
            assert (view.onlooker.sight == row.sight.mask).all()
            told = {thing[:4] for thing in view.onlooker.things()}
            assert told == known_truth(stage, row)
            assert view.onlooker.threatening() == threats_to(stage, row)


def test_a_newcomers_keyframe_stands_where_the_chain_stands() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    view = watched(stage, row)
    late = Onlooker()
    for number in range(6):
        stage.ask(Move(1, 0) if number % 2 else Move(0, 1))
        frame = view.show()
        if number == 3:
            late.take(view.keyframe())
        elif number > 3 and frame is not None:
            late.take(frame)
    assert late.number == view.onlooker.number
    assert (late.tiles == view.onlooker.tiles).all()
    assert (late.sight == view.onlooker.sight).all()
    assert late.things() == view.onlooker.things()
    assert late.threatening() == view.onlooker.threatening()
    assert late.lines == view.onlooker.lines


def move_monster(stage: Stage) -> None:
    monster = next(iter(stage.floor.monsters.values()))
    stage.run.index.move(monster, (monster.cell[0] - 1, monster.cell[1]))


def hurt_monster(stage: Stage) -> None:
    next(iter(stage.floor.monsters.values())).body.life -= 5


def strengthen_monster(stage: Stage) -> None:
    monster = next(iter(stage.floor.monsters.values()))
    monster.attack.power += 5
    record_trick(stage.run, stage.floor, monster, "steals")


def drop_item(stage: Stage) -> None:
    stage.item((18, 1), "health_potion")


def open_door(stage: Stage) -> None:
    stage.floor.set_tile((11, 3), stage.game.terrain.codes["open_door"], stage.game.terrain)


def new_monster(stage: Stage) -> None:
    stage.monster((14, 2))


@pytest.mark.parametrize(
    "happens", [move_monster, hurt_monster, strengthen_monster, drop_item, open_door, new_monster]
)
def test_what_happens_out_of_sight_sends_nothing(happens: Callable[[Stage], None]) -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    stage.monster((16, 2), mood="asleep")
    view = watched(stage, row)
    happens(stage)
    stage.step()
    assert view.show() is None


def test_ids_are_given_anew_each_time_something_comes_into_view() -> None:
    stage = Stage(["##########", "#@...#...#", "#....#...#", "#........#", "##########"])
    row = stage.hero(cell=(2, 1))
    monster = stage.monster((7, 1), mood="asleep")
    view = watched(stage, row)
    ids = []
    for x in (7, 3, 7, 3):
        stage.run.index.move(monster, (x, 1))
        stage.step()
        view.show()
        ids += [
            each.id
            for each in view.onlooker.sightings.values()
            if view.onlooker.kinds[each.kind].role == "monster"
        ]
    assert len(ids) == 2
    assert ids[0] != ids[1]
    assert monster.entity not in ids


def test_an_item_seen_and_left_is_remembered_until_it_is_seen_to_be_gone() -> None:
    stage = Stage(HOUSE)
    row = stage.hero(cell=(7, 1))
    item = stage.item((8, 2), "health_potion")
    stage.step()
    view = watched(stage, row)
    stage.run.index.move(row, (2, 4))
    stage.step()
    stage.run.index.leave(item)
    stage.run.world.delete(item)
    stage.step()
    view.show()
    assert ("item", "health potion", 8, 2, 100, "") in view.onlooker.things()
    stage.run.index.move(row, (7, 1))
    stage.step()
    view.show()
    assert not [thing for thing in view.onlooker.things() if thing[0] == "item"]


def test_a_ware_is_named_with_its_price() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    stage.item((3, 2), "health_potion", price=40)
    stage.step()
    row.memory.floors[1].prices = {(3, 2): 40}
    view = watched(stage, row)
    record = stage.run.rules.items["health_potion"]
    (ware,) = [kind for kind in view.onlooker.kinds.values() if kind.role == "item"]
    assert ware.name == f"{record.name} for 40 gold"
    assert (ware.glyph, ware.description) == (record.glyph, record.description)
    assert ware.key == "health_potion"
    assert ware.ware == WareInfo(40, does=["heal"])
    assert not ware.trades


def test_a_trader_is_told_by_its_kind() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    stage.monster((3, 1), kind=kind_that(stage, peaceful=True, trades=True))
    stage.step()
    kinds = watched(stage, row).onlooker.kinds.values()
    assert {kind.role: kind.trades for kind in kinds} == {"hero": False, "monster": True}


def test_heroes_are_told_by_their_seats_and_items_by_their_keys() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    stage.hero("Ben", cell=(3, 3))
    stage.monster((3, 1))
    for x, key in enumerate(("health_potion", "long_sword^7/keen:2", "essence/keen"), 1):
        stage.item((x, 4), key)
    stage.step()
    kinds = watched(stage, row).onlooker.kinds.values()
    assert {kind.name: kind.seat for kind in kinds if kind.role == "hero"} == {"Ann": 0, "Ben": 1}
    assert {kind.seat for kind in kinds if kind.role != "hero"} == {None}
    keys = sorted(kind.key for kind in kinds if kind.role == "item")
    assert keys == ["", "essence/keen", "health_potion"], "the key of gear holds what it hides"
    assert {kind.key for kind in kinds if kind.role != "item"} == {""}


def test_a_sleeping_hero_sees_its_own_cell_alone() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    stage.step(PlayerLost(0))
    stage.step(Withdrawn(0))
    view = watched(stage, row)
    assert np.argwhere(view.onlooker.sight).tolist() == [[1, 1]]
    stage.monster((2, 1))
    stage.step()
    assert view.show() is None


def test_another_floor_begins_with_a_keyframe_for_all() -> None:
    stage = Stage(["#####", "#@>.#", "#####"])
    row = stage.hero(cell=(2, 1))
    view = watched(stage, row)
    stage.ask(Climb())
    view.show()
    last = view.frames[-1]
    assert isinstance(last, Keyframe)
    assert last.floor.number == 2
    assert last.number == view.frames[-2].number + 1


def test_the_partys_view_joins_all_eyes_on_its_floor() -> None:
    stage = Stage(HOUSE)
    ann, ben = stage.hero("Ann", cell=(2, 2)), stage.hero("Ben", cell=(15, 2))
    party = Watched(stage, 0)
    party.show()
    assert (party.onlooker.sight == (ann.sight.mask | ben.sight.mask)).all()
    known = np.maximum(ann.memory.floors[1].tiles, ben.memory.floors[1].tiles)
    assert (party.onlooker.tiles == known).all()
    assert party.onlooker.hero is None


def test_a_dead_heros_view_ends_with_its_death() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    stage.hero("Ben", cell=(15, 2))
    stage.put_to_sleep(1)
    row.body.life = 1
    stage.monster((2, 1), mood="hunting", power=50)
    view = watched(stage, row)
    stage.ask(Wait())
    last = view.show()
    assert view.onlooker.hero is not None
    assert (view.onlooker.hero.life, view.onlooker.hero.state) == (0, "dead")
    assert last is not None
    frame = decode_server(last)
    assert isinstance(frame, Delta)
    assert frame.intent is not None
    assert frame.intent.outcome == "done", "the last deed is answered too"
    assert "You die" in view.onlooker.lines[-1].text
    stage.step()
    assert view.show() is None


def test_when_the_last_hero_dies_panel_map_and_status_agree() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    row.body.life = 1
    stage.monster((2, 1), mood="hunting", power=50)
    own, party = watched(stage, row), watched_by_all(stage)
    stage.ask(Wait())
    own.show()
    party.show()
    for view in (own, party):
        assert [(each.name, each.state, each.health) for each in view.onlooker.party] == [
            ("Ann", "dead", 0)
        ]
        assert contradictions(view.onlooker) == []
    assert all(role != "hero" for role, *_ in party.onlooker.things())
    frame = decode_server(party.keyframe())
    assert isinstance(frame, Keyframe)
    assert frame.party == party.onlooker.party, "who comes later sees the same"


@pytest.mark.parametrize("recording", RECORDINGS, ids=lambda each: each.name)
def test_the_parts_of_a_frame_agree_in_recorded_runs(recording: Recording, tmp_path: Path) -> None:
    views = {PARTY: (View(), Onlooker())}
    common, shown, fallen = Common([], {}), 0, set[int]()
    for run in played_again(recording, tmp_path):
        common = common.next(run, {})
        for entity in run.index.heroes:
            views.setdefault(entity, (View(entity), Onlooker()))
        for view, onlooker in views.values():
            view.log_events(run, run.events)
            frame = view.update(run, common)
            if frame is not None:
                shown += 1
                onlooker.take(frame)
                assert contradictions(onlooker) == [], f"step {run.progress.step}"
        fell = [event.victim for event in run.events if isinstance(event, Fell)]
        fallen |= {victim.entity for victim in fell if victim.is_hero}
        assert fallen == {
            entity
            for entity, (_, onlooker) in views.items()
            if onlooker.hero is not None and onlooker.hero.state == "dead"
        }, "who is told to have died has died, and the other way round"
    assert shown > recording.most_steps / 100


def test_the_last_blow_names_who_struck_it() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    stage.hero("Ben", cell=(15, 2))
    row.body.life = 1
    monster = stage.monster((2, 1), mood="hunting", power=50)
    view = watched(stage, row)
    stage.ask(Wait())
    view.show()
    texts = [line.text for line in view.onlooker.lines]
    assert any(text.startswith(f"The {monster.actor.name} hits you for ") for text in texts)


def test_who_comes_when_the_last_hero_has_fallen_reads_how() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    row.body.life = 1
    stage.monster((2, 1), mood="hunting", power=50)
    party = Watched(stage, 0)
    party.show()
    party.keyframe()
    stage.ask(Wait())
    party.show()
    frame = decode_server(party.keyframe())
    assert isinstance(frame, Keyframe)
    assert any("has died" in line.text for line in frame.lines)


class TestCompanions:
    """R17: a view shows where the heroes of its floor are, and tells nothing of other floors."""

    def test_one_who_walks_out_of_sight_costs_a_shift_and_nothing_else(self) -> None:
        stage = Stage(HOUSE)
        ann, ben = stage.hero("Ann"), stage.hero("Ben", cell=(15, 3))
        view = watched(stage, ann)
        stage.ask(Move(1, 0), seat=1)
        view.show()
        delta = view.frames[-1]
        assert isinstance(delta, Delta)
        (shift,) = delta.shifted
        assert (shift.x, shift.y) == ben.cell
        assert (delta.appeared, delta.changed, delta.gone, delta.party) == ([], [], [], None)
        assert not view.onlooker.tiles[ben.cell[1], ben.cell[0]], "the ground there stays unknown"

    def test_of_one_on_another_floor_nobody_learns_the_cell(self) -> None:
        stage = Stage(["#########", "#@......#", "#......>#", "#########"])
        ann, ben = stage.hero("Ann"), stage.hero("Ben", cell=(7, 2))
        view = watched(stage, ann)
        stage.let_leave(1)
        stage.ask(Climb(), seat=1)
        view.show()
        assert {(one.x, one.y) for one in view.onlooker.sightings.values()} == {ann.cell}
        below = stage.run.index.of_hero(ben.entity)
        assert below is not None
        floor, row = below
        for step in (Move(1, 0), Move(-1, 0), Move(0, 1), Move(0, -1)):
            before = row.cell
            stage.ask(step, seat=1, branch=floor.state.branch)
            assert view.show() is None, f"{before} to {row.cell}"

    def test_the_view_of_a_sleeper_shows_the_others_too(self) -> None:
        stage = Stage(HOUSE)
        ann, ben = stage.hero("Ann"), stage.hero("Ben", cell=(15, 3))
        stage.put_to_sleep()
        view = watched(stage, ann)
        cells = {(one.x, one.y) for one in view.onlooker.sightings.values()}
        assert cells == {ann.cell, ben.cell}


class TestFall:
    """R16: what the fallen, those who see them and those who don't are shown."""

    def stage(self) -> tuple[Stage, HeroRow, HeroRow]:
        """Return a stage on which Ann has fallen, and Ben stands where he doesn't see her."""
        stage = Stage(HOUSE)
        ann, ben = stage.hero("Ann", cell=(2, 2)), stage.hero("Ben", cell=(18, 3))
        strike_down(stage.run, stage.floor, ann, thing("a test", ann.cell))
        return stage, ann, ben

    def test_the_fallen_see_how_long_they_have_and_then_that_they_died(self) -> None:
        stage, ann, _ben = self.stage()
        view = watched(stage, ann)
        left = []
        for _ in range(3):
            stage.tick()
            view.show()
            assert view.onlooker.hero is not None
            left.append((view.onlooker.hero.state, view.onlooker.hero.dies_in))
        assert left == [("alive", 149), ("alive", 148), ("alive", 147)]
        ann.hero.dies_in = 1
        stage.tick()
        view.show()
        dead = view.onlooker.hero
        assert dead is not None
        assert (dead.state, dead.dies_in) == ("dead", 0)

    def test_who_does_not_see_them_knows_where_they_lie_and_what_the_panel_tells(self) -> None:
        stage, ann, ben = self.stage()
        view = watched(stage, ben)
        moods = {(one.x, one.y): one.mood for one in view.onlooker.sightings.values()}
        assert moods == {ann.cell: "fallen", ben.cell: "alive"}
        frame = decode_server(view.keyframe())
        assert isinstance(frame, Keyframe)
        (told, _) = frame.party
        assert (told.name, told.state, told.dies_in, told.floor) == ("Ann", "alive", 150, 1)
        assert not ben.sight.mask[ann.cell[1], ann.cell[0]]

    def test_who_sees_them_sees_that_they_have_fallen(self) -> None:
        stage, ann, ben = self.stage()
        stage.run.index.move(ben, (4, 2))
        stage.step()
        view = watched(stage, ben)
        moods = {(one.x, one.y): one.mood for one in view.onlooker.sightings.values()}
        assert moods == {ann.cell: "fallen", ben.cell: "alive"}

    def test_the_panel_changes_once_in_a_second(self) -> None:
        stage, _ann, _ben = self.stage()
        told = []
        for _ in range(20):
            stage.tick()
            told.append(panel_of(stage.run).members[0].dies_in)
        assert told == [150] * 9 + [140] * 10 + [130]

    def test_its_seconds_are_those_of_the_session(self) -> None:
        stage, _ann, _ben = self.stage()
        told = []
        for _ in range(8):
            stage.tick()
            told.append(panel_of(stage.run, rate=4).members[0].dies_in)
        assert told == [152] * 1 + [148] * 4 + [144] * 3

    def test_care_is_a_rest_on_the_wire_and_says_what_it_is(self) -> None:
        stage, ann, ben = self.stage()
        stage.run.index.move(ben, (3, 2))
        stage.ask(Move(-1, 0), seat=1)
        mine, others = watched(stage, ann).onlooker.hero, watched(stage, ben).onlooker.hero
        assert mine is not None
        assert others is not None
        assert (others.activity, others.tends) == ("rest", True)
        assert mine.revived_in == 30 - ann.hero.tended


def test_a_boss_is_shown_by_its_name_and_with_its_mark() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    boss, other = stage.monster((3, 1)), stage.monster((3, 3))
    make_boss(stage.run, stage.floor, boss)
    assert boss.boss is not None
    found = watched(stage, row)
    kinds = [kind for kind in found.onlooker.kinds.values() if kind.role == "monster"]
    name = other.actor.name
    assert [(kind.name, kind.boss) for kind in kinds] == [
        (f"{boss.boss.name}, the {name}", True),
        (name, False),
    ]


class TestMarks:
    def test_everyone_on_the_floor_is_shown_them_and_nobody_elsewhere(self) -> None:
        stage = Stage(HOUSE)
        ann = stage.hero("Ann")
        ben = stage.hero("Ben", cell=(15, 5))
        cyd = stage.hero("Cyd", cell=(15, 4))
        stage.turn((15, 4), "stairs_down")
        stage.floor.state.stairs_down, stage.floor.state.children = ((15, 4),), (2,)
        stage.run.progress.branches += 1
        below = floor_below(stage.run, stage.floor, 0)
        stage.run.index.leave(cyd.entity)
        enter_floor(stage.run, cyd.entity, below, below.nearest_free(below.state.arrival))
        views = [Watched(stage, each.entity) for each in (ann, ben, cyd)]
        for view in views:
            view.show()
        stage.step()
        stage.step(Asked(0, 1, MarkCell("loot", 2, 2)))
        events = list(stage.run.events)
        shown = []
        for view in views:
            stage.run.events = events
            view.show()
            last = view.frames[-1]
            shown.append((last.marks, [line.text for line in last.lines]))
        marks = [MarkInfo(2, 2, "loot", 0)]
        assert shown[:2] == [(marks, ["Ann marks loot."])] * 2
        assert shown[2] == (None, []), "another floor learns nothing"

    def test_agreements_on_stairs_stay_on_their_floor_and_keep_unseen_stairs_secret(self) -> None:
        stage = Stage([*HOUSE[:-2], "#.................>#", HOUSE[-1]])
        stage.hero("Ann", cell=(18, 5))
        ben, cyd = stage.hero("Ben"), stage.hero("Cyd", cell=(17, 5))
        below = floor_below(stage.run, stage.floor, 0)
        stage.run.index.leave(cyd.entity)
        enter_floor(stage.run, cyd.entity, below, below.nearest_free(below.state.arrival))
        views = [Watched(stage, each.entity) for each in (ben, cyd)]
        for view in views:
            view.show()
        stage.step()
        stage.step(Asked(0, 1, Climb()), Ticked(1))
        events = list(stage.run.events)
        for view in views:
            stage.run.events = events
            view.show()
        told, nothing = (view.frames[-1] for view in views)
        assert told.agreements == [StairAgreement(2, [0], [1], 50)]
        assert "Ann wants to go down to a warren." in [line.text for line in told.lines]
        assert views[0].frames[0].stairs == [], "Ben has not seen the stairs"
        assert not told.stairs
        assert (nothing.agreements, nothing.lines) == (None, [])

    def test_a_keyframe_has_them_and_their_end_is_told(self) -> None:
        stage = Stage(HOUSE)
        ann = stage.hero()
        stage.step(Asked(0, 1, MarkCell("help", 2, 2)))
        watched = Watched(stage, ann.entity)
        watched.show()
        assert watched.frames[-1].marks == [MarkInfo(2, 2, "help", 0)]
        stage.step(Asked(0, 2, MarkCell("", 2, 2)))
        watched.show()
        assert watched.frames[-1].marks == []


class TestCompany:
    """The log of each hero has what that hero noticed, and nothing that companions alone see."""

    def told(self, apart: Apart, events: Sequence[Event]) -> list[list[str]]:
        """Return what Ann, Ben and the party read of some events."""
        logs = []
        for entity in (apart.ann.entity, apart.ben.entity, PARTY):
            view = View(entity)
            view.update(apart.stage.run, Common(panel_of(apart.stage.run).members, {}))
            view.log_events(apart.stage.run, events)
            logs.append([line.text for line in view.lines])
        return logs

    def test_each_reads_what_happens_in_its_own_sight(self) -> None:
        apart = two_apart()
        floor = apart.stage.floor.entity
        hers, bens = (
            Seen(floor, who(monster), "info", "", text)
            for monster, text in ((apart.hers, "Hers growls."), (apart.bens, "Bens growls."))
        )
        assert self.told(apart, [hers, bens]) == [
            ["Hers growls."],
            ["Bens growls."],
            ["Hers growls.", "Bens growls."],
        ]

    def test_a_fall_of_what_only_a_companion_sees_is_told_to_that_one(self) -> None:
        apart = two_apart()
        apart.bens.actor.name = "bat"
        fell = Fell(apart.stage.floor.entity, who(apart.bens), who(apart.ben))
        assert self.told(apart, [fell]) == [[], ["You kill the bat."], ["The bat dies."]]

    def test_a_blow_at_a_companion_is_in_its_own_log_and_the_partys(self) -> None:
        apart = two_apart()
        apart.bens.actor.name = "bat"
        bat, ben = who(apart.bens), who(apart.ben)
        blow = Hit(apart.stage.floor.entity, bat, ben, ((3, "physical"),))
        assert self.told(apart, [blow]) == [
            [],
            ["The bat hits you for 3."],
            ["The bat hits Ben for 3."],
        ]

    def test_one_that_has_just_died_reads_what_it_saw_and_no_more(self) -> None:
        apart = two_apart()
        floor = apart.stage.floor.entity
        view = View(apart.ann.entity)
        view.update(apart.stage.run, Common(panel_of(apart.stage.run).members, {}))
        die(apart.stage.run, apart.stage.floor, apart.ann, thing("a trap", apart.ann.cell))
        deeds = [
            Seen(floor, who(monster), "info", "", text)
            for monster, text in ((apart.hers, "Hers growls."), (apart.bens, "Bens growls."))
        ]
        view.log_events(apart.stage.run, deeds)
        assert [line.text for line in view.lines] == ["Hers growls."]

    def test_what_happens_before_the_first_picture_is_read_too(self) -> None:
        apart = two_apart()
        view = View(apart.ann.entity)
        growl = Seen(apart.stage.floor.entity, who(apart.hers), "info", "", "Hers growls.")
        view.log_events(apart.stage.run, [growl])
        assert [line.text for line in view.lines] == ["Hers growls."]
