"""The party and who watches it."""

from undertide_client.mirror import Mirror
from undertide_client.screens import palette
from undertide_client.screens.drawing import wrapped
from undertide_client.screens.page_screen import PageScreen, Row
from undertide_client.screens.palette import legible, rgb
from undertide_client.screens.words import STATES, bearer_words, health_words
from undertide_shared.messages import Amulet, BranchInfo, PartyMember


class PartyScreen(PageScreen):
    """Every hero, what and where it is, and how it fares; then the amulets and the watchers."""

    title = "The party"

    def rows(self, width: int) -> list[Row]:
        """Return a line a hero and an amulet, and the watchers' names."""
        mirror = self.ui.mirror
        away = {one.seat for one in mirror.roster if not one.connected and not self.ui.replaying}
        rows: list[Row] = [
            _row(one, one.seat in away, mirror.tree.get(one.branch)) for one in mirror.party
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
        return rows + [((line, palette.SOFT),) for line in wrapped(text, width)]


def _row(member: PartyMember, away: bool, branch: BranchInfo | None) -> Row:
    state = STATES[member.state] or health_words(member.health)
    where = f"floor {member.floor}" + (f", {branch.name}" if branch else "")
    return (
        ("@ ", legible(rgb(member.colour))),
        (f"{member.name:<17}", palette.BRIGHT),
        (f"{member.calling:<12}", palette.INK),
        (f"L{member.level:<3}", palette.INK),
        (f"{state:<11}", palette.HERO_STATES[member.state]),
        ("away " if away else "", palette.WARNING),
        (where if member.floor > 0 else "", palette.SOFT),
    )


def _amulet(mirror: Mirror, amulet: Amulet) -> Row:
    return (
        (f"{amulet.glyph} ", legible(rgb(amulet.colour))),
        (f"{amulet.name}, ", palette.BRIGHT),
        (bearer_words(mirror, amulet), palette.INK),
    )
