"""The party and its spectators."""

from undertide_client.model.mirror import Mirror
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.drawing import column, wrapped
from undertide_client.screens.widgets.page_screen import PageScreen, Row
from undertide_client.screens.widgets.palette import legible, rgb
from undertide_client.screens.words.session_words import ROLES, terms_words
from undertide_client.screens.words.words import bearer_words, health_words, member_state
from undertide_shared.messages import Amulet, PaceStatus, PartyMember, SeatInfo

LEVEL_WIDTH = 4
STATE_WIDTH = 12
"""Widths of the columns in cells; a free cell ends each."""


class PartyScreen(PageScreen):
    """All heroes with their place and state; then amulets, spectators and the session's terms."""

    title = "The party"
    widest = 96

    def rows(self, width: int) -> list[Row]:
        """Return one line per hero and per amulet, then the spectators' names and the terms."""
        mirror = self.ui.mirror
        away = {one.seat for one in mirror.roster if not one.connected and not self.ui.replaying}
        marks = {one.seat: _marks(one, away=one.seat in away) for one in mirror.roster}
        rows = [
            _row((*named, *_state(one, mirror.pace, marks.get(one.seat, ""))), one, mirror, width)
            for named, one in zip(_named(mirror.party), mirror.party, strict=True)
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


def _named(party: list[PartyMember]) -> list[Row]:
    """Return each hero's glyph, name and calling, in columns as wide as the longest needs."""
    name = 1 + max((len(one.name) for one in party), default=0)
    calling = 1 + max((len(one.calling) for one in party), default=0)
    return [
        (
            ("@ ", legible(rgb(one.colour))),
            (column(one.name, name), palette.BRIGHT),
            (column(one.calling, calling), palette.INK),
        )
        for one in party
    ]


def _state(member: PartyMember, pace: PaceStatus, marks: str) -> Row:
    """Return a hero's level and state, and the marks of its player."""
    state = member_state(member, pace) or health_words(member.health)
    return (
        (column(f"L{member.level}", LEVEL_WIDTH), palette.INK),
        (column(state, STATE_WIDTH), palette.member_colour(member)),
        (f"{marks} " if marks else "", palette.WARNING),
    )


def _row(row: Row, member: PartyMember, mirror: Mirror, width: int) -> Row:
    """Return a hero's line with its floor. The floor's name is there if all of it fits."""
    branch = mirror.tree.get(member.branch)
    floor = f"floor {member.floor}" if member.floor > 0 else ""
    where = f"{floor}, {branch.name}" if floor and branch else floor
    fits = sum(len(text) for text, _ in row) + len(where) <= width
    return (*row, (where if fits else floor, palette.SOFT))


def _amulet(mirror: Mirror, amulet: Amulet) -> Row:
    return (
        (f"{amulet.glyph} ", legible(rgb(amulet.colour))),
        (f"{amulet.name}, ", palette.BRIGHT),
        (bearer_words(mirror, amulet), palette.INK),
    )
