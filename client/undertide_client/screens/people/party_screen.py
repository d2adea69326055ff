"""The party and its spectators."""

from undertide_client.model.mirror import Mirror
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.drawing import wrapped
from undertide_client.screens.widgets.page_screen import PageScreen, Row
from undertide_client.screens.widgets.palette import legible, rgb
from undertide_client.screens.words.session_words import ROLES, terms_words
from undertide_client.screens.words.words import bearer_words, health_words, member_state
from undertide_shared.messages import Amulet, BranchInfo, PartyMember, SeatInfo


class PartyScreen(PageScreen):
    """All heroes with their place and state; then amulets, spectators and the session's terms."""

    title = "The party"

    def rows(self, width: int) -> list[Row]:
        """Return one line per hero and per amulet, then the spectators' names and the terms."""
        mirror = self.ui.mirror
        away = {one.seat for one in mirror.roster if not one.connected and not self.ui.replaying}
        marks = {one.seat: _marks(one, away=one.seat in away) for one in mirror.roster}
        rows: list[Row] = [
            _row(one, marks.get(one.seat, ""), mirror.tree.get(one.branch)) for one in mirror.party
        ]
        if not rows:
            rows.append((("Nobody is down here yet.", palette.SOFT),))
        rows.append(())
        if mirror.amulets:
            rows += [*(_amulet(mirror, one) for one in mirror.amulets), ()]
        if self.ui.replaying:
            return rows
        names = ", ".join(mirror.watchers) or "nobody"
        more = mirror.watcher_count - len(mirror.watchers)
        text = f"Watching: {names}" + (f" and {more} more" if more else "")
        told = (text, terms_words(mirror.terms))
        return rows + [((line, palette.SOFT),) for one in told for line in wrapped(one, width)]


def _marks(seat: SeatInfo, *, away: bool) -> str:
    """Return the marks of a seat's player: "party leader, away"."""
    role = ROLES[seat.role] if seat.role in {"host", "moderator"} else ""
    words = (role, "away" if away else "", "muted" if seat.muted else "")
    return ", ".join(word for word in words if word)


def _row(member: PartyMember, marks: str, branch: BranchInfo | None) -> Row:
    state = member_state(member) or health_words(member.health)
    where = f"floor {member.floor}" + (f", {branch.name}" if branch else "")
    return (
        ("@ ", legible(rgb(member.colour))),
        (f"{member.name:<17}", palette.BRIGHT),
        (f"{member.calling:<12}", palette.INK),
        (f"L{member.level:<3}", palette.INK),
        (f"{state:<11}", palette.member_colour(member)),
        (f"{marks} " if marks else "", palette.WARNING),
        (where if member.floor > 0 else "", palette.SOFT),
    )


def _amulet(mirror: Mirror, amulet: Amulet) -> Row:
    return (
        (f"{amulet.glyph} ", legible(rgb(amulet.colour))),
        (f"{amulet.name}, ", palette.BRIGHT),
        (bearer_words(mirror, amulet), palette.INK),
    )
