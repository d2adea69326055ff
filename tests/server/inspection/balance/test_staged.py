from support.worlds.staging import make_test_game
from undertide_server.content.load import load_settings
from undertide_server.inspection.balance.plan import Plan
from undertide_server.inspection.balance.records import Played
from undertide_server.inspection.balance.table import play
from undertide_shared.brains import Fate
from undertide_shared.messages import Delta, Intent, Keyframe, ServerMessage, Wait


class Onlooker:
    """A brain that notes the last frame that tells all, and wants nothing but a moment."""

    def __init__(self) -> None:
        self.shown: Keyframe | None = None
        self._waited = False

    def hear(self, message: ServerMessage) -> None:
        assert not isinstance(message, Delta) or self.shown is not None
        self.shown = message if isinstance(message, Keyframe) else self.shown

    def decide(self) -> Intent | None:
        waits, self._waited = not self._waited, True
        return Wait() if waits else None

    def settled(self, intent: Intent, fate: Fate) -> None:
        pass


def staged() -> tuple[Played, list[Onlooker]]:
    game, brains = make_test_game(), [Onlooker(), Onlooker()]
    plan = Plan("default", None, game.seed, "", 2, "party", 40, staged=True)
    return play(plan, game, load_settings(), brains.__getitem__), brains


def test_heroes_stand_before_the_last_boss_at_their_best() -> None:
    played, brains = staged()
    game = make_test_game()
    last = len(game.curve.floors)
    assert [arrival.floor for arrival in played.arrivals] == [last]
    assert set(played.arrivals[0].levels) == {len(game.ruleset.heroes.levels)}
    assert min(played.arrivals[0].worths) > game.curve.floors[-1].average
    for brain in brains:
        assert brain.shown is not None
        assert brain.shown.floor.number == last


def test_each_wears_more_than_plain_gear_of_that_depth() -> None:
    for brain in staged()[1]:
        assert brain.shown is not None
        worn = {item.slot: item for item in brain.shown.pack if item.slot}
        assert {"main_hand", "head", "body", "hands", "feet", "cloak", "ring", "amulet"} <= {*worn}
        assert all(item.affixes for item in worn.values())


def test_the_party_holds_all_amulets() -> None:
    shown = staged()[1][1].shown
    assert shown is not None
    assert [amulet.bearer for amulet in shown.amulets] == [0, 0, 0]
