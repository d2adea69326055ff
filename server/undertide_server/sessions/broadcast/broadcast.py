"""What the viewers of one run are shown of it, whether it is played or only played again."""

from collections.abc import Sequence

from undertide_server.sessions.broadcast.audience import Audience
from undertide_server.sessions.broadcast.outbox import Parcel
from undertide_server.simulation.components.heroes import Hero
from undertide_server.simulation.state.events import Event, Fell
from undertide_server.simulation.state.run import Run
from undertide_server.views.common import Common
from undertide_shared.messages import PaceStatus


class Broadcast:
    """The viewers of a run and the moment that they were shown last.

    The run's world must be active in `tell` and `show`.
    """

    def __init__(self) -> None:
        self.audience = Audience()
        self.somebody_fell = False
        """Whether a hero has died since the last `show`."""
        self._common = Common([], {})
        """What views showed alike last."""

    @property
    def paces(self) -> dict[int, PaceStatus]:
        """The pace of each branch that was shown last."""
        return self._common.paces

    def tell(self, run: Run, events: Sequence[Event]) -> None:
        """Write what happened in a step into the log of every view that could notice it."""
        self.audience.tell(run, events)
        self.somebody_fell |= any(isinstance(event, Fell) for event in events)

    def show(self, run: Run, paces: dict[int, PaceStatus]) -> list[Parcel]:
        """Return the frames that bring every viewer up to date.

        Those whose hero has died see that, and the party's view after it.
        """
        self._common = self._common.next(run, paces)
        parcels = self.audience.show(run, self._common)
        if self.somebody_fell:
            self.somebody_fell = False
            for entity, hero in run.world.each(Hero):
                if hero.fate:
                    self.audience.retire(entity)
            parcels += self.audience.show(run, self._common)
        return parcels
