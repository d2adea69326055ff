"""Agreements on stairs (R17) in words. Pure."""

from collections.abc import Iterable

from undertide_client.keys import Command
from undertide_client.model.mirror import Mirror
from undertide_client.screens.words.grammar import listed
from undertide_client.screens.words.time_words import span_words
from undertide_client.screens.words.words import name_of_seat
from undertide_shared.messages import StairAgreement


def own_agreement(mirror: Mirror) -> StairAgreement | None:
    """Return the agreement of which the followed hero is part, or None."""
    seat = mirror.following
    return next((one for one in mirror.agreements if seat in one.agreed), None)


def command_to_agree(mirror: Mirror) -> Command | None:
    """Return the command that agrees to a proposal that waits for the player; None without one."""
    for one in mirror.agreements:
        if mirror.seat is not None and mirror.seat in one.awaited:
            return Command.ASCEND if _is_above(mirror, one) else Command.DESCEND
    return None


def agreement_words(mirror: Mirror, agreement: StairAgreement) -> str:
    """Return who agrees to take which stairs: "↓ a warren: Ann and you; 8 s for Bob"."""
    agreed = f"{_way(mirror, agreement)}: {_names(mirror, agreement.agreed)}"
    awaited = _names(mirror, agreement.awaited)
    if not awaited:
        return f"{agreed}: all agree, come to the stairs"
    if not agreement.ticks:
        return f"{agreed}; may go without {awaited}"
    return f"{agreed}; {span_words(agreement.ticks, mirror)} for {awaited}"


def proposal_words(mirror: Mirror, branch: int) -> str:
    """Return who agreed to take the stairs to a branch: "Ann agreed"; empty if nobody did."""
    for one in mirror.agreements:
        if one.branch == branch and one.agreed:
            return f"{_names(mirror, one.agreed)} agreed"
    return ""


def _way(mirror: Mirror, agreement: StairAgreement) -> str:
    """Return where stairs lead: "↓ a warren"."""
    branch = mirror.tree.get(agreement.branch)
    if branch is None:
        return "stairs"
    return f"{'↑' if _is_above(mirror, agreement) else '↓'} {branch.name}"


def _is_above(mirror: Mirror, agreement: StairAgreement) -> bool:
    branch = mirror.tree.get(agreement.branch)
    here = mirror.tree.get(mirror.floor.branch) if mirror.floor else None
    return branch is not None and here is not None and branch.depth < here.depth


def _names(mirror: Mirror, seats: Iterable[int]) -> str:
    """Return the names of heroes: "Ann, Bob and you"."""
    return listed(["you" if seat == mirror.seat else name_of_seat(mirror, seat) for seat in seats])
