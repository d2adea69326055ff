"""The pack of the followed hero, as its player sees it."""

from collections.abc import Mapping
from typing import Final, get_args

import msgspec

from undertide_server.content.records.gear import SLOTS
from undertide_server.content.records.gearing import highest_level
from undertide_server.simulation.components.heroes import ItemStack
from undertide_server.simulation.mechanics.inventory import takes_slot
from undertide_server.simulation.mechanics.shops import offer_for, parts_of, trader_beside
from undertide_server.simulation.queries.suiting import (
    ALONE,
    Company,
    change_by_wearing,
    suited_companion,
    wearer_of,
)
from undertide_server.simulation.rules.worth import Wearer
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_server.views.effect_figures import item_figures
from undertide_server.views.item_words import about, levels_said
from undertide_server.views.magic import effects_of, radius_of
from undertide_server.worldgen.items.catalogue import GearFigures, ItemKind
from undertide_server.worldgen.items.forge import foretold
from undertide_shared.messages import EssenceInfo, PackItem, Slot
from undertide_shared.text import LETTERS

SLOT_ORDER: Final[tuple[Slot, ...]] = get_args(Slot)
"""The slots in the order in which worn gear is listed."""
INERT = frozenset({"keepsake", "essence"})
"""The effects of items that aren't used by themselves."""
Workable = Mapping[int, GearFigures]
"""Gear that isn't worn, by its id in the pack."""


class Carried(msgspec.Struct, frozen=True):
    """All facts that a pack is made from, cheap to make and to compare."""

    depth: int
    """The number of the hero's floor, which limits a forge there."""
    trades: bool
    """Whether a trader is beside the hero."""
    stacks: list[ItemStack]
    """The stacks, which are immutable."""
    seat: int
    company: Company
    """The heroes whom gear may suit: the same object as before if nothing about them changed."""
    wearer: Wearer | None = None
    """What decides how much gear helps the hero: the same object as before if nothing changed."""


def carried_of(
    run: Run, row: HeroRow, company: Company = ALONE, before: Carried | None = None
) -> Carried:
    """Return the facts that a hero's pack is made from: `before` itself if nothing has changed."""
    floor, stacks = run.index.floors[row.position.floor], row.inventory.stacks
    depth = floor.state.number
    trades = bool(floor.traders) and trader_beside(floor, row) is not None
    wearer = wearer_of(run, row)
    if (
        before is not None
        and before.stacks == stacks
        and before.company is company
        and before.wearer is wearer
        and before.depth == depth
        and before.trades == trades
    ):
        return before
    return Carried(depth, trades, list(stacks), row.hero.seat, company, wearer)


def pack_of(run: Run, carried: Carried) -> list[PackItem]:
    """Return a hero's pack as its player sees it.

    First comes what is carried, by letter, then worn gear by slot, then what has no letter.
    """
    stacks = carried.stacks
    gear = [(each.id, run.items.kind(each.item).gear) for each in stacks if not each.slot]
    workable = {key: figures for key, figures in gear if figures is not None}
    return [_pack_item(run, stack, workable, carried) for stack in sorted(stacks, key=_place)]


def goods_shown(run: Run, stacks: list[ItemStack], depth: int) -> list[PackItem]:
    """Return what a companion offers, as the hero who may get it sees it on a floor of a depth."""
    shown = Carried(depth, trades=False, stacks=stacks, seat=0, company=ALONE)
    return [_pack_item(run, stack, {}, shown) for stack in stacks]


def _place(stack: ItemStack) -> tuple[bool, int, int]:
    """Return the sort key of a stack in the pack."""
    if stack.slot:
        return False, len(LETTERS), SLOT_ORDER.index(stack.slot)
    return not stack.letter, LETTERS.find(stack.letter) if stack.letter else 0, stack.id


def _pack_item(run: Run, stack: ItemStack, workable: Workable, carried: Carried) -> PackItem:
    kind = run.items.kind(stack.item)
    gear, depth = kind.gear, carried.depth
    return PackItem(
        item=stack.id,
        name=kind.name if stack.count == 1 else kind.plural,
        count=stack.count,
        glyph=kind.glyph,
        colour=kind.colour,
        description=_description(run, kind, depth),
        target="cell" if kind.effect is not None and kind.effect.is_aimed else "none",
        radius=radius_of(run, kind.effect),
        usable=kind.effect is not None and kind.effect.does not in INERT,
        slots=list(gear.slots) if gear else [],
        slot=stack.slot,
        quality=gear.quality if gear else "",
        figures=list(gear.figures.items()) if gear else [],
        affixes=_affixes(run, gear) if gear else [],
        essence=_essence(run, stack, workable, depth),
        does=[] if kind.effect is None else [*effects_of(run, kind.effect)],
        tenths=list(gear.tenths.items()) if gear else [],
        letter=stack.letter,
        takes_slot=takes_slot(run, stack),
        offer=offer_for(run, kind) if carried.trades and not stack.slot else 0,
        scrap=parts_of(run, gear).get(run.rules.loot.gold, 0) if gear else 0,
        effects=item_figures(run.rules, kind.effect),
        suits=_suits(run, stack, carried),
        gain=None if stack.slot else _gain(run, stack, carried),
    )


def _suits(run: Run, stack: ItemStack, carried: Carried) -> int | None:
    """Return the seat of the companion whom a stack suits better than its bearer (R17)."""
    if stack.slot:
        return None
    return suited_companion(run, stack.item, carried.seat, carried.company)


def _gain(run: Run, stack: ItemStack, carried: Carried) -> int | None:
    """Return by how much a stack would make its bearer stronger; None if it can't be compared."""
    return None if carried.wearer is None else change_by_wearing(run, stack.item, carried.wearer)


def _affixes(run: Run, gear: GearFigures) -> list[tuple[str, int]]:
    records = run.rules.affixes
    return [(records[key].name, level) for key, level in gear.affixes]


def _description(run: Run, kind: ItemKind, depth: int) -> str:
    """Return the text that an item's bearer reads; for an essence, its levels come first.

    The text omits the stats of gear, which the message carries in fields of their own.
    """
    if kind.gear is not None:
        return kind.description
    if kind.essence is None:
        return about(run, kind)
    return f"{levels_said(run, run.rules.affixes[kind.essence], depth)} {about(run, kind)}"


def _essence(run: Run, stack: ItemStack, workable: Workable, depth: int) -> EssenceInfo | None:
    """Return the uses of an essence at a forge on a floor with this number."""
    key = run.items.kind(stack.item).essence
    if key is None:
        return None
    rules, affix = run.rules.crafting, run.rules.affixes[key]
    costs = rules.costs[: highest_level(affix, depth + rules.ahead)]
    slots: dict[Slot, None] = dict.fromkeys(slot for sort in affix.sorts for slot in SLOTS[sort])
    enough = sum(cost <= stack.count for cost in costs)
    told = [(piece, foretold(run.items, gear, key, depth)) for piece, gear in workable.items()]
    fitting = [(piece, levels) for piece, levels in told if levels]
    return EssenceInfo(
        affix.name,
        list(costs),
        list(slots),
        pieces=[piece for piece, _ in fitting],
        makes=[[list(each) for each in levels[: 1 + enough]] for _, levels in fitting],
        exchange=rules.exchange,
    )
