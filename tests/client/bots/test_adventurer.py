from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from support.client.bot_scenes import POTION, mirror_of
from support.client.client_examples import AMULETS, ARENA, CRYPT, TREE, VAULT, hero_status
from undertide_client.bots.adventurer import STALLED, STRAYING, Adventurer
from undertide_client.bots.personality import Personality
from undertide_client.model.mirror import Mirror
from undertide_shared.messages import (
    Amulet,
    Climb,
    Delta,
    Explore,
    Intent,
    Move,
    PackItem,
    PartyMember,
    Rest,
    StairInfo,
    Travel,
    Use,
    Wait,
)

ROOM = """
########
#@....>#
#......#
########
"""
SHRINE = """
########
#<.....#
#@.....#
########
"""
DOWN_LEADS = [StairInfo(1, 0, ARENA), StairInfo(3, 0, VAULT)]
UP_LEADS = [StairInfo(0, 0, CRYPT)]
CROSSING = """
#######
#@^^. #
#######
"""


def adventurer(number: int, life: int = 0) -> Adventurer:
    """Return the brain of somebody with personality of its own."""
    return Adventurer(Personality.of(number), f"{number} {life}")


drawings = st.sampled_from(
    [
        *(ROOM, SHRINE, "@", "@g", "#@#", "z@.g", "g@g\n.!.", "<.@..f..>", "@.......g\n.B.  ...#"),
        *("p@s", "^@^\n.p. ", "<^@p.!>"),
    ]
)


def test_without_a_living_hero_nothing_is_decided() -> None:
    assert adventurer(0).decide(Mirror()) is None
    mirror = mirror_of(ROOM)
    mirror.apply(Delta(2, hero=hero_status(state="dead", life=0)))
    assert adventurer(0).decide(mirror) is None


def test_an_unknown_floor_is_explored() -> None:
    assert adventurer(0).decide(mirror_of(ROOM)) == Explore()


def test_an_errand_is_left_to_go_on() -> None:
    brain = adventurer(0)
    assert brain.decide(mirror_of(ROOM, activity="explore")) is None
    assert brain.decide(mirror_of(ROOM, activity="rest", life=3)) is None


def test_a_traveller_who_is_attacked_strikes_back() -> None:
    assert adventurer(0).decide(mirror_of("<..@g", activity="travel")) == Move(1, 0)


def test_who_runs_for_life_does_not_look_back() -> None:
    brain = adventurer(0)
    assert brain.decide(mirror_of("<..@g", life=5)) == Travel(0, 0)
    assert brain.decide(mirror_of("<.@g.", life=5, activity="travel")) is None


def test_an_errand_that_leads_nowhere_is_given_up() -> None:
    brain, mirror = adventurer(0), mirror_of(ROOM, activity="explore")
    intents = [brain.decide(mirror) for _ in range(STALLED + 1)]
    assert intents[:STALLED] == [None] * STALLED
    assert intents[STALLED] is not None


def test_a_long_rest_is_no_stall() -> None:
    brain, mirror = adventurer(0), mirror_of(ROOM, activity="rest", life=20)
    assert [brain.decide(mirror) for _ in range(5 * STALLED)] == [None] * (5 * STALLED)


def test_a_floor_without_anything_left_is_left() -> None:
    brain, mirror = adventurer(0), mirror_of(ROOM)
    assert brain.decide(mirror) == Explore()
    brain.refused(Explore(), mirror)
    assert brain.decide(mirror) == Travel(6, 1)
    arrived = mirror_of(ROOM.replace("@", ".").replace(">", "@"), under={"@": ">"})
    assert brain.decide(arrived) == Climb()


def test_a_refusal_with_somebody_in_view_says_nothing_about_the_floor() -> None:
    brain = adventurer(0)
    assert brain.decide(mirror_of(ROOM)) == Explore()
    brain.refused(Explore(), mirror_of(ROOM.replace("...>", ".z.>")))
    assert brain.decide(mirror_of(ROOM, life=29)) == Explore()


@given(st.integers(0, 20))
def test_the_peaceful_and_the_sealed_are_never_struck(number: int) -> None:
    brain, mirror = adventurer(number), mirror_of("####\n#p@s\n####")
    for _ in range(100):
        intent = brain.decide(mirror)
        assert intent is not None
        assert not isinstance(intent, Move)
        brain.refused(intent, mirror)


def test_whoever_stands_in_harm_steps_out_of_it_first() -> None:
    harmed = mirror_of("####\n#@.g\n####", under={"@": "^"})
    assert adventurer(0).decide(harmed) == Move(1, 0)


def explored(brain: Adventurer, mirror: Mirror) -> Intent | None:
    """Return what somebody wants to do once it has learned that a floor is explored."""
    assert brain.decide(mirror) == Explore()
    brain.refused(Explore(), mirror)
    return brain.decide(mirror)


def bottom(amulets: list[Amulet]) -> Mirror:
    """Return the mirror of a hero on the stairs up of a floor without any down."""
    return mirror_of(
        "@..",
        under={"@": "<"},
        branch=ARENA,
        branches=TREE,
        stairs=UP_LEADS,
        amulets=amulets,
    )


def fork(amulets: list[Amulet]) -> Mirror:
    """Return the mirror of a hero between stairs down to an arena and to a vault."""
    return mirror_of(
        "@>.>",
        branch=CRYPT,
        branches=TREE,
        stairs=DOWN_LEADS,
        amulets=amulets,
        tide=95,
    )


def test_a_floor_below_which_nothing_is_left_is_left_upwards_for_another() -> None:
    brain = adventurer(0)
    brain.personality = replace(brain.personality, follows=False, bent=0)
    assert brain.decide(fork(AMULETS)) == Travel(1, 0)
    assert explored(brain, bottom(AMULETS)) == Climb()
    assert brain.decide(fork(AMULETS)) == Travel(3, 0)


def test_stairs_that_were_refused_once_as_a_warning_are_tried_again() -> None:
    brain, mirror = adventurer(0), bottom(AMULETS)
    assert explored(brain, mirror) == Climb()
    brain.refused(Climb(), mirror)
    assert brain.decide(mirror) == Climb()
    brain.refused(Climb(), mirror)
    assert brain.decide(mirror) != Climb()


def test_once_the_amulets_are_together_every_branch_is_worth_going_to() -> None:
    brain = adventurer(0)
    brain.personality = replace(brain.personality, follows=False, bent=0)
    assert explored(brain, bottom(AMULETS)) == Climb()
    held = AMULETS[:1]
    assert brain.decide(fork(held)) == Travel(1, 0)
    assert explored(brain, bottom(held)) != Climb()


def test_a_high_tide_drives_heroes_down() -> None:
    assert adventurer(0).decide(mirror_of(ROOM, tide=95)) == Travel(6, 1)


def test_diligence_has_an_end() -> None:
    brain, intents = adventurer(0), list[Intent | None]()
    for outing in range(brain.personality.diligence + 1):
        # Each outing shows something, or boredom would come first.
        drawing = ROOM.replace(".", " ", 10).replace(" ", ".", outing % 10)
        intents.append(brain.decide(mirror_of(drawing, life=28 + outing % 3)))
    assert Explore() in intents[: brain.personality.patience]
    assert any(isinstance(intent, Travel) for intent in intents)


def test_the_hurt_rest_then_go_on() -> None:
    brain = adventurer(0)
    assert brain.decide(mirror_of(ROOM, life=15)) == Rest()
    assert brain.decide(mirror_of(ROOM, life=30)) == Explore()


def test_who_is_shot_at_does_not_wait() -> None:
    brain = adventurer(0)
    brain.personality = replace(brain.personality, lies_in_wait=True)
    assert brain.decide(mirror_of("@.g", life=30)) == Wait()
    assert brain.decide(mirror_of("@.g", life=28)) == Move(1, 0)


def test_what_changed_nothing_is_not_tried_again() -> None:
    brain, mirror = adventurer(0), mirror_of("@....g")
    first, second = brain.decide(mirror), brain.decide(mirror)
    assert first == Move(1, 0)
    assert second != first


@given(number=st.integers(0, 50), drawing=drawings, life=st.integers(1, 30))
@settings(max_examples=60)
def test_somebody_who_is_always_refused_tries_each_thing_once(
    number: int, drawing: str, life: int
) -> None:
    brain, mirror = adventurer(number), mirror_of(drawing, life=life)
    tried: set[Intent] = set()
    for _ in range(80):
        intent = brain.decide(mirror)
        assert intent is not None
        assert intent not in tried or intent == Wait()
        tried.add(intent)
        brain.refused(intent, mirror)


def test_boredom_makes_heroes_stray_for_a_while() -> None:
    brain = adventurer(0)
    # Life goes up and down, so that nothing counts as fruitless.
    chase = [mirror_of("@.......g", life=28), mirror_of("@.......g", life=29)]
    patience = brain.personality.patience
    intents = [brain.decide(chase[turn % 2]) for turn in range(patience + STRAYING + 1)]
    assert set(intents[:patience]) == {Move(1, 0)}
    assert all(isinstance(intent, Travel) for intent in intents[patience:-1])
    assert intents[-1] == Move(1, 0)


@given(number=st.integers(0, 50), scenes=st.lists(st.tuples(drawings, st.integers(1, 30))))
@settings(max_examples=60)
def test_the_same_mirrors_give_the_same_intents(number: int, scenes: list[tuple[str, int]]) -> None:
    mirrors = [mirror_of(drawing, life=life) for drawing, life in scenes]
    brains = adventurer(number), adventurer(number)
    first, second = ([brain.decide(mirror) for mirror in mirrors] for brain in brains)
    assert first == second


def test_another_life_takes_another_course() -> None:
    mirror = mirror_of("......\n......\n..@...\n......")
    courses = set()
    for life in range(5):
        brain = adventurer(0, life)
        courses.add(tuple(brain.decide(mirror) for _ in range(6)))
    assert len(courses) > 1


def test_what_others_do_elsewhere_is_nothing_new() -> None:
    brain, mirror = adventurer(0), mirror_of("@....g")
    first = brain.decide(mirror)
    mirror.apply(Delta(2, party=[PartyMember(1, "Bob", 0, 1, 50, 1, "alive")]))
    assert brain.decide(mirror) != first


def test_the_bored_still_drink_when_hunted() -> None:
    brain, hunted = adventurer(0), mirror_of("@..g")
    for _ in range(brain.personality.patience):
        brain.decide(hunted)
    assert brain.decide(mirror_of("@..g", life=5, pack=[POTION])) == Use(POTION.item)


def test_an_explored_floor_is_left_through_harm_without_turning_back() -> None:
    brain = adventurer(0)
    assert explored(brain, mirror_of(CROSSING)) == Move(1, 0)
    inside = mirror_of(CROSSING.replace("@^", ".@"), under={"@": "^"})
    assert brain.decide(inside) == Move(1, 0)
    assert adventurer(0).decide(inside) == Move(-1, 0)


def test_the_poisoned_wait_although_rest_does_them_no_good_yet() -> None:
    brain = adventurer(0)
    poisoned = mirror_of(ROOM, life=15, status_effects=["harm"])
    assert [brain.decide(poisoned) for _ in range(3)] == [Rest()] * 3
    brain, well = adventurer(0), mirror_of(ROOM, life=15)
    assert [brain.decide(well), brain.decide(well)] == [Rest(), Explore()]


def test_a_book_about_a_known_spell_is_read_once_in_a_run() -> None:
    brain, book = adventurer(0), PackItem(9, "book", 1, "+", 0, "", does=["teach"])
    here = mirror_of("@...", pack=[book])
    read = brain.decide(here)
    assert read == Use(9)
    brain.refused(read, here)
    assert brain.decide(mirror_of("...@", pack=[book], branch=2)) == Explore()
