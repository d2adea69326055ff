"""What a log says: your own doings as yours, what is seen of others, and nothing that isn't."""

from dataclasses import replace

import pytest

from undertide_server.simulation.state.events import (
    Downed,
    Event,
    Fell,
    FloorTold,
    Found,
    Hit,
    Manner,
    PartyTold,
    RunEnded,
    Seen,
    Told,
    Who,
    thing,
)
from undertide_server.views.narration import Senses, narrate
from undertide_shared.messages import Line

FLOOR, ELSEWHERE = 5, 6
ANN = Who(10, "Ann", is_hero=True, cell=(1, 1))
BEN = Who(11, "Ben", is_hero=True, cell=(2, 1))
ORC = Who(12, "orc", is_hero=False, cell=(3, 1))
BOSS = Who(14, "blood bat", is_hero=False, cell=(3, 1), title="Skerrit")
HIDDEN = Who(13, "rat", is_hero=False, cell=(5, 1))
SEES = bytes([0] * 6 + [1, 1, 1, 1, 0, 0])
"""Two rows of six; of the lower one the first four cells are seen."""
OF_ANN = Senses(ANN.entity, FLOOR, SEES, 6)
OF_PARTY = Senses(0, FLOOR, SEES, 6)
FROM_AFAR = Senses(20, ELSEWHERE, bytes([1] * 12), 6)


def said(event: Event, senses: Senses = OF_ANN) -> str | None:
    line = narrate(event, senses)
    return None if line is None else line.text


def hit(source: Who, target: Who, *parts: tuple[int, str], manner: Manner = "blow") -> Hit:
    return Hit(FLOOR, source, target, parts or ((3, "physical"),), manner)


class TestBlows:
    @pytest.mark.parametrize(
        ("event", "text"),
        [
            (hit(ANN, ORC), "You hit the orc for 3."),
            (hit(ORC, ANN), "The orc hits you for 3."),
            (hit(ORC, ANN, manner="missile"), "The orc shoots you for 3."),
            (hit(ANN, ORC, manner="missile"), "You shoot the orc for 3."),
            (hit(ANN, ORC, manner="magic"), "You strike the orc for 3."),
            (hit(ORC, ANN, (2, "fire"), manner="magic"), "The orc strikes you for 2 fire."),
            (hit(ANN, ORC, (2, "physical"), (1, "fire")), "You hit the orc for 2 and 1 fire."),
            (
                hit(ANN, ORC, (2, "physical"), (1, "fire"), (4, "cold")),
                "You hit the orc for 2, 1 fire and 4 cold.",
            ),
            (hit(ANN, ORC, (0, "physical")), "You do no harm to the orc."),
            (hit(ORC, ANN, (-4, "fire")), "The orc does no harm to you, but heals you by 4."),
            (
                hit(ANN, ORC, (2, "physical"), (-5, "fire")),
                "You hit the orc for 2, but heal it by 5.",
            ),
        ],
    )
    def test_a_blow_is_told_as_it_was(self, event: Hit, text: str) -> None:
        assert said(event) == text

    @pytest.mark.parametrize(
        ("target", "parts", "text"),
        [
            (ANN, [(3, "physical")], "You take 3 from the rusty spikes."),
            (ORC, [(3, "fire")], "The orc takes 3 fire from the rusty spikes."),
            (ANN, [(0, "fire")], "You take no harm from the rusty spikes."),
            (ORC, [(-4, "fire")], "The orc takes no harm from the rusty spikes, but heals 4."),
        ],
    )
    def test_a_hit_by_things_is_told_from_their_victim(
        self, target: Who, parts: list[tuple[int, str]], text: str
    ) -> None:
        spikes = thing("rusty spikes", (1, 1))
        assert said(hit(spikes, target, *parts), OF_PARTY if target is ORC else OF_ANN) == text

    def test_what_strikes_from_the_dark_is_something(self) -> None:
        assert said(hit(HIDDEN, ANN)) == "Something hits you for 3."
        assert said(hit(ANN, HIDDEN)) == "You hit something for 3."

    def test_blows_of_others_stay_out_of_a_heros_log_but_not_of_the_partys(self) -> None:
        event = hit(BEN, ORC)
        assert said(event) is None
        assert said(event, OF_PARTY) == "Ben hits the orc for 3."

    def test_what_the_party_does_not_see_is_not_told_to_it(self) -> None:
        assert said(hit(HIDDEN, HIDDEN), OF_PARTY) is None
        assert said(hit(HIDDEN, ORC), OF_PARTY) == "Something hits the orc for 3."
        assert said(hit(BEN, ORC), Senses(0, ELSEWHERE, bytes([1] * 12), 6)) is None

    def test_harm_to_oneself_is_bad_and_healing_is_good(self) -> None:
        tones = [
            narrate(event, OF_ANN)
            for event in (hit(ORC, ANN), hit(ORC, ANN, (-3, "fire")), hit(ANN, ORC))
        ]
        assert [line.tone for line in tones if line] == ["bad", "good", "combat"]

    def test_a_hero_knows_of_itself_where_it_sees_nothing(self) -> None:
        blind = Senses(ANN.entity, FLOOR, bytes(12), 6)
        assert said(hit(ORC, ANN), blind) == "Something hits you for 3."
        assert said(hit(ANN, BEN), blind) == "You hit something for 3."
        deed = Seen(FLOOR, ANN, "info", "You eat.", "Ann eats.")
        assert [said(deed, senses) for senses in (blind, OF_PARTY, FROM_AFAR)] == [
            "You eat.",
            "Ann eats.",
            None,
        ]


class TestDeath:
    @pytest.mark.parametrize(
        ("killer", "text"),
        [
            (ORC, "You die, killed by an orc."),
            (BEN, "You die, killed by Ben."),
            (thing("burning grass", (1, 1)), "You die, killed by the burning grass."),
            (None, "You die."),
        ],
    )
    def test_ones_own_death_says_by_whom(self, killer: Who | None, text: str) -> None:
        assert said(Fell(FLOOR, ANN, killer)) == text

    def test_a_companions_death_is_known_everywhere(self) -> None:
        event = Fell(FLOOR, BEN, ORC)
        for senses in (OF_ANN, OF_PARTY, FROM_AFAR):
            assert said(event, senses) == "Ben has died!"

    def test_a_fall_is_known_everywhere_and_says_what_helps(self) -> None:
        event = Downed(FLOOR, BEN, ORC)
        for senses in (OF_ANN, OF_PARTY, FROM_AFAR):
            assert said(event, senses) == (
                "Ben falls! Walk into Ben, or give Ben a healing potion: the panel counts down."
            )

    def test_a_fall_of_ones_own_says_by_whom_and_who_can_help(self) -> None:
        help_words = "A companion can revive you: the panel counts down."
        told = said(Downed(FLOOR, ANN, ORC), OF_ANN)
        assert told == f"You fall, struck down by an orc! {help_words}"
        told = said(Downed(FLOOR, ANN, thing("spikes", (1, 1))), OF_ANN)
        assert told == f"You fall, struck down by the spikes! {help_words}"

    def test_a_monsters_death_only_to_who_sees_it(self) -> None:
        assert said(Fell(FLOOR, ORC, BEN)) == "The orc dies."
        assert said(Fell(FLOOR, ORC, ANN)) == "You kill the orc."
        assert said(Fell(FLOOR, HIDDEN, ANN)) is None
        assert said(Fell(FLOOR, ORC, ANN), FROM_AFAR) is None


class TestTelling:
    def test_what_one_hero_notices_is_told_to_nobody_else(self) -> None:
        event = Told(ANN.entity, "bad", "A rat comes into view.")
        assert said(event) == "A rat comes into view."
        assert said(event, FROM_AFAR) is None
        assert said(event, OF_PARTY) is None

    def test_what_a_whole_floor_notices_is_told_on_that_floor(self) -> None:
        event = FloorTold(FLOOR, "tide", "The water rises.")
        assert said(event) == said(event, OF_PARTY) == "The water rises."
        assert said(event, FROM_AFAR) is None

    def test_what_the_party_learns_is_told_everywhere(self) -> None:
        event = PartyTold("party", "Cid joins.")
        assert [said(event, each) for each in (OF_ANN, OF_PARTY, FROM_AFAR)] == ["Cid joins."] * 3

    def test_a_deed_reads_differently_to_who_did_it(self) -> None:
        event = Seen(FLOOR, ANN, "info", "You take a potion.", "Ann takes a potion.")
        assert said(event) == "You take a potion."
        assert said(event, OF_PARTY) == "Ann takes a potion."
        assert said(event, FROM_AFAR) is None

    def test_a_deed_without_words_of_its_own_is_not_told_to_its_doer(self) -> None:
        assert said(Seen(FLOOR, ANN, "party", "", "Ann wakes.")) is None

    def test_ones_own_deed_is_noticed_even_from_another_floor(self) -> None:
        climbed = Senses(ANN.entity, ELSEWHERE, bytes(12), 6)
        assert said(Seen(FLOOR, ANN, "info", "You wake.", "Ann wakes."), climbed) == "You wake."

    def test_a_deed_out_of_sight_is_not_told(self) -> None:
        assert said(Seen(FLOOR, HIDDEN, "info", "", "The rat wakes.")) is None

    def test_a_deed_beyond_the_map_is_not_told(self) -> None:
        for cell in ((0, 99), (0, -9)):
            far = Who(14, "rat", is_hero=False, cell=cell)
            assert said(Seen(FLOOR, far, "info", "", "The rat wakes.")) is None

    def test_the_end_is_told_to_everyone(self) -> None:
        for senses in (OF_ANN, OF_PARTY, FROM_AFAR):
            assert narrate(RunEnded(won=True), senses) == Line(
                "good", "The deep falls silent. You have won!"
            )
            lost = narrate(RunEnded(won=False), senses)
            assert lost is not None
            assert lost.tone == "bad"


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (hit(BOSS, ANN), "Skerrit hits you for 3."),
        (hit(ANN, BOSS), "You hit Skerrit for 3."),
        (Fell(FLOOR, BOSS, ANN), "You kill Skerrit, the blood bat."),
        (Fell(FLOOR, BOSS, BEN), "Skerrit, the blood bat, dies."),
        (Fell(FLOOR, ANN, BOSS), "You die, killed by Skerrit, the blood bat."),
    ],
)
def test_a_boss_goes_by_its_name(event: Event, text: str) -> None:
    assert said(event) == text


@pytest.mark.parametrize(
    ("resisted", "absorbed", "text"),
    [
        (0, 0, "The orc hits you for 3."),
        (4, 0, "The orc hits you for 3."),
        (10, 0, "The orc hits you for 3 (partly resisted)."),
        (50, 0, "The orc hits you for 3 (half resisted)."),
        (80, 2, "The orc hits you for 3 (mostly resisted, 2 absorbed)."),
        (0, 4, "The orc hits you for 3 (4 absorbed)."),
    ],
)
def test_what_was_taken_off_a_blow_is_told(resisted: int, absorbed: int, text: str) -> None:
    assert said(replace(hit(ORC, ANN), resisted=resisted, absorbed=absorbed)) == text


def test_a_blow_that_was_wholly_resisted_is_told_so() -> None:
    event = replace(hit(ANN, ORC, (0, "fire")), resisted=100)
    assert said(event) == "You do no harm to the orc (resisted)."


class TestFinds:
    """The whole party reads who found what, where, and whom it suits best (R17)."""

    @pytest.mark.parametrize(
        ("senses", "text"),
        [
            (OF_ANN, "You take a keen sword: it suits Ben best."),
            (Senses(BEN.entity, FLOOR, SEES, 6), "Ann takes a keen sword: it suits you best."),
            (FROM_AFAR, "Ann takes a keen sword on floor 3: it suits Ben best."),
            (OF_PARTY, "Ann takes a keen sword: it suits Ben best."),
        ],
    )
    def test_each_reads_it_from_where_it_is(self, senses: Senses, text: str) -> None:
        assert said(Found(FLOOR, 3, ANN, "a keen sword", BEN), senses) == text

    def test_what_suits_nobody_in_particular(self) -> None:
        found = Found(FLOOR, 3, ANN, "a heart", None)
        assert said(found, FROM_AFAR) == "Ann takes a heart on floor 3."

    def test_what_the_finder_leaves(self) -> None:
        found = Found(FLOOR, 3, ANN, "a keen sword", BEN, taken=False)
        assert said(found) == "You leave a keen sword: it suits Ben best."
        assert said(found, FROM_AFAR) == "Ann leaves a keen sword on floor 3: it suits Ben best."
