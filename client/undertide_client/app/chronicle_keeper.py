"""The chronicles of this player's heroes, kept as they come."""

from msgspec.structs import replace

from undertide_client.model import safe
from undertide_client.saved.chronicles import Chronicles, HeroRecord, now
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import Chronicle


class ChronicleKeeper:
    """A keeper of the chronicles of the present run."""

    def __init__(self, ui: Ui, chronicles: Chronicles) -> None:
        self._ui = ui
        self._chronicles = chronicles
        self._kept: list[HeroRecord] = []
        """The heroes that this player has had in this run, as far as this client knows."""

    def begin(self) -> None:
        """Forget the heroes so far: a session begins."""
        self._kept.clear()
        self._ui.chronicle = ""

    def take(self, message: Chronicle) -> None:
        """Keep a chronicle. One that came before, and may know more by now, stays as it is."""
        record = HeroRecord(safe.message(message), now())
        record = self._chronicles.get(record) or record
        self._kept.append(record)
        self._keep(record)
        self.note_end()

    def note_end(self) -> None:
        """Write how the run ended into the chronicles of its heroes, once it has."""
        ended = self._ui.mirror.ended
        if ended is None:
            return
        for record in self._kept:
            if record.outcome == "died":
                outcome = "won" if ended.won else "lost"
                self._keep(replace(record, outcome=outcome, seed=ended.seed, ended=now()))

    def _keep(self, record: HeroRecord) -> None:
        try:
            file = self._chronicles.put(record)
        except OSError as fault:
            self._ui.mirror.note(f"Your chronicle can't be written: {fault}")
        else:
            self._ui.chronicle = str(file) if file is not None else ""
