from typing import Any

import pytest

from support.client.client_examples import ARENA, KEEP
from support.client.screen_text import playing
from undertide_client.keys import Command
from undertide_client.model.mirror import Mirror
from undertide_client.screens.words.agreement_words import (
    agreement_words,
    command_to_agree,
    own_agreement,
    proposal_words,
)
from undertide_shared.messages import PaceStatus, StairAgreement


def mirror_of(*agreements: StairAgreement, **changes: Any) -> Mirror:
    return playing(agreements=list(agreements), pace=PaceStatus("real"), **changes).mirror


@pytest.mark.parametrize(
    ("agreement", "words"),
    [
        (StairAgreement(ARENA, [1], [0], 40), "↓ an arena: Bob; 4 s for you"),
        (StairAgreement(ARENA, [1], [0], 0), "↓ an arena: Bob; may go without you"),
        (
            StairAgreement(KEEP, [0, 1], [], 40),
            "↑ a keep: you and Bob: all agree, come to the stairs",
        ),
        (StairAgreement(99, [0], [1, 7], 10), "stairs: you; 1 s for Bob and seat 7"),
        (
            StairAgreement(ARENA, [0, 1, 7], [8], 10),
            "↓ an arena: you, Bob and seat 7; 1 s for seat 8",
        ),
    ],
)
def test_an_agreement_says_who_goes_and_who_is_awaited(
    agreement: StairAgreement, words: str
) -> None:
    assert agreement_words(mirror_of(), agreement) == words


def test_the_own_agreement_is_that_of_the_followed_hero() -> None:
    own, others = StairAgreement(ARENA, [0], [1], 40), StairAgreement(KEEP, [1], [0], 40)
    assert own_agreement(mirror_of(others, own)) == own
    assert own_agreement(mirror_of(others)) is None


def test_stairs_say_who_agreed_on_them() -> None:
    mirror = mirror_of(StairAgreement(ARENA, [1], [0], 40))
    assert proposal_words(mirror, ARENA) == "Bob agreed"
    assert proposal_words(mirror, KEEP) == ""


def test_a_proposal_that_waits_for_the_player_has_the_command_of_its_stairs() -> None:
    down, up = StairAgreement(ARENA, [1], [0], 40), StairAgreement(KEEP, [1], [0], 0)
    assert command_to_agree(mirror_of(down)) is Command.DESCEND
    assert command_to_agree(mirror_of(up)) is Command.ASCEND
    assert command_to_agree(mirror_of()) is None
    assert command_to_agree(mirror_of(StairAgreement(ARENA, [0], [1], 40))) is None
