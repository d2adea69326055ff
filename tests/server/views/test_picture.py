"""What a view shows at one moment: what its heroes know, and how it is named."""

from pathlib import Path

import numpy as np
import pytest

from support.sessions.recorded_runs import RECORDINGS, Recording, played_again
from support.worlds.companies import two_apart
from support.worlds.staging import Stage
from undertide_server.simulation.state.inputs import Asked, PlayerLost, Withdrawn
from undertide_server.views.picture import Picture, hero_picture, party_picture
from undertide_server.views.private_facts import Own
from undertide_server.views.scene import ware_kind
from undertide_server.views.shared_parts import Common
from undertide_shared.messages import Climb, Drop, Explore, Move, PaceStatus, StairInfo, Take, Wait

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
    common: Common | None = None,
) -> Picture:
    common = common or Common([], {}).next(stage.run, paces or {})
    picture = hero_picture(stage.run, entity, common, before)
    assert picture is not None
    return picture


def party_of(stage: Stage, before: Picture | None = None, common: Common | None = None) -> Picture:
    picture = party_picture(stage.run, common or Common([], {}), before)
    assert picture is not None
    return picture


def own_of(picture: Picture) -> Own:
    assert picture.own is not None
    return picture.own


def told_by(picture: Picture | None) -> list[object]:
    """Return what a picture shows of one floor, without marks of how it was made."""
    if picture is None:
        return []
    return [
        picture.floor,
        picture.tiles,
        picture.sight.sees,
        picture.items,
        picture.actors,
        picture.own,
        picture.stairs,
        picture.threats,
    ]


def test_each_hero_is_shown_the_monsters_and_things_in_its_own_sight_and_the_party_all() -> None:
    apart = two_apart()
    for cell in ((2, 3), (8, 3)):
        apart.stage.item(cell, "health_potion")
    apart.stage.step()
    heroes = {apart.ann.entity, apart.ben.entity}
    pictures = [picture_of(apart.stage, entity) for entity in sorted(heroes)]
    pictures.append(party_of(apart.stage))
    hers, bens = heroes | {apart.hers.entity}, heroes | {apart.bens.entity}
    assert [picture.actors.keys() for picture in pictures] == [hers, bens, hers | bens]
    items = [list(picture.items) for picture in pictures]
    assert items == [[(2, 3)], [(8, 3)], [(2, 3), (8, 3)]]
    spots = (apart.hers.spot, apart.bens.spot)
    seen = [[bool(picture.sight.sees[spot]) for spot in spots] for picture in pictures]
    assert seen == [[True, False], [False, True], [True, True]]


@pytest.mark.parametrize("recording", RECORDINGS, ids=lambda each: each.name)
def test_in_play_a_picture_is_what_would_be_made_anew(recording: Recording, tmp_path: Path) -> None:
    shown: dict[int, Picture | None] = {}
    together, common = None, Common([], {})
    for run in played_again(recording, tmp_path):
        common, anew = common.next(run, {}), Common([], {}).next(run, {})
        for entity in run.index.heroes:
            shown[entity] = hero_picture(run, entity, common, shown.get(entity))
            assert told_by(shown[entity]) == told_by(hero_picture(run, entity, anew, None))
        together = party_picture(run, common, together)
        assert told_by(together) == told_by(party_picture(run, anew, None))
    assert shown


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
        stage.run.index.move(row, (9, 2))
        stage.step()
        assert picture_of(stage, row.entity).stairs == [StairInfo(10, 3, 2)]
        stage.run.index.move(row, (1, 1))
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
        stage.run.index.leave(row.entity)
        assert hero_picture(stage.run, row.entity, Common([], {}), None) is None
        assert party_picture(stage.run, Common([], {}), None) is None


class TestParty:
    def test_it_shows_the_floor_with_most_waking_heroes(self) -> None:
        stage = Stage(HOUSE)
        stage.hero("Ann", cell=(10, 3))
        for name in ("Ben", "Cid"):
            stage.hero(name)
        stage.let_leave()
        stage.ask(Climb())
        depths = [party_of(stage).scene.floor.number]
        stage.step(PlayerLost(1))
        stage.step(Withdrawn(1))
        depths.append(party_of(stage).scene.floor.number)
        stage.step(PlayerLost(0), PlayerLost(2))
        stage.step(Withdrawn(0))
        depths.append(party_of(stage).scene.floor.number)
        assert depths == [1, 2, 1], "of as many on both, the deeper one"

    def test_it_joins_what_all_have_seen_and_sees_through_all_eyes(self) -> None:
        stage = Stage(HOUSE)
        ann, ben = stage.hero("Ann"), stage.hero("Ben", cell=(8, 2))
        left, right = stage.monster((4, 3), mood="asleep"), stage.monster((6, 1), mood="asleep")
        stage.step()
        picture = party_of(stage)
        assert (picture.sight.mask == (ann.sight.mask | ben.sight.mask)).all()
        assert {left.entity, right.entity, ann.entity, ben.entity} <= set(picture.actors)
        known = np.maximum(ann.memory.floors[1].tiles, ben.memory.floors[1].tiles)
        assert picture.tiles == known.tobytes()
        assert picture.own is None

    def test_what_one_sees_to_be_gone_is_gone_for_all(self) -> None:
        stage = Stage(HOUSE)
        ann = stage.hero("Ann")
        stage.hero("Ben", cell=(8, 2))
        item = stage.item((3, 3), "health_potion")
        stage.step()
        stage.run.index.move(ann, (9, 3))
        stage.step()
        assert (3, 3) in party_of(stage).items
        stage.run.index.move(ann, (1, 1))
        stage.run.index.leave(item)
        stage.run.world.delete(item)
        stage.step()
        assert (3, 3) not in party_of(stage).items


class TestTakingOver:
    """A picture made from the one before it is the picture that is made afresh."""

    def test_while_nothing_changed_it_is_the_one_before_itself(self) -> None:
        stage = Stage(HOUSE)
        row = stage.hero()
        stage.step()
        common = Common([], {}).next(stage.run, {})
        first = hero_picture(stage.run, row.entity, common, None)
        together = party_picture(stage.run, common, None)
        common = common.next(stage.run, {})
        assert hero_picture(stage.run, row.entity, common, first) is first
        assert party_picture(stage.run, common, together) is together
        row.intents.received = 1
        common = common.next(stage.run, {})
        assert hero_picture(stage.run, row.entity, common, first) is not first
        assert party_picture(stage.run, common, together) is together

    def test_whatever_happened_meanwhile(self) -> None:
        stage = Stage(HOUSE)
        ann = stage.hero("Ann")
        stage.hero("Ben", cell=(8, 2))
        stage.monster((3, 3), mood="hunting", life=500)
        stage.item((2, 2), "health_potion")
        stage.step()
        common = Common([], {})
        mine, ours = picture_of(stage, ann.entity), party_of(stage)
        for intent in (Move(1, 1), Take(), Move(1, 0), Drop(1), Explore(), Wait(), Explore()):
            stage.ask(intent)
            if ann.hero.fate:
                break
            common = common.next(stage.run, {})
            taken_over = picture_of(stage, ann.entity, before=mine, common=common)
            mine = same(taken_over, picture_of(stage, ann.entity))
            ours = same(party_of(stage, before=ours, common=common), party_of(stage))

    def test_items_are_taken_over_until_what_is_remembered_of_them_changes(self) -> None:
        stage = Stage(HOUSE)
        row = stage.hero()
        stage.item((2, 2), "health_potion")
        stage.step()
        first = picture_of(stage, row.entity)
        stage.ask(Move(1, 1))
        moved = picture_of(stage, row.entity, before=first)
        stage.ask(Take())
        stage.tick(3)
        taken = picture_of(stage, row.entity, before=moved)
        assert moved.looks != first.looks
        assert moved.items is first.items
        assert ((2, 2) in first.items, (2, 2) in taken.items) == (True, False)

    def test_after_sleep_it_shows_what_is_seen_again(self) -> None:
        stage = Stage(HOUSE)
        row = stage.hero()
        picture = picture_of(stage, row.entity)
        for inputs in ([PlayerLost(0)], [Withdrawn(0)], [Asked(0, 1, Wait())], []):
            stage.step(*inputs)
            fresh = picture_of(stage, row.entity)
            picture = same(picture_of(stage, row.entity, before=picture), fresh)
        assert picture.sight.mask.sum() > 1


def same(taken_over: Picture, fresh: Picture) -> Picture:
    """Check that two pictures show the same, and return the first."""
    assert taken_over.tiles == fresh.tiles
    assert taken_over.sight.sees == fresh.sight.sees
    assert (taken_over.items, taken_over.actors) == (fresh.items, fresh.actors)
    assert (taken_over.own, taken_over.looks) == (fresh.own, fresh.looks)
    assert (taken_over.scene, taken_over.stairs) == (fresh.scene, fresh.stairs)
    return taken_over
