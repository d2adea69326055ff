from msgspec.structs import replace

from support.client.bot_scenes import fellow, view_of
from support.client.client_examples import (
    AMULETS,
    ARENA,
    CAVERNS,
    CRYPT,
    KEEP,
    ROOT,
    SANCTUARY,
    TREE,
    WARREN,
)
from undertide_client.bots.quest import MOST_RETURNS, Quest, is_worthwhile, side_floors, way_to
from undertide_client.bots.survey import Survey
from undertide_shared.messages import Climb, StairInfo, Travel

ALL = range(1, 9)
LOST = [replace(AMULETS[1], key="health_potion")]
"""An amulet that looks like the things in drawn moments."""
FOUND = [replace(LOST[0], bearer=1)]


def test_floors_that_nobody_entered_are_worth_a_way_back() -> None:
    view = view_of("@", branch=CRYPT, branches=TREE)
    assert [floor.id for floor in side_floors(view, ALL)] == [WARREN, CAVERNS]


def test_the_deepest_of_them_comes_first() -> None:
    tree = [replace(floor, visited=floor.id not in {WARREN, SANCTUARY}) for floor in TREE]
    view = view_of("@", branch=CRYPT, branches=tree)
    assert [floor.id for floor in side_floors(view, ALL)] == [SANCTUARY, WARREN]


def test_stairs_that_the_hero_never_saw_are_no_way() -> None:
    view = view_of("@", branch=CRYPT, branches=TREE)
    assert [floor.id for floor in side_floors(view, {CAVERNS})] == [CAVERNS]


def test_a_party_grows_while_anybody_is_more_than_a_level_behind_the_floor() -> None:
    weak = [fellow(0), replace(fellow(1), level=1)]
    assert is_worthwhile(view_of("@", branch=CRYPT, branches=TREE, level=3, party=weak))
    strong = [fellow(0), replace(fellow(1), level=2)]
    assert not is_worthwhile(view_of("@", branch=CRYPT, branches=TREE, level=3, party=strong))


def test_the_hungry_press_on() -> None:
    assert is_worthwhile(view_of("@", branch=CRYPT, branches=TREE, level=1))
    hungry = view_of("@", branch=CRYPT, branches=TREE, level=1, hunger="hungry")
    assert not is_worthwhile(hungry)


def test_a_run_without_any_map_has_no_other_floors() -> None:
    assert side_floors(view_of("@"), ALL) == []


def test_the_way_to_another_branch_leads_up_and_then_down() -> None:
    up = [StairInfo(0, 0, KEEP)]
    assert list(way_to(view_of("<..@", branch=CRYPT, branches=TREE, stairs=up), WARREN)) == [
        Travel(0, 0)
    ]
    down = [StairInfo(0, 0, WARREN), StairInfo(5, 0, KEEP)]
    root = view_of(">..@.>", branch=ROOT, branches=TREE, stairs=down)
    assert list(way_to(root, WARREN)) == [Travel(0, 0)]
    assert list(way_to(root, ARENA)) == [Travel(5, 0)]


def test_the_hero_climbs_where_the_stairs_are() -> None:
    view = view_of(
        "@..", branch=CRYPT, branches=TREE, stairs=[StairInfo(0, 0, KEEP)], under={"@": "<"}
    )
    assert list(way_to(view, WARREN)) == [Climb()]


def test_unknown_stairs_give_no_way() -> None:
    assert list(way_to(view_of("@..", branch=CRYPT, branches=TREE), WARREN)) == []


def keep(drawing: str = "<.@.!") -> Survey:
    up = [StairInfo(0, 0, 1)]
    return view_of(drawing, branch=KEEP, branches=TREE, stairs=up, amulets=LOST)


def below(**changes: object) -> Survey:
    up = [StairInfo(0, 0, KEEP)]
    return view_of("<.@", branch=CRYPT, branches=TREE, stairs=up, **{"amulets": LOST} | changes)


def test_a_hero_goes_back_for_an_amulet_that_it_saw() -> None:
    quest = Quest()
    quest.observe_amulets(keep())
    assert list(quest.go_back(keep())) == []
    quest.observe_amulets(below())
    assert list(quest.go_back(below())) == [Travel(0, 0)]


def test_what_somebody_carries_is_forgotten() -> None:
    quest = Quest()
    quest.observe_amulets(keep())
    assert list(quest.go_back(below(amulets=FOUND))) == []
    quest.observe_amulets(keep("<.@"))
    assert list(quest.go_back(below())) == []


def test_a_hero_gives_up_an_amulet_that_it_came_back_for_in_vain() -> None:
    quest = Quest()
    quest.observe_amulets(keep())
    for _ in range(MOST_RETURNS):
        assert list(quest.go_back(below())) == [Travel(0, 0)]
        quest.observe_amulets(below())
        quest.observe_amulets(keep())
    assert list(quest.go_back(below())) == []


def test_the_nearest_floor_comes_first() -> None:
    quest = Quest()
    quest.observe_amulets(view_of("@!", branch=WARREN, branches=TREE, amulets=LOST))
    quest.observe_amulets(keep())
    stairs = [StairInfo(0, 0, KEEP), StairInfo(2, 0, WARREN)]
    both = view_of("<@.>", branch=CRYPT, branches=TREE, stairs=stairs, amulets=LOST)
    assert next(quest.go_back(both)) == Travel(0, 0)
