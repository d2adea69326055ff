"""One whole run, played by brains on the core: without session, messages and clock."""

from collections.abc import Iterable, Sequence
from typing import Final

from undertide_server.headless.errors import BadIntentError
from undertide_server.headless.headless_run import HeadlessRun
from undertide_server.inspection.balance.plan import Plan
from undertide_server.inspection.balance.records import Played
from undertide_server.inspection.balance.staged import stage
from undertide_server.inspection.balance.witness import Witness
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.run import new_run
from undertide_server.worldgen.game.game import Game
from undertide_shared.brains import Brain, MakeBrain
from undertide_shared.messages import Intent, Pace

NAMES: Final = ("Alder", "Bracken", "Cobble", "Dunlin", "Ember", "Fennel", "Gannet", "Hazel")
SETTLED: Final = frozenset({"done", "refused"})
"""The outcomes after which a brain is asked again."""


class Member:
    """The player of one hero: a brain, and the intent that it waits for."""

    def __init__(self, seat: int, brain: Brain) -> None:
        self._seat = seat
        self._brain = brain
        self._asked: Intent | None = None
        self._sequence = 0
        """The sequence of that intent."""
        self.latest: Intent | None = None
        """The intent that it was given last, which an auto action may still carry out."""

    def ask_brain(self, run: HeadlessRun) -> None:
        """Give the hero its next intent, if it lives, waits for none and its brain wants one."""
        if self._asked is not None or not run.is_alive(self._seat):
            return
        known = run.look(self._seat)
        intent = self._brain.decide(known)
        if intent is None:
            return
        self._sequence = run.report_of(self._seat).sequence + 1
        try:
            run.ask_hero(self._seat, intent)
        except BadIntentError:
            self._brain.refused(intent, known)
            return
        self._asked = self.latest = intent

    def settle_intent(self, run: HeadlessRun) -> None:
        """Take in what became of the intent, if that is decided."""
        if self._asked is None:
            return
        report = run.report_of(self._seat)
        if report.sequence < self._sequence or report.outcome not in SETTLED:
            return
        if report.outcome == "refused" and run.is_alive(self._seat):
            self._brain.refused(self._asked, run.look(self._seat))
        self._asked = None


class BalanceTable:
    """A run in play, its players, and the witness of what happens."""

    def __init__(
        self, run: HeadlessRun, members: Sequence[Member], witness: Witness, pace: Pace
    ) -> None:
        self._run = run
        self._members = members
        self._witness = witness
        self._pace = pace

    def play(self, ticks: int) -> Played:
        """Play until the run ends, `ticks` pass, or nobody wants anything. Return the notes."""
        run = self._run
        self._witness.record_state()
        while not run.ended and run.ticks < ticks:
            for member in self._members:
                member.ask_brain(run)
            if not self._let_time_pass():
                break
            for member in self._members:
                member.settle_intent(run)
            self._witness.record_state()
            self._witness.record_time([member.latest for member in self._members])
        return self._witness.finish()

    def _let_time_pass(self) -> bool:
        """Let time pass on each floor on which a hero goes on; return whether it did anywhere.

        In turns a floor takes one, unless its heroes have fallen: then it takes a tick, as all
        floors do in real time.
        """
        floors = [floor for floor in self._run.state.index.floors.values() if floor.heroes]
        turning = [] if self._pace == "real" else [*filter(self._turns, floors)]
        ticking = [floor for floor in floors if floor not in turning and self._ticks(floor)]
        if turning:
            self._run.take_turn(*_branches(turning))
        if ticking:
            self._run.take_tick(*_branches(ticking))
        return bool(turning or ticking)

    def _turns(self, floor: FloorIndex) -> bool:
        rows = floor.heroes.values()
        return any(row.stands and self._run.is_busy(row.hero.seat) for row in rows)

    def _ticks(self, floor: FloorIndex) -> bool:
        stands = any(row.stands for row in floor.heroes.values())
        return self._pace == "real" or not stands


def _branches(floors: Iterable[FloorIndex]) -> list[int]:
    return [floor.state.branch for floor in floors]


def callings_of(game: Game, heroes: int, calling: str = "") -> list[str]:
    """Return the calling of each hero of a party: all have `calling`, or the seed chooses."""
    if calling:
        return [calling] * heroes
    callings = list(game.ruleset.callings)
    first = game.seed[0] % len(callings)
    return [callings[(first + number) % len(callings)] for number in range(heroes)]


def play(plan: Plan, game: Game, make_brain: MakeBrain) -> Played:
    """Play one run to its end, or until its ticks have passed."""
    with HeadlessRun(new_run(game), plan.preset, "") as run:
        notes = Played(plan.skill, plan.heroes, last_floor=len(game.curve.floors))
        witness = Witness(run.state, notes)
        callings = callings_of(game, plan.heroes, plan.calling)
        seats = [run.add_hero(calling, NAMES[number]) for number, calling in enumerate(callings)]
        if plan.staged:
            stage(run.state)
        members = [Member(seat, make_brain(number)) for number, seat in enumerate(seats)]
        return BalanceTable(run, members, witness, plan.pace).play(plan.ticks)
