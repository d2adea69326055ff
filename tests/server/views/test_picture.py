"""What a view shows at one moment: what its heroes know, and how it is named."""

import numpy as np

from staging import Stage
from undertide_server.simulation.inputs import Asked, PlayerLost, Withdrawn
from undertide_server.simulation.systems.items import give_stack
from undertide_server.views.picture import (
    Common,
    Own,
    Picture,
    hero_picture,
    party_members,
    party_picture,
)
from undertide_server.views.scene import ware_kind
from undertide_shared.messages import (
    Climb,
    Drop,
    Explore,
    Move,
    PaceStatus,
    StairInfo,
    Take,
    Wait,
)

HOUSE = [
    "############",
    "#@...#.....#",
    "#....#.....#",
    "#....#....>#",
    "############",
]


def picture_of(
    stage: Stage,
    entity: int,
    paces: dict[int, PaceStatus] | None = None,
    before: Picture | None = None,
) -> Picture:
    with stage.run.world.active():
        picture = hero_picture(stage.run, entity, Common([], paces or {}), before)
    assert picture is not None
    return picture


def party_of(stage: Stage, before: Picture | None = None) -> Picture:
    with stage.run.world.active():
        picture = party_picture(stage.run, Common([], {}), before)
    assert picture is not None
    return picture


def own_of(picture: Picture) -> Own:
    assert picture.own is not None
    return picture.own


class TestHero:
    def test_it_shows_who_is_seen_and_not_who_is_hidden(self) -> None:
        stage = Stage(HOUSE)
        row = stage.hero()
        near, hidden = stage.monster((4, 3)), stage.monster((8, 2))
        stage.step()
        actors = picture_of(stage, row.entity).actors
        assert near.entity in actors
        assert hidden.entity not in actors
        assert row.entity in actors

    def test_its_status_is_what_its_own_player_knows(self) -> None:
        stage = Stage(HOUSE)
        row = stage.hero()
        row.body.life = 7
        row.hero.experience = 12
        status = own_of(picture_of(stage, row.entity)).hero
        levels = stage.run.rules.heroes.levels
        assert (status.life, status.max_life, status.level) == (7, levels[0].life, 1)
        assert (status.experience, status.next_level) == (12, levels[1].experience)
        assert status.attack == levels[0].attack

    def test_the_highest_level_has_no_next(self) -> None:
        stage = Stage(HOUSE)
        row = stage.hero()
        row.hero.level = len(stage.run.rules.heroes.levels)
        status = own_of(picture_of(stage, row.entity)).hero
        assert status.next_level == 0

    def test_an_intent_that_waits_is_reported_as_waiting(self) -> None:
        stage = Stage(HOUSE)
        row = stage.hero()
        stage.step(Asked(0, 4, Wait()), Asked(0, 5, Wait()))
        report = own_of(picture_of(stage, row.entity)).intent
        assert (report.received, report.sequence, report.outcome) == (5, 4, "waiting")

    def test_a_pack_says_what_using_each_thing_asks_for(self) -> None:
        stage = Stage(HOUSE)
        row = stage.hero()
        row.pack.stacks.clear()
        for item in ("health_potion", "fireball_scroll", "confusion_scroll"):
            give_stack(row.pack, item, 2)
        pack = own_of(picture_of(stage, row.entity)).pack
        assert [(item.target, item.radius > 0) for item in pack] == [
            ("none", False),
            ("cell", True),
            ("cell", False),
        ]
        assert pack[0].name == stage.run.rules.items["health_potion"].plural
        assert [item.item for item in pack] == [stack.id for stack in row.pack.stacks]

    def test_its_gold_is_its_own_player_s_to_know(self) -> None:
        stage = Stage(HOUSE)
        row = stage.hero()
        row.hero.gold = 70
        assert own_of(picture_of(stage, row.entity)).hero.gold == 70

    def test_what_is_only_held_is_told_to_be_of_no_use(self) -> None:
        stage = Stage(HOUSE)
        row = stage.hero()
        row.pack.stacks.clear()
        for item in (stage.run.rules.victory.amulets[0], "health_potion"):
            give_stack(row.pack, item, 1)
        pack = own_of(picture_of(stage, row.entity)).pack
        assert [item.usable for item in pack] == [False, True]

    def test_wares_are_kinds_of_their_own(self) -> None:
        stage = Stage(HOUSE)
        row = stage.hero()
        stage.item((2, 2), "health_potion", price=40)
        stage.item((3, 2), "health_potion")
        stage.step()
        row.memory.floors[1].prices = {(2, 2): 40}
        items = picture_of(stage, row.entity).items
        assert items[2, 2].kind == ware_kind("health_potion", 40)
        assert items[3, 2].kind == ("item", "health_potion")

    def test_stairs_are_told_once_they_were_seen(self) -> None:
        stage = Stage(HOUSE)
        row = stage.hero()
        assert picture_of(stage, row.entity).stairs == []
        with stage.run.world.active():
            stage.run.places.move(row, (9, 2))
        stage.step()
        assert picture_of(stage, row.entity).stairs == [StairInfo(10, 3, 2)]
        with stage.run.world.active():
            stage.run.places.move(row, (1, 1))
        stage.step()
        assert picture_of(stage, row.entity).stairs == [StairInfo(10, 3, 2)]

    def test_stairs_up_lead_to_the_floor_above(self) -> None:
        stage = Stage(HOUSE)
        row = stage.hero(cell=(10, 3))
        stage.ask(Climb())
        leads = {stair.branch for stair in picture_of(stage, row.entity).stairs}
        assert 1 in leads

    def test_the_pace_is_that_of_its_own_floor(self) -> None:
        stage = Stage(HOUSE)
        row = stage.hero()
        solo = PaceStatus("solo")
        shown = picture_of(stage, row.entity, {1: solo, 2: PaceStatus("real")})
        assert shown.pace == solo
        assert picture_of(stage, row.entity).pace.mode == "idle"

    def test_a_hero_on_no_floor_has_no_picture(self) -> None:
        stage = Stage(HOUSE)
        row = stage.hero()
        with stage.run.world.active():
            stage.run.places.leave(row.entity)
            assert hero_picture(stage.run, row.entity, Common([], {}), None) is None
            assert party_picture(stage.run, Common([], {}), None) is None


class TestParty:
    def test_it_shows_the_floor_with_most_waking_heroes(self) -> None:
        stage = Stage(HOUSE)
        stage.hero("Ann", cell=(10, 3))
        for name in ("Ben", "Cid"):
            stage.hero(name)
        stage.ask(Climb())
        depths = [party_of(stage).floor.number]
        stage.step(PlayerLost(1))
        stage.step(Withdrawn(1))
        depths.append(party_of(stage).floor.number)
        stage.step(PlayerLost(0), PlayerLost(2))
        stage.step(Withdrawn(0))
        depths.append(party_of(stage).floor.number)
        assert depths == [1, 2, 1], "of as many on both, the deeper one"

    def test_it_joins_what_all_have_seen_and_sees_through_all_eyes(self) -> None:
        stage = Stage(HOUSE)
        ann, ben = stage.hero("Ann"), stage.hero("Ben", cell=(8, 2))
        left, right = stage.monster((4, 3), mood="asleep"), stage.monster((6, 1), mood="asleep")
        stage.step()
        picture = party_of(stage)
        assert (picture.sight == (ann.mask | ben.mask)).all()
        assert {left.entity, right.entity, ann.entity, ben.entity} <= set(picture.actors)
        known = np.maximum(ann.memory.floors[1].tiles, ben.memory.floors[1].tiles)
        assert (picture.tiles == known).all()
        assert picture.own is None

    def test_what_one_sees_to_be_gone_is_gone_for_all(self) -> None:
        stage = Stage(HOUSE)
        ann = stage.hero("Ann")
        stage.hero("Ben", cell=(8, 2))
        item = stage.item((3, 3), "health_potion")
        stage.step()
        with stage.run.world.active():
            stage.run.places.move(ann, (9, 3))
        stage.step()
        assert (3, 3) in party_of(stage).items
        with stage.run.world.active():
            stage.run.places.move(ann, (1, 1))
            stage.run.places.leave(item)
            stage.run.world.delete(item)
        stage.step()
        assert (3, 3) not in party_of(stage).items

    def test_the_panel_tells_of_every_hero_wherever_it_is(self) -> None:
        stage = Stage(HOUSE)
        ann = stage.hero("Ann", cell=(10, 3))
        ben, cid = stage.hero("Ben"), stage.hero("Cid")
        stage.ask(Climb())
        ben.body.life = 1
        cid.body.life = cid.body.max_life // 2
        stage.monster((2, 2) if ben.cell != (2, 2) else (2, 3), mood="hunting", power=99)
        with stage.run.world.active():
            stage.run.places.move(cid, (9, 1))
        stage.tick(3)
        with stage.run.world.active():
            members = party_members(stage.run)
        assert [(each.name, each.floor, each.state) for each in members] == [
            ("Ann", 2, "alive"),
            ("Ben", 0, "dead"),
            ("Cid", 1, "alive"),
        ]
        assert [each.health for each in members] == [100, 0, 50]
        assert members[0].seat == ann.hero.seat
        assert [each.branch for each in members] == [2, 0, 1]


class TestTakingOver:
    """A picture made from the one before it is the picture that is made afresh."""

    def test_a_panel_on_which_nothing_changed_is_the_one_before_itself(self) -> None:
        stage = Stage(HOUSE)
        row = stage.hero()
        with stage.run.world.active():
            first = party_members(stage.run)
            assert party_members(stage.run, first) is first
            row.body.life -= 1
            second = party_members(stage.run, first)
        assert second is not first
        assert second[0].health < first[0].health

    def test_what_a_player_is_told_is_what_was_told_before_until_it_changes(self) -> None:
        stage = Stage(HOUSE)
        row = stage.hero()
        first = picture_of(stage, row.entity)
        assert picture_of(stage, row.entity, before=first).own is first.own
        row.body.life = 1
        hurt = picture_of(stage, row.entity, before=first)
        row.orders.received = 9
        heard = picture_of(stage, row.entity, before=hurt)
        give_stack(row.pack, "fireball_scroll", 1)
        richer = picture_of(stage, row.entity, before=heard)
        owns = [own_of(picture) for picture in (hurt, heard, richer)]
        assert [each.hero.life for each in owns] == [1, 1, 1]
        assert [each.intent.received for each in owns] == [0, 9, 9]
        assert [len(each.pack) for each in owns] == [1, 1, 2]

    def test_whatever_happened_meanwhile(self) -> None:
        stage = Stage(HOUSE)
        ann = stage.hero("Ann")
        stage.hero("Ben", cell=(8, 2))
        stage.monster((3, 3), mood="hunting", life=500)
        stage.item((2, 2), "health_potion")
        stage.step()
        mine, ours = picture_of(stage, ann.entity), party_of(stage)
        for intent in (Move(1, 1), Take(), Move(1, 0), Drop(1), Explore(), Wait(), Explore()):
            stage.ask(intent)
            if ann.hero.fate:
                break
            mine = same(picture_of(stage, ann.entity, before=mine), picture_of(stage, ann.entity))
            ours = same(party_of(stage, before=ours), party_of(stage))

    def test_after_sleep_it_shows_what_is_seen_again(self) -> None:
        stage = Stage(HOUSE)
        row = stage.hero()
        picture = picture_of(stage, row.entity)
        for inputs in ([PlayerLost(0)], [Withdrawn(0)], [Asked(0, 1, Wait())], []):
            stage.step(*inputs)
            fresh = picture_of(stage, row.entity)
            picture = same(picture_of(stage, row.entity, before=picture), fresh)
        assert picture.sight.sum() > 1


def same(taken_over: Picture, fresh: Picture) -> Picture:
    """Check that two pictures show the same, and return the first."""
    assert (taken_over.tiles == fresh.tiles).all()
    assert (taken_over.sight == fresh.sight).all()
    assert (taken_over.items, taken_over.actors) == (fresh.items, fresh.actors)
    assert (taken_over.own, taken_over.looks) == (fresh.own, fresh.looks)
    assert taken_over.stairs == fresh.stairs
    return taken_over
