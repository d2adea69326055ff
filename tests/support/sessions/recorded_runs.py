"""The catalogue of recorded runs: what each must hold, and where its file is."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from support.content.repertoire import REPERTOIRE
from undertide_server.sessions.durability.recovery import game_of
from undertide_server.simulation.pipeline import step
from undertide_server.simulation.state.run import Run, new_run
from undertide_server.store.reader import Reader
from undertide_server.store.transfer.archive import import_run
from undertide_server.store.writer import Writer
from undertide_shared.messages import LandmarkKind, Pace

FOLDER = Path(__file__).parents[2] / "data" / "runs"
SUFFIX = ".undertide"
SCRIPT = "python tests/data/renew_runs.py"
"""What records all of them anew."""

HUSH = {
    "rules/hush/preset.toml": """
        title = "Hush"
        description = "The great keep, with hardly anybody in it."
        builds_on = "keep"
    """,
    "rules/hush/population.toml": """
        most_monsters_per_room = [{ floor = 1, value = 0 }]
    """,
    "rules/hush/tide.toml": """
        grace = 500000
    """,
}
"""Content in which bots can win: few are there to keep them from the amulets."""


@dataclass(frozen=True, slots=True)
class Recording:
    """How one run is played, and what it must have come to, so that it holds enough to compare."""

    name: str
    preset: str
    pace: Pace
    bots: int
    most_steps: int
    """More would make its test slow."""
    landmarks: frozenset[LandmarkKind]
    """Kinds that it must have."""
    outcome: str = ""
    """Won or lost; empty where it may go on."""

    @property
    def file(self) -> Path:
        """Where it is kept."""
        return FOLDER / f"{self.name}{SUFFIX}"


RECORDINGS = (
    Recording("solo", "default", "auto", 1, 9000, frozenset({"floor", "death", "end"}), "lost"),
    Recording("company", "default", "real", 3, 4000, frozenset({"floor", "death"})),
    Recording("keep", "hush", "auto", 1, 6000, frozenset({"floor", "amulet", "end"}), "won"),
)


def played_again(recording: Recording, folder: Path) -> Iterator[Run]:
    """Play a recorded run again by means of an empty folder; yield the run after each step."""
    Writer(folder).close()
    name = import_run(folder, recording.file)
    with Reader(folder) as reader:
        run = new_run(game_of(reader.header(name), REPERTOIRE))
        for record in reader.steps(name):
            step(run, record.inputs)
            yield run
    run.world.close()
