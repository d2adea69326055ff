from msgspec.structs import replace

from support.client.bot_scenes import POTION, fellow, mirror_of, view_of
from support.client.client_examples import AMULETS, ARENA, CRYPT, KEEP, STAIRS, TREE, hero_status
from undertide_client.bots.survey import survey
from undertide_client.model.mirror import Mirror
from undertide_shared.messages import Amulet, Delta

HALL = """
#########
#.@.g..z#
#.B....<#
#..!...>#
###   ###
"""


def test_there_is_nothing_to_decide_without_a_living_hero() -> None:
    assert survey(Mirror()) is None
    mirror = mirror_of(HALL)
    mirror.apply(Delta(2, hero=hero_status(state="dead", life=0)))
    assert survey(mirror) is None


def test_foes_are_sorted_by_nearness_and_told_by_mood() -> None:
    view = view_of(HALL)
    assert [(foe.cell, foe.apart, foe.mood) for foe in view.foes] == [
        ((4, 1), 2, "hunting"),
        ((7, 1), 5, "asleep"),
    ]
    assert [foe.cell for foe in view.hunters] == [(4, 1)]
    assert view.companions == {(2, 2)}


def test_the_peaceful_and_the_sealed_are_no_foes_but_in_the_way() -> None:
    view = view_of("s@p.")
    assert view.foes == []
    assert view.bystanders == {(0, 0), (2, 0)}
    assert not view.is_free((0, 0))
    assert not view.is_free((2, 0))


def test_ground_that_harms_is_known_but_not_gone_to() -> None:
    view = view_of("@.^ ")
    assert view.is_walkable((2, 0))
    assert view.is_shunned((2, 0))
    assert not view.is_free((2, 0))
    assert view.ground() == [(0, 0), (1, 0)]
    assert view.frontier() == []


def test_ground_that_is_only_seen_is_not_gone_to() -> None:
    view = view_of("@.#..")
    assert view.is_walkable((3, 0))
    assert view.ground() == [(0, 0), (1, 0)]


def test_stairs_lead_to_floors_that_somebody_entered_or_not() -> None:
    drawing = "@.......\n........\n........\n........"
    view = view_of(drawing, branch=CRYPT, branches=TREE, stairs=STAIRS)
    assert [view.leads_to((7, 3)), view.leads_to((3, 3)), view.leads_to((0, 0))] == [ARENA, KEEP, 0]
    assert view.is_entered(KEEP)
    assert not view.is_entered(ARENA)
    assert not view.is_entered(0)


def test_amulets_are_all_held_where_none_is_missing() -> None:
    assert not view_of("@", amulets=AMULETS).holds_all_amulets
    assert view_of("@", amulets=AMULETS[:1]).holds_all_amulets
    assert view_of("@").holds_all_amulets


def test_amulets_that_lie_about_are_known_by_their_key() -> None:
    renamed = Amulet("Heiltrank", "!", 0, key="health_potion")
    assert view_of("@.!", amulets=[renamed]).amulets == {renamed.key: (2, 0)}
    namesake = Amulet("health potion", "!", 0, key="amulet_of_health")
    assert view_of("@.!", amulets=[namesake]).amulets == {}


def test_companions_are_known_by_their_seat() -> None:
    namesakes = [replace(fellow(seat), name="Bob") for seat in (1, 2)]
    assert view_of("@BC", party=namesakes).near == {1: (1, 0), 2: (2, 0)}


def test_only_a_thing_underfoot_is_stood_upon() -> None:
    assert not view_of(HALL).stands_on_item
    mirror = mirror_of("@!.")
    thing = next(one for one in mirror.sightings.values() if one.kind == 3)
    mirror.apply(Delta(2, gone=[thing.id], appeared=[type(thing)(9, 3, 0, 0)]))
    view = survey(mirror)
    assert view is not None
    assert view.stands_on_item


def test_ground_is_free_where_nobody_stands() -> None:
    view = view_of(HALL)
    assert view.is_free((3, 1))
    assert not view.is_free((4, 1))
    assert not view.is_free((2, 2))
    assert not view.is_free((0, 0))
    assert not view.is_free((4, 4))
    assert not view.is_free((99, -1))
    assert view.is_walkable((4, 1))


def test_stairs_are_found_by_the_way_they_lead() -> None:
    view = view_of(HALL)
    assert view.stairs("up") == [(7, 2)]
    assert view.stairs("down") == [(7, 3)]


def test_the_frontier_is_known_ground_beside_the_unknown() -> None:
    assert sorted(view_of(HALL).frontier()) == [(2, 3), (3, 3), (4, 3), (5, 3), (6, 3)]
    assert view_of("@..").frontier() == []


def test_cells_out_of_sight_are_known_but_dark() -> None:
    view = view_of(
        """
        #####+
        #@..#+
        ####++
        """.replace("        ", ""),
        dark="+",
    )
    assert sorted(view.out_of_sight()) == [(4, 2), (5, 0), (5, 1), (5, 2)]


def test_openness_counts_the_sides_that_foes_can_come_from() -> None:
    corridor = """
    ######
    @.....
    ######
    """.replace("    ", "")
    view = view_of(corridor)
    assert [view.openness((x, 1)) for x in range(4)] == [1, 2, 2, 2]


def test_a_situation_is_the_same_only_when_nothing_changed() -> None:
    before = view_of(HALL).situation
    assert before == view_of(HALL).situation
    assert before != view_of(HALL, life=29).situation
    assert before != view_of(HALL, health=99).situation
    assert before != view_of(HALL, pack=[POTION]).situation
    assert before != view_of(HALL, branch=2).situation
    assert before != view_of(HALL.replace(".g.", "g..")).situation


def test_companions_out_of_sight_are_known_to_be_somewhere_and_not_near() -> None:
    view = view_of("@.B..C", dark="C", party=[fellow(seat) for seat in range(3)])
    assert view.near == {1: (2, 0)}
    assert view.whereabouts == {1: (2, 0), 2: (5, 0)}
    assert view.companions == {(2, 0)}
