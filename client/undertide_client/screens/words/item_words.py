"""Texts about items: the figures of gear, how they compare with worn gear, and trade. Pure."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.drawing import Span
from undertide_client.screens.widgets.page_screen import Row
from undertide_client.screens.widgets.palette import legible, rgb
from undertide_shared.messages import EssenceInfo, PackItem, PartyMember, Slot, TradeTable
from undertide_shared.text import LETTERS

SLOTS: Final[Mapping[Slot, str]] = MappingProxyType(
    {
        "main_hand": "main hand",
        "off_hand": "off hand",
        "head": "head",
        "body": "body",
        "hands": "hands",
        "feet": "feet",
        "cloak": "cloak",
        "ring": "ring",
        "amulet": "amulet",
    }
)
"""The name of each slot, in the order in which screens list the slots (R6)."""
FIGURES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "regen": "healing",
        "mana_regen": "mana healing",
        "nourish": "slower hunger",
        "leech": "life drawn by blows",
    }
)
"""Names of the figures whose key is not their name."""
MINUS: Final = "\N{MINUS SIGN}"
BETTER, WORSE, EQUAL = "▲", "▼", "="
"""The marks before a compared figure, so that the comparison does not depend on colour."""


def figure_name(key: str) -> str:
    """Return the name of a gear's figure: `res.fire` → "fire resistance"."""
    kind, _, damage = key.partition(".")
    if damage:
        return f"{damage} resistance" if kind == "res" else f"{damage} damage"
    return FIGURES.get(key, key.replace("_", " "))


def points(tenths: int) -> str:
    """Return a figure in tenths as text: 36 → "3.6", 40 → "4"; MINUS stands before a negative."""
    size = abs(tenths)
    text = f"{size // 10}.{size % 10}" if size % 10 else f"{size // 10}"
    return text if tenths >= 0 else f"{MINUS}{text}"


def signed(tenths: int) -> str:
    """Return a figure in tenths as text, with its sign."""
    return f"+{points(tenths)}" if tenths >= 0 else points(tenths)


def item_name(item: PackItem) -> str:
    """Return an item's name for lists: its count, name and quality."""
    count = f"{item.count} " if item.count > 1 else ""
    quality = f" ({item.quality})" if item.quality else ""
    return f"{count}{item.name}{quality}"


def essence_words(essence: EssenceInfo) -> str:
    """Return the use of an essence at a forge."""
    costs = ", ".join(str(cost) for cost in essence.costs)
    return f"It gives gear the affix “{essence.affix}”. The levels of that take {costs} of it."


def exchange_words(essence: EssenceInfo) -> str:
    """Return the price of one more essence at a forge."""
    return f"A forge turns {essence.exchange} other essences into one of these."


def suits_words(item: PackItem, party: Sequence[PartyMember]) -> str:
    """Return whom an item suits better than its bearer; empty if it suits no companion better."""
    name = next((one.name for one in party if one.seat == item.suits), "")
    return f"It suits {name} better than you." if name else ""


def pack_letters(pack: Sequence[PackItem]) -> dict[int, str]:
    """Return the letter of each item by its id; empty for essences, and when none is left.

    The server gives letters. Servers that give none leave it to the order of the pack.
    """
    taken = {item.letter for item in pack}
    free = iter([letter for letter in LETTERS if letter not in taken])
    told = any(taken)
    return {
        item.item: item.letter if item.letter or (told and item.essence) else next(free, "")
        for item in pack
    }


def slots_used(pack: Sequence[PackItem]) -> int:
    """Return the number of slots of the pack that its items take."""
    return sum(item.takes_slot and not item.slot for item in pack)


def item_row(item: PackItem) -> Row:
    """Return an item as a line of a list."""
    where = "  in the pouch" if item.essence is not None else ""
    if item.slot:
        where = f"  worn: {SLOTS[item.slot]}"
    ink = palette.BRIGHT if item.slot else palette.INK
    glyph = (f"{item.glyph} ", legible(rgb(item.colour)))
    return (glyph, (item_name(item), ink), (where, palette.GOLD), *gain_mark(item))


def gain_mark(item: PackItem) -> Row:
    """Return whether wearing gear would make the hero stronger, weaker or neither, as a mark."""
    if item.gain is None:
        return ()
    if not item.gain:
        return ((f"  {EQUAL}", palette.SOFT),)
    return ((f"  {BETTER}", palette.GOOD) if item.gain > 0 else (f"  {WORSE}", palette.BAD),)


def best_to_wear(pack: Sequence[PackItem]) -> PackItem | None:
    """Return the gear that would make the hero strongest; None if no piece would."""
    better = [item for item in pack if (item.gain or 0) > 0]
    return max(better, key=lambda item: item.gain or 0, default=None)


def figure_rows(
    item: PackItem, pack: Sequence[PackItem], width: int, slot: Slot | None = None
) -> list[Row]:
    """Return the figures of gear in lines of `width` cells, next to the gear it would replace.

    With a slot, that is the gear worn there.
    """
    if not item.slots:
        return []
    rival = worn_instead(item, pack, slot)
    if rival is None:
        return _laid(list(_figures(item)), width, "")
    spans = list(_compared(in_tenths(item), in_tenths(rival)))
    return _laid(spans, width, f"instead of {rival.name}: ")


def change_rows(
    now: Mapping[str, int], then: Mapping[str, int], rounded: Collection[str], width: int
) -> list[Row]:
    """Return the figures of gear now and then, in lines of `width` cells.

    Figures in `rounded` are marked as approximate.
    """
    spans = list(_compared(_tenfold(then), _tenfold(now), rounded))
    figures = [(f"{figure_name(key)} {figure}", palette.SOFT) for key, figure in now.items()]
    nothing = [("nothing", palette.SOFT)]
    return [*_laid(figures or nothing, width, "now: "), *_laid(spans or nothing, width, "then: ")]


def worn_instead(
    item: PackItem, pack: Sequence[PackItem], slot: Slot | None = None
) -> PackItem | None:
    """Return the worn gear that an item would replace, in `slot` or in the slot it would take.

    Return None if the item is worn itself, or if a slot for it is free.
    """
    if item.slot:
        return None
    worn = {other.slot: other for other in pack if other.slot}
    taken = [worn.get(each) for each in ([slot] if slot else item.slots)]
    return None if not taken or None in taken else taken[0]


def in_tenths(item: PackItem) -> dict[str, int]:
    """Return the figures of gear in tenths of a point."""
    figures, tenths = dict(item.figures), dict(item.tenths)
    keys = dict.fromkeys([*figures, *tenths])
    return {key: 10 * figures.get(key, 0) + tenths.get(key, 0) for key in keys}


def _tenfold(figures: Mapping[str, int]) -> dict[str, int]:
    return {key: 10 * figure for key, figure in figures.items()}


def _figures(item: PackItem) -> Iterator[Span]:
    for key, figure in in_tenths(item).items():
        ink = palette.GOOD if figure >= 0 else palette.BAD
        yield f"{signed(figure)} {figure_name(key)}", ink


def _compared(
    ours: Mapping[str, int], theirs: Mapping[str, int], rounded: Collection[str] = ()
) -> Iterator[Span]:
    """Yield the change of each figure; figures are in tenths of a point."""
    for key in [*ours, *(key for key in theirs if key not in ours)]:
        change = ours.get(key, 0) - theirs.get(key, 0)
        mark, ink = EQUAL, palette.SOFT
        if change:
            mark, ink = (BETTER, palette.GOOD) if change > 0 else (WORSE, palette.BAD)
        about = "about " if key in rounded else ""
        figure = points(ours.get(key, 0))
        yield f"{mark} {figure_name(key)} {about}{figure} ({signed(change)})", ink


def _laid(spans: Sequence[Span], width: int, head: str) -> list[Row]:
    """Return spans side by side with commas, in as many lines of `width` cells as they need."""
    rows: list[Row] = []
    line: list[Span] = [(head, palette.SOFT)] if head else []
    used = len(head)
    for number, (text, ink) in enumerate(spans):
        piece = text if number == len(spans) - 1 else f"{text}, "
        if line and used + len(piece) > width:
            rows.append(tuple(line))
            line, used = [], 0
        line.append((piece, ink))
        used += len(piece)
    return [*rows, tuple(line)] if line else rows


def offer_words(name: str, table: TradeTable | None) -> str:
    """Return what a companion offers in a trade."""
    if table is None:
        return f"Choose what you offer. {name} then adds something of its own."
    parts = [item_name(item) for item in table.gets]
    parts += [f"{table.gets_gold} gold"] if table.gets_gold else []
    return f"{name} offers: {', '.join(parts)}." if parts else f"{name} offers nothing yet."


def consent_words(name: str, table: TradeTable | None, *, is_changed: bool) -> str:
    """Return who accepts the present offers. `is_changed`: an offer was not sent yet."""
    if table is None:
        return ""
    if is_changed:
        return "Send your changed offer first: nobody accepts what is not sent."
    if table.accepts:
        return f"You accept. {name} has not accepted yet."
    return f"{name} accepts. Do you?" if table.is_accepted else "Nobody has accepted yet."
