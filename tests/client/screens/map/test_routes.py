from support.client.client_examples import (
    ARENA,
    GOBLIN,
    HERO,
    KEEP,
    POTION,
    STAIRS,
    VAULT,
    WARREN,
    delta,
)
from support.client.screen_text import playing
from undertide_client.model.mirror import Mirror
from undertide_client.screens.map.routes import (
    focus_of,
    foes_in_sight,
    intent_at,
    intent_to_climb,
    intent_towards,
    known_stairs,
    sights,
    stairs_to_take,
)
from undertide_shared.messages import (
    Climb,
    Move,
    Shift,
    Sighting,
    StairAgreement,
    StairInfo,
    Take,
    Travel,
)


def test_known_stairs_come_nearest_first() -> None:
    mirror = playing(drawing="#<.....<#\n#>.....>#", sightings=[Sighting(HERO, 1, 5, 0)]).mirror
    assert known_stairs(mirror, "up") == [(7, 0), (1, 0)]
    assert known_stairs(mirror, "down") == [(7, 1), (1, 1)]


def test_stairs_are_travelled_to_and_then_climbed() -> None:
    mirror = playing().mirror
    assert intent_to_climb(mirror, (7, 3)) == Climb(7, 3)
    mirror.apply(delta(shifted=[Shift(HERO, 7, 3)]))
    assert intent_to_climb(mirror, (7, 3)) == Climb()
    assert intent_to_climb(mirror, (3, 3)) == Climb(3, 3)


def test_another_floor_is_gone_to_by_the_first_stairs_on_the_way() -> None:
    mirror = playing(stairs=STAIRS).mirror
    assert intent_towards(mirror, ARENA) == Climb(7, 3)
    assert intent_towards(mirror, KEEP) == intent_towards(mirror, WARREN) == Climb(3, 3)
    mirror.apply(delta(shifted=[Shift(HERO, 7, 3)]))
    assert intent_towards(mirror, ARENA) == Climb()


def test_unknown_stairs_lead_nowhere() -> None:
    assert intent_towards(playing(stairs=STAIRS).mirror, VAULT) is None
    assert intent_towards(playing().mirror, ARENA) is None
    assert intent_towards(Mirror(), ARENA) is None


def test_sights_are_monsters_then_items_then_other_heroes() -> None:
    bob = Sighting(9, 1, 4, 4)
    mirror = playing(
        sightings=[
            bob,
            Sighting(POTION, 3, 1, 4),
            Sighting(GOBLIN, 2, 6, 2),
            Sighting(HERO, 1, 2, 2),
        ]
    ).mirror
    assert sights(mirror) == [(6, 2), (1, 4), (4, 4)]
    assert foes_in_sight(mirror) == [(6, 2)]


def test_who_is_no_foe_comes_last() -> None:
    mirror = playing(
        sightings=[
            Sighting(HERO, 1, 2, 2),
            Sighting(20, 2, 3, 2, 100, "peaceful"),
            Sighting(21, 2, 4, 2, 100, "sealed"),
            Sighting(22, 2, 8, 2, 100, "hunting"),
        ]
    ).mirror
    assert foes_in_sight(mirror) == [(8, 2), (3, 2), (4, 2)]


def test_the_map_is_centred_on_the_hero_or_on_any_hero_or_on_the_middle() -> None:
    mirror = playing().mirror
    assert focus_of(mirror) == (2, 2)
    assert focus_of(playing(hero=None).mirror) == (2, 2)
    assert focus_of(playing(hero=None, sightings=[]).mirror) == (5, 3)
    assert focus_of(Mirror()) == (0, 0)


def test_the_partys_view_turns_around_who_acts() -> None:
    asleep = [Sighting(n, 1, 1, n, 100, "asleep") for n in (1, 2, 3)]
    gone = Sighting(4, 1, 2, 2, 100, "linkdead")
    view = playing(hero=None, sightings=[*asleep, gone, Sighting(9, 1, 8, 4, 100, "alive")])
    assert focus_of(view.mirror) == (8, 4)
    assert focus_of(playing(hero=None, sightings=asleep).mirror) == (1, 1), "nobody acts"


def test_of_heroes_apart_it_turns_around_those_with_company() -> None:
    heroes = [Sighting(n, 1, x, 1, 100, "alive") for n, x in ((11, 1), (12, 20), (13, 22))]
    row = "#" + "." * 28 + "#"
    view = playing(hero=None, drawing=row + "\n" + row, sightings=heroes, sight=[0, 60], stairs=[])
    assert focus_of(view.mirror) == (20, 1)


def test_pointing_goes_there_or_does_what_can_be_done_here() -> None:
    mirror = playing().mirror
    assert intent_at(mirror, (7, 3)) == Travel(7, 3)
    assert intent_at(mirror, (3, 1)) == Move(1, -1)
    assert intent_at(mirror, (2, 2)) == Take()
    mirror.apply(delta(shifted=[Shift(HERO, 7, 3)]))
    assert intent_at(mirror, (7, 3)) == Climb()
    assert intent_at(playing(sightings=[]).mirror, (2, 2)) == Travel(2, 2)


class TestStairsToTake:
    FORK = "#<.....>#\n#>......#"
    LEADS = (StairInfo(7, 0, ARENA), StairInfo(1, 1, VAULT), StairInfo(1, 0, KEEP))

    def mirror(self, *agreements: StairAgreement, x: int = 6) -> Mirror:
        here, stairs = [Sighting(HERO, 1, x, 0)], list(self.LEADS)
        return playing(
            drawing=self.FORK, sightings=here, stairs=stairs, agreements=list(agreements)
        ).mirror

    def test_without_an_agreement_the_nearest_come_first(self) -> None:
        assert stairs_to_take(self.mirror(), "down") == [(7, 0), (1, 1)]

    def test_those_on_which_companions_agreed_come_first(self) -> None:
        agreement = StairAgreement(VAULT, [1], [0], 40)
        assert stairs_to_take(self.mirror(agreement), "down") == [(1, 1), (7, 0)]

    def test_on_which_the_hero_agreed_are_the_only_ones(self) -> None:
        agreement = StairAgreement(VAULT, [1, 0], [], 40)
        assert stairs_to_take(self.mirror(agreement), "down") == [(1, 1)]
        assert stairs_to_take(self.mirror(agreement), "up") == [(1, 0)]

    def test_under_the_hero_are_the_only_ones(self) -> None:
        agreement = StairAgreement(VAULT, [1], [0], 40)
        assert stairs_to_take(self.mirror(agreement, x=7), "down") == [(7, 0)]
