from support.client.bot_scenes import fellow, mirror_of, view_of
from undertide_client.bots import company
from undertide_client.bots.adventurer import Adventurer
from undertide_client.bots.company import LEASH
from undertide_client.bots.skills import personality_of
from undertide_client.model.mirror import Mirror
from undertide_shared.messages import (
    Climb,
    Intent,
    PartyMember,
    Regroup,
    Rest,
    StairAgreement,
    StairInfo,
    Travel,
    Wait,
)

ANN, BOB, CAT = (fellow(seat) for seat in range(3))
CORRIDOR = "@" + "." * LEASH + "B.."


def careful() -> Adventurer:
    return Adventurer(personality_of("careful", 0))


def follower(drawing: str, *, leader_on: int = 1, **changes: object) -> Mirror:
    """Return the mirror of Ann in the second seat, where Bob has the first."""
    bob = PartyMember(0, "Bob", 0, leader_on, 100, 1, "alive", leader_on)
    party = [bob, fellow(1)]
    return mirror_of(drawing, seat=1, seats="BAC", party=party, **changes)  # type: ignore[arg-type]


def wanted(brain: Adventurer, mirror: Mirror, times: int = 1) -> list[Intent | None]:
    return [brain.decide(mirror) for _ in range(times)]


def test_the_lowest_seat_that_lives_leads() -> None:
    assert company.leader_of(view_of("@B", party=[ANN, BOB, CAT])) is None
    assert company.leader_of(view_of("@B", seat=2, party=[ANN, BOB, CAT])) == ANN
    fallen = fellow(0, state="dead")
    assert company.leader_of(view_of("@B", seat=2, party=[fallen, BOB, CAT])) == BOB


def test_a_follower_keeps_near_its_leader() -> None:
    assert wanted(careful(), follower(CORRIDOR)) == [Travel(LEASH, 0)]
    assert wanted(careful(), follower(CORRIDOR, activity="explore")) == [Travel(LEASH, 0)]
    assert wanted(careful(), follower("@.B...", life=20)) == [Rest()]


def test_a_follower_goes_to_a_leader_on_ground_that_it_does_not_know() -> None:
    assert wanted(careful(), follower("@.....   B", dark="B")) == [Regroup(0)]


def test_a_follower_takes_the_stairs_that_its_leader_took() -> None:
    stairs = [StairInfo(2, 0, 5), StairInfo(4, 0, 6)]
    below = follower("@.>.>", leader_on=6, stairs=stairs)
    assert wanted(careful(), below) == [Travel(4, 0)]
    there = follower("..>.@", leader_on=6, stairs=stairs, under={"@": ">"})
    assert wanted(careful(), there) == [Climb()]


def test_a_leader_rests_while_companions_are_hurt() -> None:
    hurt = mirror_of("@B.>", party=[ANN, fellow(1, health=40)])
    assert wanted(careful(), hurt, 3) == [Rest(), Rest(), Rest()]
    brain = careful()
    assert brain.decide(hurt) == Rest()
    brain.refused(Rest(), hurt)
    assert wanted(brain, hurt, 3) == [Wait(), Wait(), Wait()]


def test_nobody_rests_for_others_in_the_tide() -> None:
    assert wanted(careful(), mirror_of("@B.>", tide=90, party=[ANN, fellow(1, health=40)])) == [
        Travel(3, 0)
    ]


def test_a_leader_waits_at_the_stairs_until_all_are_near() -> None:
    def at_stairs(gap: int) -> Mirror:
        drawing = "@" + "." * gap + "B"
        return mirror_of(drawing, under={"@": ">"}, tide=90, party=[ANN, BOB])

    far, near = at_stairs(7), at_stairs(1)
    brain = careful()
    assert brain.decide(far) == Rest()
    brain.refused(Rest(), far)
    assert wanted(brain, far, 3) == [Wait(), Wait(), Wait()]
    assert brain.decide(near) == Climb()


def test_waiting_for_others_has_an_end() -> None:
    brain = careful()
    far = mirror_of("@.......B", under={"@": ">"}, tide=90, party=[ANN, BOB])
    brain.refused(Rest(), far)
    intents = wanted(brain, far, brain.personality.patience + 2)
    assert any(intent not in {Rest(), Wait()} for intent in intents)


def test_a_leader_does_not_rest_for_its_mana_alone() -> None:
    assert company.has_rested(view_of("@..", activity="rest", party=[ANN, BOB]))
    assert not company.has_rested(view_of("@..", activity="rest", life=20, party=[ANN, BOB]))
    assert not company.has_rested(view_of("@.B", seat=1, activity="rest", party=[ANN, BOB]))


def test_a_follower_rises_from_its_rest_when_its_leader_takes_the_stairs() -> None:
    stairs = [StairInfo(2, 0, 5)]
    below = follower("@.>", leader_on=5, stairs=stairs, activity="rest", life=20)
    assert careful().decide(below) is not None


class TestStairs:
    def test_companions_second_the_stairs_that_somebody_proposes(self) -> None:
        stairs, proposal = [StairInfo(3, 0, 5)], [StairAgreement(5, [1], [0], 40)]
        mirror = mirror_of("@B.>", party=[ANN, BOB], stairs=stairs, agreements=proposal)
        assert wanted(careful(), mirror) == [Climb(3, 0)]

    def test_who_has_agreed_waits_without_giving_up(self) -> None:
        stairs, agreement = [StairInfo(1, 0, 5)], [StairAgreement(5, [0], [1], 40)]
        drawing, under = "#@B..", {"@": ">"}
        mirror = mirror_of(
            drawing, party=[ANN, BOB], stairs=stairs, agreements=agreement, under=under, tide=70
        )
        assert wanted(careful(), mirror, 3) == [Climb()] * 3
