"""What the two heroes of a trade see of it, and nobody else."""

from support.worlds.staging import Stage, make_test_game
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.state.inputs import Asked
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.views.own import own_of
from undertide_server.views.trades import trades_of
from undertide_shared.messages import AcceptTrade, OfferTrade, TradeTable

HALL = ["########", "#@.....#", "#......#", "########"]


def trading() -> tuple[Stage, list[HeroRow]]:
    """Let Ann offer Ben two potions and a shield, and Ben five gold; Cat stands by."""
    stage = Stage(HALL, make_test_game())
    rows = [stage.hero(name) for name in ("Ann", "Ben", "Cat")]
    for row in rows:
        row.hero.gold = 10
        row.inventory.stacks.clear()
        row.inventory.last_id = 40
    give_stack(rows[0].inventory, "lightning_scroll", 1)
    give_stack(rows[0].inventory, "health_potion", 5)
    give_stack(rows[0].inventory, "round_shield^3", 1)
    stage.step(Asked(0, 1, OfferTrade(1, [(42, 2), (43, 1)])))
    stage.step(Asked(1, 1, OfferTrade(0, [], 5)))
    return stage, rows


def table_of(stage: Stage, row: HeroRow) -> TradeTable:
    [table] = trades_of(stage.run, row)
    return table


def test_each_sees_its_own_side_and_what_the_other_offers() -> None:
    stage, (ann, ben, cat) = trading()
    mine, yours = table_of(stage, ann), table_of(stage, ben)
    assert (mine.seat, mine.gives, mine.gives_gold, mine.gets_gold) == (1, [(42, 2), (43, 1)], 0, 5)
    assert (yours.seat, yours.gives, yours.gives_gold, yours.gets_gold) == (0, [], 5, 0)
    assert [(each.item, each.name, each.count) for each in yours.gets] == [
        (1, "health potions", 2),
        (2, "round shield", 1),
    ]
    assert yours.gets[1].figures
    assert mine.gets == []
    assert trades_of(stage.run, cat) == []


def test_nothing_of_the_partners_pack_shows_in_what_it_offers() -> None:
    stage, (_, ben, _) = trading()
    for item in table_of(stage, ben).gets:
        assert (item.item <= 2, item.letter, item.slot, item.suits) == (True, "", "", None)


def test_consent_shows_on_both_sides() -> None:
    stage, (ann, ben, _) = trading()
    stage.step(Asked(0, 2, AcceptTrade(table_of(stage, ann).number)))
    assert (table_of(stage, ann).accepts, table_of(stage, ann).is_accepted) == (True, False)
    assert (table_of(stage, ben).accepts, table_of(stage, ben).is_accepted) == (False, True)


def test_a_players_facts_are_the_same_until_the_trade_changes() -> None:
    stage, (ann, ben, cat) = trading()
    owns = {row.entity: own_of(stage.run, row) for row in (ann, ben, cat)}
    stage.step()
    assert all(own_of(stage.run, row, owns[row.entity]) is owns[row.entity] for row in (ann, cat))
    stage.step(Asked(1, 2, OfferTrade(0, [], 6)))
    assert own_of(stage.run, ann, owns[ann.entity]).trades[0].gets_gold == 6
    assert own_of(stage.run, cat, owns[cat.entity]) is owns[cat.entity]
