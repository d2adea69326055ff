from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.client.client_examples import (
    AMULETS,
    ARENA,
    CRYPT,
    DOOR,
    GOBLIN,
    GROUND,
    HERO,
    KINDS,
    PARTY,
    POTION,
    ROOM,
    STAIRS,
    TREE,
    UNKNOWN,
    WALL,
    codes_of,
    delta,
    hero_status,
    joined,
    keyframe,
    roster,
    run_lengths,
    watching,
)
from support.client.replay_examples import HOUR, LANDMARKS, RUN, replaying, run_info, timeline
from undertide_client.model.mirror import BadFrameError, Mirror, OutOfStepError
from undertide_shared.codec import decode_server, encode
from undertide_shared.errors import BadMessageError
from undertide_shared.limits import (
    MAX_AGREEMENTS,
    MAX_CELL_MARKS,
    MAX_DELAY,
    MAX_EFFECTS,
    MAX_HEROES,
    MAX_KINDS,
    MAX_LISTED_WATCHERS,
    MAX_SIGHTINGS,
    MAX_VARIATIONS,
    MAX_WORD,
)
from undertide_shared.messages import (
    Amulet,
    BranchInfo,
    Chat,
    Condition,
    Delta,
    Ended,
    Error,
    FloorInfo,
    HeroEnd,
    IntentReport,
    Kind,
    Left,
    Line,
    MarkInfo,
    Moment,
    NewRun,
    PaceStatus,
    Roster,
    Runs,
    ServerMessage,
    Sessions,
    Shift,
    Sighting,
    StairAgreement,
    StairInfo,
    Terms,
    TideGauge,
    TileLook,
    TradeTable,
    VariationInfo,
)


def mirror_of(*messages: ServerMessage) -> Mirror:
    mirror = Mirror()
    for message in messages:
        mirror.apply(message)
    return mirror


def playing(*messages: ServerMessage) -> Mirror:
    return mirror_of(joined(), keyframe(), *messages)


def test_a_new_mirror_shows_nothing() -> None:
    mirror = Mirror()
    assert mirror.floor is None
    assert mirror.cell is None
    assert mirror.look_at((0, 0)) is None


def test_a_seat_tells_who_and_where_one_is() -> None:
    mirror = mirror_of(joined())
    assert (mirror.session, mirror.seat, mirror.name, mirror.watching) == (
        "k7m2q",
        0,
        "Ann",
        False,
    )


def test_a_place_among_the_spectators_is_no_seat() -> None:
    mirror = mirror_of(joined(), watching())
    assert (mirror.seat, mirror.watching, mirror.name) == (None, True, "Zoe")


def test_a_keyframe_shows_the_whole_floor() -> None:
    mirror = playing()
    assert mirror.tiles.shape == mirror.sight.shape == (6, 10)
    assert mirror.tiles.ravel().tolist() == codes_of(ROOM)
    assert mirror.sight.all()
    assert mirror.cell == (2, 2)
    assert mirror.kinds[mirror.sightings[GOBLIN].kind].name == "goblin"


def test_looks_tell_what_a_tile_is() -> None:
    mirror = playing()
    look = mirror.look_at((9, 3))
    assert look is not None
    assert look.name == "door"
    assert mirror.look_at((10, 0)) is None
    assert mirror.look_at((0, -1)) is None


def test_what_lies_in_a_cell_can_be_asked_for() -> None:
    mirror = playing()
    assert [one.id for one in mirror.at((6, 2))] == [GOBLIN]
    assert mirror.at((5, 5)) == []


def test_a_delta_changes_what_it_names_and_nothing_else() -> None:
    mirror = playing()
    before = mirror.tiles.copy()
    mirror.apply(
        delta(
            tiles=[39, 1, GROUND, 2, 2, UNKNOWN],
            sight=[10, 1],
            kinds=[Kind(4, "monster", "rat", "r", 0x808080)],
            appeared=[Sighting(4, 4, 8, 4)],
            gone=[POTION],
            shifted=[Shift(HERO, 3, 2)],
            changed=[Condition(GOBLIN, 20, "fleeing")],
        )
    )
    assert mirror.cell == (3, 2)
    assert mirror.sightings[GOBLIN] == Sighting(GOBLIN, 2, 6, 2, 20, "fleeing")
    assert set(mirror.sightings) == {HERO, GOBLIN, 4}
    assert mirror.tiles[3, 9] == GROUND
    assert mirror.tiles[4, 2:4].tolist() == [UNKNOWN, UNKNOWN]
    assert (mirror.tiles != before).sum() == 3
    assert (~mirror.sight).sum() == 1


def test_absent_parts_of_a_delta_did_not_change() -> None:
    mirror = playing(delta())
    frame = keyframe()
    assert mirror.hero == frame.hero
    assert mirror.party == frame.party
    assert mirror.tide == frame.tide
    assert mirror.pack == frame.pack
    assert mirror.number == 2


def test_status_parts_replace_the_old() -> None:
    mirror = playing(
        delta(
            hero=hero_status(life=1),
            party=PARTY[:1],
            tide=TideGauge(80, 3, "flood"),
            pace=PaceStatus("real"),
            pack=[],
            intent=IntentReport(4, 4, "refused", "a wall\x1b"),
            lines=[Line("tide", "The water rises.")],
        )
    )
    assert mirror.hero is not None
    assert mirror.hero.life == 1
    assert (len(mirror.party), mirror.tide.percent, mirror.pace.mode) == (1, 80, "real")
    assert mirror.pack == []
    assert mirror.intent == IntentReport(4, 4, "refused", "a wall")
    assert mirror.lines[-1].text == "The water rises."


def test_a_keyframe_shows_the_run() -> None:
    mirror = mirror_of(joined(), keyframe(stairs=STAIRS))
    assert mirror.subtitle == "restless bones"
    assert list(mirror.tree.values()) == TREE
    assert mirror.stairs == {(one.x, one.y): one.branch for one in STAIRS}
    assert mirror.amulets == AMULETS
    assert mirror.floor is not None
    assert mirror.tree[mirror.floor.branch].name == mirror.floor.type


def test_what_is_known_of_the_run_is_replaced_and_else_stays() -> None:
    mirror = mirror_of(joined(), keyframe(stairs=STAIRS), delta())
    assert (len(mirror.tree), len(mirror.stairs), len(mirror.amulets)) == (8, 2, 2)
    found = [Amulet("amulet of frost", '"', 0, 1)]
    mirror.apply(delta(3, branches=TREE[:5], stairs=[StairInfo(7, 3, ARENA)], amulets=found))
    assert list(mirror.tree) == [one.id for one in TREE[:5]]
    assert mirror.stairs == {(7, 3): ARENA}
    assert mirror.amulets == found
    mirror.apply(delta(4, branches=[], stairs=[], amulets=[]))
    assert (mirror.tree, mirror.stairs, mirror.amulets) == ({}, {}, [])


def test_what_went_may_come_back_in_the_same_delta() -> None:
    mirror = playing(delta(gone=[GOBLIN], appeared=[Sighting(GOBLIN, 2, 8, 4)]))
    assert mirror.sightings[GOBLIN].x == 8


@pytest.mark.parametrize("number", [0, 1, 3, -1, 2**60])
def test_a_delta_that_does_not_follow_is_out_of_step(number: int) -> None:
    mirror = playing()
    with pytest.raises(OutOfStepError):
        mirror.apply(delta(number))


def test_a_delta_before_any_keyframe_is_out_of_step() -> None:
    with pytest.raises(OutOfStepError):
        mirror_of(joined(), delta(1))


def test_once_out_of_step_only_a_keyframe_helps() -> None:
    mirror = playing()
    with pytest.raises(OutOfStepError):
        mirror.apply(delta(9))
    with pytest.raises(OutOfStepError):
        mirror.apply(delta(2))
    mirror.apply(keyframe(number=20))
    mirror.apply(delta(21, shifted=[Shift(HERO, 4, 4)]))
    assert mirror.cell == (4, 4)


@pytest.mark.parametrize(
    "changes",
    [
        {"shifted": [Shift(HERO, 10, 0)]},
        {"shifted": [Shift(HERO, 0, -1)]},
        {"shifted": [Shift(99, 1, 1)]},
        {"changed": [Condition(99, 1, "")]},
        {"appeared": [Sighting(7, 2, 2**40, 0)]},
        {"appeared": [Sighting(number, 2, 1, 1) for number in range(MAX_SIGHTINGS + 1)]},
        {"kinds": [Kind(number, "item", "x", "x", 0) for number in range(MAX_KINDS + 1)]},
        {"stairs": [StairInfo(10, 0, ARENA)]},
        {"tiles": [60, 1, GROUND]},
        {"tiles": [0, 1]},
        {"tiles": [0, 1, -1]},
        {"sight": [59, 2]},
        {"sight": [-1, 2]},
    ],
)
def test_a_delta_that_can_not_be_true_is_refused(changes: dict[str, Any]) -> None:
    mirror = playing()
    with pytest.raises(BadFrameError):
        mirror.apply(delta(**changes))
    with pytest.raises(OutOfStepError):
        mirror.apply(delta(3))


@pytest.mark.parametrize(
    "changes",
    [
        {"floor": FloorInfo(0, 1, "", 0, 60)},
        {"floor": FloorInfo(0, 1, "", 10, -6)},
        {"floor": FloorInfo(0, 1, "", 2**40, 2**40)},
        {"floor": FloorInfo(0, 1, "", 500, 500)},
        {"floor": FloorInfo(0, 1, "", 6, 11)},
        {"tiles": []},
        {"sight": [0, 61]},
        {"sightings": [Sighting(1, 1, 10, 0)]},
        {"stairs": [StairInfo(0, -1, CRYPT)]},
    ],
)
def test_a_keyframe_that_can_not_be_true_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(BadFrameError):
        mirror_of(joined(), keyframe(**changes))


def test_all_that_is_shown_is_cleaned() -> None:
    evil = "\x1b[2J\u202eevil\n"
    clean = "[2Jevil"
    mirror = mirror_of(
        joined(
            name=evil,
            tiles=[TileLook(WALL, evil, "\x1b", 0, False, False, description=evil)],
            subtitle=evil,
            variations=[VariationInfo(evil, evil)] * (MAX_VARIATIONS + 1),
        ),
        keyframe(
            floor=FloorInfo(0, 1, evil, 10, 6, evil),
            branches=[BranchInfo(1, 0, 0, 0, evil, "\x1b", 0, True)],
            amulets=[Amulet(evil, "\x07", 0)],
            kinds=[Kind(1, "hero", evil, "\t", 0, evil)],
            sightings=[Sighting(1, 1, 1, 1, 100, evil)],
            tide=TideGauge(0, 0, evil),
            lines=[Line("info", evil)],
        ),
        Chat(evil, -1, evil),
        Error("bad_text", evil),
    )
    assert mirror.floor is not None
    assert {
        mirror.name,
        mirror.subtitle,
        *(one.name for one in mirror.variations),
        *(one.description for one in mirror.variations),
        mirror.looks[1].name,
        mirror.looks[1].description,
        mirror.floor.name,
        mirror.floor.type,
        mirror.tree[1].name,
        mirror.amulets[0].name,
        mirror.kinds[1].name,
        mirror.kinds[1].description,
        mirror.sightings[1].mood,
        mirror.tide.name,
        *(line.text.removeprefix("This run: ") for line in mirror.lines),
    } == {clean}
    assert mirror.looks[1].glyph == mirror.kinds[1].glyph == "?"
    assert mirror.tree[1].glyph == mirror.amulets[0].glyph == "?"


@given(st.text(max_size=60), st.lists(st.text(max_size=60), max_size=40))
def test_moods_and_statuses_are_fit_to_be_drawn(mood: str, statuses: list[str]) -> None:
    mirror = playing(
        delta(
            appeared=[Sighting(7, 2, 1, 1, 100, mood, statuses, statuses)],
            changed=[Condition(GOBLIN, 50, mood, statuses, statuses)],
        )
    )
    for one in (mirror.sightings[7], mirror.sightings[GOBLIN]):
        assert len(one.statuses) == len(one.status_effects) <= MAX_EFFECTS
        for word in (one.mood, *one.statuses, *one.status_effects):
            assert word.isprintable()
            assert len(word) <= MAX_WORD


def test_collections_of_people_are_bounded() -> None:
    crowd = [f"w{number}" for number in range(MAX_HEROES + 50)]
    mirror = playing(
        roster(*crowd, watchers=tuple(crowd)), delta(party=PARTY * MAX_HEROES, pack=[])
    )
    assert len(mirror.roster) == len(mirror.party) == MAX_HEROES
    assert len(mirror.watchers) == MAX_LISTED_WATCHERS
    assert mirror.watcher_count == len(crowd)


def test_errors_enter_the_log_unless_they_are_about_an_intent() -> None:
    mirror = playing(Error("too_fast", "slower!"), Error("bad_intent", "no", 4))
    assert mirror.lines[-1].text == "slower!"


def test_leaving_forgets_the_world_but_says_why() -> None:
    mirror = playing(Left("k7m2q", "The host went to bed."))
    assert (mirror.session, mirror.seat, mirror.floor) == ("", None, None)
    assert mirror.lines[-1].text == "The host went to bed."


def test_taking_up_the_same_seat_keeps_the_log() -> None:
    mirror = playing(Chat("Bob", 0, "hello"), joined(), keyframe())
    assert [line.text for line in mirror.lines] == [
        "This run: restless bones",
        "You enter the drowned warren.",
        "A goblin shouts!",
        "hello",
    ]


def test_another_session_begins_a_log_of_its_own() -> None:
    mirror = playing(joined(session="b3rn9", subtitle="old oaks"))
    assert [line.text for line in mirror.lines] == ["This run: old oaks"]


def test_the_variations_of_a_run_are_bounded() -> None:
    odd = [VariationInfo("odd", "It is.")] * (MAX_VARIATIONS + 1)
    assert len(playing(joined(variations=odd)).variations) == MAX_VARIATIONS


def test_a_run_without_a_subtitle_begins_an_empty_log() -> None:
    assert not playing(joined(session="b3rn9", subtitle="")).lines


def test_the_end_of_the_run_is_kept() -> None:
    ended = Ended(True, "The deep is silent", [HeroEnd("Ann", 0, 9, 20, 77, "won")], 12_000)
    assert playing(ended).ended == ended


def test_what_tells_nothing_of_the_world_is_passed_over() -> None:
    mirror = playing(Sessions([]))
    assert mirror.number == 1


# --- random chains against a plain model ---------------------------------------------------------

WIDTH, HEIGHT = 6, 4
CELLS = WIDTH * HEIGHT
TILES = st.lists(st.integers(0, DOOR), min_size=CELLS, max_size=CELLS)
FLAGS = st.lists(st.booleans(), min_size=CELLS, max_size=CELLS)
PLACES = st.dictionaries(
    st.integers(1, 6),
    st.builds(
        lambda x, y, health: (x, y, health),
        st.integers(0, WIDTH - 1),
        st.integers(0, HEIGHT - 1),
        st.integers(0, 100),
    ),
    max_size=6,
)
PICTURES = st.tuples(TILES, FLAGS, PLACES)
Picture = tuple[list[int], list[bool], dict[int, tuple[int, int, int]]]


def sighting(wire_id: int, place: tuple[int, int, int]) -> Sighting:
    return Sighting(wire_id, KINDS[0].id, *place)


def keyframe_of(number: int, picture: Picture) -> ServerMessage:
    tiles, seen, places = picture
    sight = run_lengths([int(flag) for flag in seen])
    lengths = sight[1::2] if not seen[0] else [0, *sight[1::2]]
    return keyframe(
        number=number,
        floor=FloorInfo(0, 1, "", WIDTH, HEIGHT),
        tiles=run_lengths(tiles),
        sight=lengths,
        sightings=[sighting(wire_id, place) for wire_id, place in places.items()],
    )


def toggles(old: list[bool], new: list[bool]) -> list[int]:
    runs = [0]
    changing = False
    for before, after in zip(old, new, strict=True):
        if (before != after) != changing:
            changing = not changing
            runs.append(0)
        runs[-1] += 1
    return runs


def tile_changes(old: list[int], new: list[int]) -> list[int]:
    runs: list[int] = []
    skipped = 0
    for before, after in zip(old, new, strict=True):
        if before == after:
            skipped += 1
        else:
            runs += [skipped, 1, after]
            skipped = 0
    return runs


def delta_of(number: int, old: Picture, new: Picture) -> Delta:
    before, after = old[2], new[2]
    both = before.keys() & after.keys()
    return Delta(
        number,
        tiles=tile_changes(old[0], new[0]),
        sight=toggles(old[1], new[1]),
        appeared=[sighting(one, after[one]) for one in after.keys() - before.keys()],
        gone=list(before.keys() - after.keys()),
        shifted=[Shift(one, *after[one][:2]) for one in both if before[one][:2] != after[one][:2]],
        changed=[Condition(one, after[one][2], "") for one in both],
    )


@given(st.lists(PICTURES, min_size=1, max_size=6), st.data())
@settings(max_examples=60)
def test_any_chain_of_frames_shows_the_last_picture(
    pictures: list[Picture], data: st.DataObject
) -> None:
    mirror = mirror_of(joined())
    shown: Picture | None = None
    for number, picture in enumerate(pictures, 5):
        if shown is None or data.draw(st.booleans()):
            mirror.apply(keyframe_of(number, picture))
        else:
            mirror.apply(delta_of(number, shown, picture))
        shown = picture
        assert mirror.tiles.ravel().tolist() == picture[0]
        assert mirror.sight.ravel().tolist() == picture[1]
        assert mirror.sightings == {one: sighting(one, place) for one, place in picture[2].items()}


# --- garbage -------------------------------------------------------------------------------------

INTEGERS = st.integers(-(2**63), 2**64 - 1) | st.integers(-2, 12)
TEXTS = st.text(max_size=8)
SCRIBBLES = st.lists(INTEGERS, max_size=9)
GARBAGE_BRANCHES = st.builds(
    BranchInfo, INTEGERS, INTEGERS, INTEGERS, INTEGERS, TEXTS, TEXTS, INTEGERS, st.booleans()
)
GARBAGE_DELTAS = st.builds(
    Delta,
    st.just(2) | INTEGERS,
    tiles=SCRIBBLES,
    sight=SCRIBBLES,
    kinds=st.lists(st.builds(Kind, INTEGERS, st.just("item"), TEXTS, TEXTS, INTEGERS), max_size=3),
    appeared=st.lists(
        st.builds(Sighting, INTEGERS, INTEGERS, INTEGERS, INTEGERS, INTEGERS, TEXTS), max_size=3
    ),
    gone=SCRIBBLES,
    shifted=st.lists(st.builds(Shift, INTEGERS, INTEGERS, INTEGERS), max_size=3),
    changed=st.lists(st.builds(Condition, INTEGERS, INTEGERS, TEXTS), max_size=3),
    branches=st.none() | st.lists(GARBAGE_BRANCHES, max_size=5),
    stairs=st.none() | st.lists(st.builds(StairInfo, INTEGERS, INTEGERS, INTEGERS), max_size=3),
)
GARBAGE_FLOORS = st.builds(FloorInfo, INTEGERS, INTEGERS, TEXTS, INTEGERS, INTEGERS)


@given(GARBAGE_DELTAS)
def test_no_delta_can_do_worse_than_be_refused(garbage: Delta) -> None:
    mirror = playing()
    with suppress(OutOfStepError):
        mirror.apply(garbage)
    floor = mirror.floor
    assert floor is not None
    assert mirror.tiles.shape == (floor.height, floor.width)
    assert all(
        0 <= one.x < floor.width and 0 <= one.y < floor.height for one in mirror.sightings.values()
    )


@given(GARBAGE_FLOORS, SCRIBBLES, SCRIBBLES)
def test_no_keyframe_can_do_worse_than_be_refused(
    floor: FloorInfo, tiles: list[int], sight: list[int]
) -> None:
    mirror = playing()
    with suppress(OutOfStepError):
        mirror.apply(keyframe(floor=floor, tiles=tiles, sight=sight, sightings=[]))
    assert mirror.tiles.shape == mirror.sight.shape
    assert mirror.tiles.dtype == np.uint16


@given(st.integers(0, 2**31), st.binary(max_size=6))
def test_damaged_bytes_of_a_keyframe_never_crash(position: int, damage: bytes) -> None:
    data = encode(keyframe())
    start = position % len(data)
    damaged = data[:start] + damage + data[start + len(damage) :]
    with suppress(BadMessageError, OutOfStepError):
        mirror_of(joined(), decode_server(damaged))


# --- replays -------------------------------------------------------------------------------------


def test_a_replay_is_watched_with_its_run_its_heroes_and_its_time() -> None:
    mirror = mirror_of(replaying(), timeline(live=True), keyframe(), Moment(9_000, 200))
    assert (mirror.session, mirror.watching, mirror.seat, mirror.name) == (
        "k7m2q",
        True,
        None,
        "",
    )
    assert [seat.name for seat in mirror.roster] == ["Ann", "Bob"]
    assert mirror.lines[0].text == "This run: restless bones"
    replay_state = mirror.replay_state
    assert replay_state is not None
    assert (
        replay_state.run,
        replay_state.last,
        replay_state.tick,
        replay_state.speed,
        replay_state.live,
    ) == (RUN, HOUR, 9_000, 200, True)
    assert [one.text for one in replay_state.landmarks] == [one.text for one in LANDMARKS]


def test_what_can_not_be_shown_of_a_run_is_told_once() -> None:
    mirror = mirror_of(replaying(), timeline(first=6_000), keyframe(), timeline(first=6_000))
    told = [line.text for line in mirror.lines if "other rules" in line.text]
    assert told == ["What came before 0:10:00 was played by other rules: it can't be shown."]


def test_who_left_a_replay_is_in_none() -> None:
    mirror = mirror_of(replaying(), timeline(), keyframe(), Left("k7m2q", "You left."))
    assert (mirror.replay_state, mirror.watching, mirror.floor) == (None, False, None)
    assert mirror_of(replaying(), watching()).replay_state is None
    assert mirror_of(replaying(), joined()).replay_state is None


def test_a_replay_that_is_opened_again_goes_on_where_it_was() -> None:
    mirror = mirror_of(replaying(), timeline(), keyframe(), Moment(9_000, 200))
    mirror.add_note("So it was.")
    mirror.jump(2_000_000)
    mirror.apply(replaying())
    assert mirror.replay_state is not None
    assert (mirror.replay_state.elapsed, mirror.replay_state.last) == (2_000_000, HOUR)
    assert mirror.lines[-1].text == "So it was."
    mirror.apply(Moment(20_001, 0))
    assert mirror.replay_state.tick == 20_001, (
        "what the lost connection was to bring is not waited for"
    )


def test_moments_and_timelines_of_no_replay_are_passed_over() -> None:
    mirror = mirror_of(joined(), keyframe(), timeline(), Moment(1, 100), Runs([run_info()]))
    mirror.jump(5)
    assert mirror.replay_state is None


def test_after_a_jump_the_log_tells_nothing_of_what_came_later() -> None:
    early = [Line("info", "You enter."), Line("combat", "You hit the rat.")]
    late = [*early, Line("combat", "You hit the rat."), Line("bad", "You die.")]
    mirror = mirror_of(replaying(), timeline(), keyframe(lines=late), Moment(9_000, 0))
    mirror.jump(100)
    mirror.apply(keyframe(number=7, lines=early))
    assert [line.text for line in mirror.lines] == [
        "This run: restless bones",
        "You enter.",
        "You hit the rat.",
    ]


def test_a_jump_that_was_refused_is_not_waited_for() -> None:
    mirror = mirror_of(replaying(), timeline(), keyframe(), Moment(9_000, 100))
    mirror.jump(20_000)
    mirror.apply(Error("too_fast", "the replay is still busy"))
    mirror.apply(Moment(9_010, 100))
    assert mirror.replay_state is not None
    assert mirror.replay_state.tick == 9_010


def test_a_step_back_takes_back_what_the_log_told() -> None:
    hit = Line("combat", "You hit the rat.")
    mirror = mirror_of(replaying(), timeline(), keyframe(lines=[hit, hit]))
    mirror.rewind()
    mirror.apply(keyframe(number=2, lines=[hit]))
    assert [line.text for line in mirror.lines].count(hit.text) == 1
    mirror.apply(keyframe(number=3, lines=[hit, hit]))
    assert [line.text for line in mirror.lines].count(hit.text) == 2


def test_who_comes_back_to_a_session_finds_the_log_as_it_was() -> None:
    mirror = mirror_of(watching(), keyframe())
    for message in (Left("k7m2q", "You left."), Error("unknown_run", "none is kept")):
        mirror.apply(message)
    mirror.apply(watching())
    assert [line.text for line in mirror.lines][-2:] == ["You left.", "none is kept"]
    mirror.apply(replaying())
    assert [line.text for line in mirror.lines] == ["This run: restless bones"]


def test_a_replay_is_cleaned_before_it_is_shown() -> None:
    mirror = mirror_of(replaying(run="\x1b[2J" + "x" * 99, subtitle="\x1bodd"))
    assert mirror.replay_state is not None
    assert mirror.replay_state.run.isprintable()
    assert len(mirror.replay_state.run) <= 40
    assert mirror.subtitle == "odd"


def test_how_a_session_is_run_is_kept_until_it_is_left() -> None:
    mirror = playing(Roster([], [], 0, Terms("invited", True, False, 10**9, False)))
    assert mirror.terms == Terms("invited", True, False, MAX_DELAY, False)
    mirror.apply(Left("k7m2q", "You left."))
    assert mirror.terms == Terms()


def test_a_spectator_is_as_far_behind_as_the_server_says() -> None:
    mirror = mirror_of(watching(delay=10))
    assert mirror.delay == 10
    mirror.apply(joined())
    assert mirror.delay == 0


def test_an_open_trade_is_shown_until_it_ends() -> None:
    table = TradeTable(1, 1, [], 0, [], 5, False, False)
    mirror = Mirror()
    mirror.apply(joined())
    mirror.apply(keyframe(trades=[table]))
    assert mirror.trade == table
    mirror.apply(delta(2, lines=[]))
    assert mirror.trade == table
    mirror.apply(delta(3, trades=[]))
    assert mirror.trade is None


def test_marks_of_heroes_come_and_go_and_lie_on_the_floor() -> None:
    mirror = Mirror()
    mirror.apply(joined())
    mirror.apply(keyframe(marks=[MarkInfo(4, 2, "danger", 1)]))
    assert mirror.marks == {(4, 2): MarkInfo(4, 2, "danger", 1)}
    mirror.apply(delta(2, marks=[]))
    assert mirror.marks == {}
    with pytest.raises(BadFrameError):
        mirror.apply(delta(3, marks=[MarkInfo(99, 2, "danger", 1)]))


def test_no_more_marks_are_kept_than_a_floor_may_have() -> None:
    mirror = Mirror()
    mirror.apply(joined())
    cells = [(x, y) for x in range(20) for y in range(20)]
    mirror.apply(keyframe("\n".join(["." * 20] * 20), sightings=[]))
    mirror.apply(delta(2, marks=[MarkInfo(x, y, "here", 0) for x, y in cells]))
    assert len(mirror.marks) == MAX_CELL_MARKS


def test_agreements_on_stairs_come_and_go_and_are_bounded() -> None:
    mirror = Mirror()
    mirror.apply(joined())
    mirror.apply(keyframe(agreements=[StairAgreement(ARENA, [0], [1], 40)]))
    assert mirror.agreements == [StairAgreement(ARENA, [0], [1], 40)]
    seats = list(range(MAX_HEROES + 5))
    many = [StairAgreement(n, seats, seats, -3) for n in range(MAX_AGREEMENTS + 5)]
    mirror.apply(delta(2, agreements=many))
    assert len(mirror.agreements) == MAX_AGREEMENTS
    first = mirror.agreements[0]
    assert (len(first.agreed), len(first.awaited), first.ticks) == (MAX_HEROES, MAX_HEROES, 0)
    mirror.apply(delta(3, agreements=[]))
    assert mirror.agreements == []


def test_the_player_who_asks_for_another_run_reads_nothing_of_itself() -> None:
    mirror = Mirror()
    known = len(mirror.lines)
    mirror.apply(NewRun("p3x8w"))
    assert len(mirror.lines) == known
    mirror.apply(NewRun("p3x8w", by="Ben"))
    assert mirror.lines[-1].text == "Ben plays again: join the new run."
