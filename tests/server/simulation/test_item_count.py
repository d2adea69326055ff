"""No item is made or lost: whatever several heroes do at once, all can be counted after it."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from support.worlds.staging import Stage, make_test_game
from undertide_server.simulation.components.floors import Lying
from undertide_server.simulation.components.heroes import Hero, Inventory, ItemStack
from undertide_server.simulation.components.monsters import Loaded
from undertide_server.simulation.mechanics.dying import die
from undertide_server.simulation.mechanics.inventory import free_slots
from undertide_server.simulation.mechanics.shops import parts_of
from undertide_server.simulation.snapshot import restore, take_snapshot
from undertide_server.simulation.state.events import Event, Seen, thing
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_server.util.rng import Rng, derive
from undertide_server.worldgen.game.game import Game
from undertide_server.worldgen.items.generation import draw_essence, draw_gear
from undertide_shared.messages import (
    Break,
    Craft,
    Doff,
    Drop,
    Explore,
    Give,
    Intent,
    Move,
    Take,
    Use,
    Wear,
)

ROOM = ["######", "#@...#", "#.F..#", "#....#", "######"]
CELLS = [(x, y) for y in (1, 2, 3) for x in (1, 2, 3, 4) if (x, y) != (2, 2)]
HEROES, OPERATIONS, FALL_EVERY, PACK_SIZE = 3, 3000, 100, 8
MOST_LYING = 90
SLOTS = ("", "", "main_hand", "off_hand", "head")

Count = Counter[str]


def narrow_game() -> Game:
    """Return a game of small packs and of floors that hold little, to which nobody else comes."""
    rules = make_test_game().ruleset
    changes = {
        "heroes": rules.heroes.model_copy(update={"pack_size": PACK_SIZE}),
        "loot": rules.loot.model_copy(update={"most_on_floor": MOST_LYING}),
        "tide": rules.tide.model_copy(update={"grace": 1_000_000}),
    }
    return replace(make_test_game(), ruleset=rules.model_copy(update=changes))


def count_of(run: Run) -> Count:
    """Count everything that lies, is carried, worn, stolen or in a purse."""
    gold, found = run.rules.loot.gold, Counter[str]()
    for _, lying in run.world.each(Lying):
        found[lying.item] += lying.count
    for _, loaded in run.world.each(Loaded):
        found[loaded.item] += loaded.count
    for _, pack in run.world.each(Inventory):
        for stack in pack.stacks:
            found[stack.item] += stack.count
    found[gold] += sum(hero.gold for _, hero in run.world.each(Hero))
    return +found


class Market:
    """A few heroes in a small room with a forge, where much lies about and some is for sale."""

    def __init__(self, seed: bytes) -> None:
        self.stage = Stage(ROOM, narrow_game(), legend={"F": "forge"})
        self.run = self.stage.run
        self.stage.floor.state.number = 9
        for index in range(HEROES):
            self.stage.hero(f"Hero {index}").hero.gold = 300
        for index in range(4):
            self.stock(derive(seed, "stock", index))

    def stock(self, rng: Rng) -> None:
        """Lay down more of everything, some of it for sale."""
        for cell in rng.sample(CELLS, 4):
            self.stage.item(cell, draw_gear(self.run.rules, 9, rng, 3))
            self.stage.item(cell, draw_gear(self.run.rules, 1, rng), price=20 * rng.below(2))
            self.stage.item(cell, draw_essence(self.run.rules, 9, rng), 3)
            self.stage.item(cell, "health_potion", 2)
        self.stage.step()

    def living(self) -> list[HeroRow]:
        return list(self.stage.floor.heroes.values())

    def let_die(self, row: HeroRow) -> None:
        die(self.run, self.stage.floor, row, thing("a test", row.cell))
        self.stage.step()


def paid(events: list[Event]) -> int:
    """Return the gold that heroes paid for wares."""
    told = [event.own for event in events if isinstance(event, Seen)]
    return sum(int(text.split()[2]) for text in told if text.startswith("You pay "))


def some_id(row: HeroRow, rng: Rng) -> int:
    """Return the id of something carried, or now and then of nothing."""
    ids = [stack.id for stack in row.inventory.stacks]
    return rng.pick(ids) if ids and not rng.percent(3) else 99_999


def some_seat(run: Run, rng: Rng) -> int:
    """Return the seat of somebody on a floor."""
    rows = [row for floor in run.index.floors.values() for row in floor.heroes.values()]
    return rng.pick(rows).hero.seat


def crafted(run: Run, row: HeroRow, rng: Rng) -> Craft:
    """Return an attempt at crafting: mostly one that can succeed, else whatever."""
    essences = [each for each in row.inventory.stacks if run.items.kind(each.item).essence]
    plain = [each for each in row.inventory.stacks if is_plain(run, each) and not each.slot]
    pairs = [(base, essence) for base in plain for essence in essences if go(run, base, essence)]
    if pairs and rng.percent(80):
        base, essence = rng.pick(pairs)
        return Craft(base.id, [(essence.id, run.rules.crafting.costs[0])])
    wanted = [(each.id, rng.between(0, each.count)) for each in essences[: rng.between(0, 2)]]
    return Craft(some_id(row, rng), wanted)


def go(run: Run, base: ItemStack, essence: ItemStack) -> bool:
    """Whether an essence goes into gear."""
    gear, affix = run.items.kind(base.item).gear, run.items.kind(essence.item).essence
    return gear is not None and affix is not None and gear.sort in run.rules.affixes[affix].sorts


def is_plain(run: Run, stack: ItemStack) -> bool:
    gear = run.items.kind(stack.item).gear
    return gear is not None and not gear.affixes


ASKED: tuple[Callable[[Run, HeroRow, Rng], Intent], ...] = (
    lambda _run, _row, rng: Move(rng.between(-1, 1), rng.between(-1, 1)),
    lambda _run, _row, rng: Move(rng.between(-1, 1), rng.between(-1, 1)),
    lambda _run, _row, _rng: Take(),
    lambda _run, _row, _rng: Take(),
    lambda _run, _row, _rng: Explore(),
    lambda _run, row, rng: Drop(some_id(row, rng)),
    lambda _run, row, rng: Drop(some_id(row, rng)),
    lambda run, row, rng: Give(some_id(row, rng), some_seat(run, rng)),
    lambda run, row, rng: Give(some_id(row, rng), some_seat(run, rng), rng.between(0, 3)),
    lambda _run, row, rng: Wear(some_id(row, rng), rng.pick(SLOTS)),  # type: ignore[arg-type]
    lambda _run, row, rng: Doff(some_id(row, rng)),
    lambda _run, row, rng: Break(some_id(row, rng)),
    lambda _run, row, rng: Use(some_id(row, rng), *row.cell),
    crafted,
    crafted,
)


def change_of(run: Run, row: HeroRow, intent: Intent, was: dict[int, str], price: int) -> Count:
    """Return what an intent that was done changes in the whole, by what each stack was before."""
    change: Count = Counter()
    if isinstance(intent, Take):
        change[run.rules.loot.gold] -= price
    elif isinstance(intent, Use):
        change[was[intent.item]] -= 1
    elif isinstance(intent, Break):
        gear = run.items.kind(was[intent.item]).gear
        assert gear is not None
        change[was[intent.item]] -= 1
        change.update(parts_of(run, gear))
    elif isinstance(intent, Craft):
        base = was[intent.item]
        change[base] -= run.items.kind(base).gear is not None
        change[next(each.item for each in row.inventory.stacks if each.id == intent.item)] += 1
        for stack, count in intent.essences:
            change[was[stack]] -= count
    return change


@pytest.mark.parametrize("number", range(4))
def test_whatever_heroes_do_everything_can_be_counted(number: int) -> None:
    seed = number.to_bytes(16, "little")
    market, done = Market(seed), Counter[str]()
    run, before = market.run, count_of(market.run)
    for index in range(OPERATIONS):
        rng = derive(seed, "operation", index)
        row = rng.pick(market.living())
        intent = rng.pick(ASKED)(run, row, rng)
        was = {stack.id: stack.item for stack in row.inventory.stacks}
        row.body.life = max(1, row.body.life // 2)
        price = paid(market.stage.ask(intent, row.hero.seat))
        after = count_of(run)
        if row.intents.outcome == "done":
            before.update(change_of(run, row, intent, was, price))
            done[type(intent).__name__] += 1
        assert after == +before, (index, intent, row.intents)
        assert all(free_slots(run, each.inventory) >= 0 for each in market.living())
        if index % FALL_EVERY == FALL_EVERY - 1:
            _fall_and_go_on(market, rng)
            before = count_of(run)
    for kind in (Take, Drop, Give, Wear, Doff, Break, Craft, Use):
        assert done[kind.__name__]


def _fall_and_go_on(market: Market, rng: Rng) -> None:
    """Let somebody die and the run be saved, which changes nothing; then bring more of all."""
    before = count_of(market.run)
    market.let_die(rng.pick(market.living()))
    assert count_of(market.run) == before
    restored = restore(market.stage.game, take_snapshot(market.run))
    assert count_of(restored) == before
    restored.world.close()
    market.stage.hero("Another")
    if sum(map(len, market.stage.floor.items.values())) < MOST_LYING:
        market.stock(rng)
