"""A trade ends when its heroes part."""

from support.worlds.outcomes import told_to
from support.worlds.staging import Stage, make_test_game
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.snapshot import restore, state_hash, take_snapshot
from undertide_shared.messages import OfferTrade

HALL = ["############", "#@.........#", "############"]


def test_a_trade_goes_on_until_one_walks_out_of_reach() -> None:
    stage = Stage(HALL, make_test_game())
    ann, ben = stage.hero("Ann"), stage.hero("Ben", cell=(2, 1))
    give_stack(ann.inventory, "lightning_scroll", 1)
    stage.ask(OfferTrade(1, [(ann.inventory.last_id, 1)]))
    stage.run.index.move(ben, (4, 1))
    assert stage.step() == []
    assert len(stage.run.progress.trades) == 1
    stage.run.index.move(ben, (5, 1))
    events = stage.step()
    assert stage.run.progress.trades == []
    assert told_to(ann, events) == ["The trade is off: Ben is too far away."]
    assert told_to(ben, events) == ["The trade is off: Ann is too far away."]


def test_an_open_trade_outlives_a_restore() -> None:
    stage = Stage(HALL, make_test_game())
    ann = stage.hero("Ann")
    stage.hero("Ben", cell=(2, 1))
    stage.ask(OfferTrade(1, [(ann.inventory.stacks[0].id, 1)], 0))
    run = restore(stage.game, take_snapshot(stage.run))
    assert run.progress.trades == stage.run.progress.trades
    assert state_hash(run) == state_hash(stage.run)
