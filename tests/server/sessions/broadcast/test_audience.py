"""Viewers share the frames of a view, and each has its own place in the chain."""

from support.sessions.onlooker import Onlooker
from support.worlds.staging import Stage
from undertide_server.sessions.broadcast.audience import Audience
from undertide_server.sessions.broadcast.outbox import Parcel
from undertide_server.views.view import PARTY
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
    assert all(parcel.frame for parcel in house.move())


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
