"""Viewers share the frames of a view, and each has its own place in the chain."""

from support.sessions.onlooker import Onlooker
from support.worlds.staging import Stage
from undertide_server.sessions.broadcast.audience import Audience
from undertide_server.sessions.broadcast.gallery import Gallery
from undertide_server.sessions.broadcast.outbox import Parcel
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.state.events import Fell, Told
from undertide_server.views.shared_parts import panel_of
from undertide_server.views.view import PARTY, View
from undertide_shared.codec import decode_server
from undertide_shared.messages import Climb, Delta, Keyframe, Move, Wait

ROOM = ["##########", "#@......>#", "#........#", "##########"]


class House:
    """A stage with an audience; every frame goes to the onlookers that it is for."""

    def __init__(self, heroes: int = 1) -> None:
        self.stage = Stage(ROOM)
        self.rows = [self.stage.hero(f"Hero {seat}") for seat in range(heroes)]
        self.audience = Audience()
        self.onlookers: dict[int, Onlooker] = {}
        for row in self.rows:
            self.audience.open_view(row.entity)

    def enter(self, member: int, entity: int) -> None:
        self.audience.add(member, entity)
        self.onlookers[member] = Onlooker()

    def show(self) -> list[Parcel]:
        run = self.stage.run
        self.audience.note_events(run, run.events)
        parcels = self.audience.make_frames(run, {})
        run.events = []
        for parcel in parcels:
            for member in parcel.members:
                self.onlookers[member].take(parcel.data)
        return parcels

    def move(self, dx: int = 1, seat: int = 0) -> list[Parcel]:
        self.stage.ask(Move(dx, 0), seat)
        return self.show()


def kinds(parcels: list[Parcel]) -> list[tuple[tuple[int, ...], type]]:
    return [(parcel.members, type(decode_server(parcel.data))) for parcel in parcels]


def test_viewers_of_one_view_share_its_bytes() -> None:
    house = House()
    for member in (1, 2, 3):
        house.enter(member, house.rows[0].entity)
    assert kinds(house.show()) == [((1, 2, 3), Keyframe)]
    assert kinds(house.move()) == [((1, 2, 3), Delta)]
    assert [parcel.frame for parcel in house.move()] == [True]
    house.enter(4, house.rows[0].entity)
    assert [parcel.frame for parcel in house.move()] == [True, True], "keyframes are frames"


def test_a_newcomer_gets_a_keyframe_and_the_others_their_delta() -> None:
    house = House()
    house.enter(1, house.rows[0].entity)
    house.show()
    house.enter(2, house.rows[0].entity)
    assert kinds(house.move()) == [((1,), Delta), ((2,), Keyframe)]
    assert kinds(house.move()) == [((1, 2), Delta)]
    one, other = house.onlookers[1], house.onlookers[2]
    assert (one.number, one.things()) == (other.number, other.things())


def test_a_newcomer_to_a_still_view_gets_its_keyframe_all_the_same() -> None:
    house = House()
    house.enter(1, house.rows[0].entity)
    house.show()
    house.enter(2, house.rows[0].entity)
    assert kinds(house.show()) == [((2,), Keyframe)]
    assert house.show() == []


def test_who_fell_behind_is_sent_nothing_until_it_wants_a_keyframe() -> None:
    house = House()
    for member in (1, 2):
        house.enter(member, house.rows[0].entity)
    house.show()
    house.audience.fell_behind(2)
    assert kinds(house.move()) == [((1,), Delta)]
    house.audience.want_keyframe(2)
    assert kinds(house.move()) == [((1,), Delta), ((2,), Keyframe)]
    assert kinds(house.move()) == [((1, 2), Delta)]


def test_who_fell_behind_at_a_change_of_floors_is_not_given_the_new_floor_unasked() -> None:
    house = House()
    for member in (1, 2):
        house.enter(member, house.rows[0].entity)
    house.show()
    house.audience.fell_behind(2)
    house.stage.run.index.move(house.rows[0], (8, 1))
    house.stage.ask(Climb())
    assert kinds(house.show()) == [((1,), Keyframe)]
    house.stage.ask(Wait(), branch=2)
    assert all(parcel.members == (1,) for parcel in house.show())
    house.audience.want_keyframe(2)
    assert ((2,), Keyframe) in kinds(house.show())
    assert house.onlookers[1].branch == house.onlookers[2].branch == 2
    assert house.onlookers[1].things() == house.onlookers[2].things()


def test_a_view_that_nobody_looked_through_goes_on_with_a_keyframe() -> None:
    house = House()
    house.enter(1, house.rows[0].entity)
    house.show()
    house.audience.remove(1)
    assert house.move() == []
    house.enter(2, house.rows[0].entity)
    assert kinds(house.move()) == [((2,), Keyframe)]


def test_the_log_of_a_hero_is_kept_though_nobody_looks() -> None:
    house = House()
    house.stage.monster((2, 1), mood="asleep", life=500)
    house.move()
    house.enter(1, house.rows[0].entity)
    house.show()
    assert [line for line in house.onlookers[1].lines if "hit" in line.text]


def test_when_a_hero_dies_its_viewers_look_through_the_partys_eyes() -> None:
    house = House(heroes=2)
    dying = house.rows[0]
    house.stage.put_to_sleep(1)
    for member, entity in ((1, dying.entity), (2, dying.entity), (3, house.rows[1].entity)):
        house.enter(member, entity)
    house.show()
    dying.body.life = 1
    house.stage.monster((dying.cell[0], 2), mood="hunting", power=99)
    frames = []
    for _ in range(2):
        house.stage.tick()
        frames += kinds(house.show())
    assert dying.hero.fate
    assert frames.index(((1, 2), Delta)) < frames.index(((1, 2), Keyframe))
    assert house.onlookers[1].hero is None
    house.audience.fell_behind(2)
    house.stage.tick()
    house.show()


def test_members_that_are_unknown_are_no_trouble() -> None:
    house = House()
    house.audience.fell_behind(9)
    house.audience.want_keyframe(9)
    house.audience.remove(9)
    house.enter(1, PARTY)
    assert kinds(house.show()) == [((1,), Keyframe)]


def test_a_party_without_anybody_on_a_floor_shows_nothing_yet() -> None:
    house = House(heroes=0)
    house.enter(1, PARTY)
    assert house.show() == []
    house.rows.append(house.stage.hero("Ann"))
    assert kinds(house.show()) == [((1,), Keyframe)]


def test_a_new_audience_has_nobody_and_has_shown_nothing() -> None:
    audience = Audience()
    assert (audience.has_newcomers, audience.somebody_fell) == (False, False)
    assert (audience.paces, audience.party) == ({}, [])
    assert list(audience.logs()) == [PARTY]


def test_who_is_delayed_looks_through_the_view_of_the_gallery() -> None:
    audience = Audience(Gallery(30.0, PARTY, lambda _member: True))
    assert audience.late is not None
    audience.late.add(1, 77)
    audience.add(2, 78)
    assert [audience.view_of(member) for member in (1, 2, 3)] == [77, 78, PARTY]
    assert Audience().view_of(1) == PARTY


def test_each_view_is_recorded_as_the_one_that_it_is() -> None:
    stage = Stage(ROOM)
    row, gallery = stage.hero("Ann"), Gallery(30.0, PARTY, lambda _member: True)
    audience = Audience(gallery)
    audience.open_view(row.entity)
    for number in range(3):
        gallery.set_time(float(number), number)
        stage.ask(Move(1, 0))
        audience.note_events(stage.run, stage.run.events)
        assert audience.make_frames(stage.run, {}) == []
    assert [(each.entity, each.kind) for each in gallery.memory().waiting] == [
        *((PARTY, "frame"), (PARTY, "whole"), (row.entity, "frame"), (row.entity, "whole")),
        *((PARTY, "frame"), (row.entity, "frame")) * 2,
    ]
    gallery.release(30.0)
    assert (gallery.eyes(0), gallery.eyes(None)) == (row.entity, PARTY)


def delayed() -> tuple[Stage, Audience, Gallery]:
    """Return the audience of a hero at step 3, with a keyframe and two frames that wait."""
    stage = Stage(ROOM)
    row, gallery = stage.hero("Ann"), Gallery(30.0, PARTY, lambda _member: True)
    audience = Audience(gallery)
    audience.open_view(row.entity)
    for number in range(1, 4):
        gallery.set_time(float(number), number)
        stage.ask(Move(1, 0))
        audience.make_frames(stage.run, {})
    return stage, audience, gallery


def test_delayed_spectators_stop_and_start_as_others_do() -> None:
    stage, audience, gallery = delayed()
    for member in (1, 2):
        gallery.add(member, PARTY)
    gallery.release(31.0)
    audience.fell_behind(2)
    assert [parcel.members for _, parcel in gallery.release(32.0)] == [(1,), ()]
    audience.want_keyframe(2)
    assert [parcel.members for _, parcel in gallery.release(32.0)] == [(2,), (2,)]
    audience.remove(1)
    assert gallery.members == (2,)
    assert [parcel.members for _, parcel in gallery.release(33.0)] == [(2,), ()]
    assert audience.make_frames(stage.run, {}) == []


def test_the_map_that_is_shown_is_that_of_the_keyframe_that_was_released_last() -> None:
    stage, audience, gallery = delayed()
    assert audience.shown_map(stage.run) is None
    gallery.release(31.0)
    shown = audience.shown_map(stage.run)
    assert shown is not None
    now = Audience()
    now.restore_party(stage.run)
    live = now.shown_map(stage.run)
    assert live is not None
    assert (shown.step, shown.heroes) == (1, [(2, 1, live.heroes[0][2])])
    assert (live.step, live.heroes[0][:2]) == (stage.run.progress.step, (4, 1))


def test_the_log_of_each_view_is_its_own_and_is_gone_on_with() -> None:
    house = House(heroes=2)
    ann, ben = house.rows
    house.audience.note_events(house.stage.run, [Told(ann.entity, "info", "For Ann alone.")])
    lines = [[line.text for line in house.audience.lines_of(row.entity)] for row in house.rows]
    assert "For Ann alone." in lines[0]
    assert "For Ann alone." not in lines[1]
    assert house.audience.lines_of(10**6) == ()
    other = Audience()
    view = View(ann.entity)
    other.restore_views([view])
    assert list(other.logs()) == [PARTY, ann.entity]
    assert other.lines_of(ben.entity) == ()


def test_a_fall_is_noted_until_frames_have_shown_it() -> None:
    house = House(heroes=2)
    fell = Fell(house.stage.floor.entity, who(house.rows[0]), None)
    house.audience.note_events(house.stage.run, [fell])
    house.audience.note_events(house.stage.run, [])
    assert house.audience.somebody_fell
    house.audience.make_frames(house.stage.run, {})
    assert not house.audience.somebody_fell


def test_an_audience_says_whether_somebody_waits_to_be_let_in() -> None:
    house = House()
    house.enter(1, house.rows[0].entity)
    assert house.audience.has_newcomers
    house.show()
    assert not house.audience.has_newcomers
    house.audience.fell_behind(1)
    assert not house.audience.has_newcomers
    house.audience.want_keyframe(1)
    assert house.audience.has_newcomers


def test_the_panel_counts_seconds_by_the_ticks_of_the_session() -> None:
    house = House(heroes=2)
    house.rows[1].hero.dies_in = 143
    panels = [panel_of(house.stage.run, rate=rate).members for rate in (7, 10)]
    assert panels[0] != panels[1]
    for rate, panel in zip((7, 10), panels, strict=True):
        audience = Audience(ticks_per_second=rate)
        audience.restore_party(house.stage.run)
        assert audience.party == panel
