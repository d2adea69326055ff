"""The party and its spectators."""

from collections.abc import Mapping

from undertide_client.model.mirror import Mirror
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.drawing import column, wrapped
from undertide_client.screens.widgets.page_screen import PageScreen, Row
from undertide_client.screens.widgets.palette import legible, rgb
from undertide_client.screens.words.session_words import ROLES, terms_words
from undertide_client.screens.words.words import bearer_words, health_words, member_state
from undertide_shared.messages import Amulet, PartyMember, SeatInfo


class PartyScreen(PageScreen):
    """All heroes with their place and state; then amulets, spectators and the session's terms."""

    title = "The party"
    widest = 96

    def rows(self, width: int) -> list[Row]:
        """Return one line per hero and per amulet, then the spectators' names and the terms."""
        mirror = self.ui.mirror
        away = {one.seat for one in mirror.roster if not one.connected and not self.ui.replaying}
        marks = {one.seat: _marks(one, away=one.seat in away) for one in mirror.roster}
        rows = _heroes(mirror, marks, width)
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


def _heroes(mirror: Mirror, marks: Mapping[int, str], width: int) -> list[Row]:
    """Return a line per hero, in columns as wide as the longest word in each needs."""
    party = mirror.party
    columns = (
        [one.name for one in party],
        [one.calling for one in party],
        [f"L{one.level}" for one in party],
        [member_state(one, mirror) or health_words(one.health) for one in party],
        [marks.get(one.seat, "") for one in party],
    )
    rows = zip(*(_aligned(each) for each in columns), strict=True)
    return [_row(mirror, one, row, width) for one, row in zip(party, rows, strict=True)]


def _aligned(words: list[str]) -> list[str]:
    """Return words padded to one width, at which a free cell ends the longest."""
    width = 1 + max((len(word) for word in words), default=0)
    return [column(word, width) for word in words]


def _row(mirror: Mirror, member: PartyMember, words: tuple[str, ...], width: int) -> Row:
    """Return a hero's line. The name of its floor is there if all of it fits."""
    inks = (
        palette.BRIGHT, palette.INK, palette.INK, palette.member_colour(member), palette.WARNING,
    )  # fmt: skip
    row = (("@ ", legible(rgb(member.colour))), *zip(words, inks, strict=True))
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
