from msgspec.structs import replace

from support.client.bot_scenes import view_of
from support.client.client_examples import AMULETS, CRYPT, KEEP, TREE, WARREN
from undertide_client.bots.quest import MOST_RETURNS, Quest
from undertide_client.bots.survey import Survey
from undertide_shared.messages import StairInfo, Travel

LOST = [replace(AMULETS[1], key="health_potion")]
"""An amulet that looks like the things in drawn moments."""
FOUND = [replace(LOST[0], bearer=1)]


def keep(drawing: str = "<.@.!") -> Survey:
    up = [StairInfo(0, 0, 1)]
    return view_of(drawing, branch=KEEP, branches=TREE, stairs=up, amulets=LOST)


def below(**changes: object) -> Survey:
    up = [StairInfo(0, 0, KEEP)]
    return view_of("<.@", branch=CRYPT, branches=TREE, stairs=up, **{"amulets": LOST} | changes)


def test_a_hero_goes_back_for_an_amulet_that_it_saw() -> None:
    quest = Quest()
    quest.tell(keep())
    assert list(quest.go_back(keep())) == []
    quest.tell(below())
    assert list(quest.go_back(below())) == [Travel(0, 0)]


def test_what_somebody_carries_is_forgotten() -> None:
    quest = Quest()
    quest.tell(keep())
    assert list(quest.go_back(below(amulets=FOUND))) == []
    quest.tell(keep("<.@"))
    assert list(quest.go_back(below())) == []


def test_a_hero_gives_up_an_amulet_that_it_came_back_for_in_vain() -> None:
    quest = Quest()
    quest.tell(keep())
    for _ in range(MOST_RETURNS):
        assert list(quest.go_back(below())) == [Travel(0, 0)]
        quest.tell(below())
        quest.tell(keep())
    assert list(quest.go_back(below())) == []


def test_the_nearest_floor_comes_first() -> None:
    quest = Quest()
    quest.tell(view_of("@!", branch=WARREN, branches=TREE, amulets=LOST))
    quest.tell(keep())
    stairs = [StairInfo(0, 0, KEEP), StairInfo(2, 0, WARREN)]
    both = view_of("<@.>", branch=CRYPT, branches=TREE, stairs=stairs, amulets=LOST)
    assert next(quest.go_back(both)) == Travel(0, 0)
