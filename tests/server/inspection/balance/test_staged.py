from support.worlds.staging import make_test_game
from undertide_server.inspection.balance.plan import Plan
from undertide_server.inspection.balance.records import Played
from undertide_server.inspection.balance.table import play
from undertide_shared.brains import Known
from undertide_shared.messages import Intent, Wait


class Onlooker:
    """A brain that notes what it knows at first, and wants nothing but a moment."""

    def __init__(self) -> None:
        self.known: Known | None = None

    def decide(self, known: Known) -> Intent | None:
        if self.known is not None:
            return None
        self.known = known
        return Wait()

    def refused(self, intent: Intent, known: Known) -> None:
        pass


def staged() -> tuple[Played, list[Known]]:
    game, brains = make_test_game(), [Onlooker(), Onlooker()]
    plan = Plan("default", None, game.seed, "", 2, "party", 40, staged=True)
    played = play(plan, game, brains.__getitem__)
    return played, [brain.known for brain in brains if brain.known is not None]


def test_heroes_stand_before_the_last_boss_at_their_best() -> None:
    played, shown = staged()
    game = make_test_game()
    last = len(game.curve.floors)
    assert [arrival.floor for arrival in played.arrivals] == [last]
    assert set(played.arrivals[0].levels) == {len(game.ruleset.heroes.levels)}
    assert min(played.arrivals[0].worths) > game.curve.floors[-1].average
    assert [known.floor.number for known in shown if known.floor is not None] == [last, last]


def test_each_wears_more_than_plain_gear_of_that_depth() -> None:
    for known in staged()[1]:
        worn = {item.slot: item for item in known.pack if item.slot}
        assert {"main_hand", "head", "body", "hands", "feet", "cloak", "ring", "amulet"} <= {*worn}
        assert all(item.affixes for item in worn.values())


def test_the_party_holds_all_amulets() -> None:
    shown = staged()[1][1]
    assert [amulet.bearer for amulet in shown.amulets] == [0, 0, 0]
