"""What renders of runs cost: CPU, bytes on the disk, and jumps in replays that are shown from them.

    rendering.py

The runs are the recorded ones of the tests, and a minute of a full party that plays in real time.
Each is rendered in this process, and then jumps to random steps are timed in CPU.
"""

import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from support.content.repertoire import REPERTOIRE

sys.path.append(str(Path(__file__).parents[1]))

from support.sessions.kept_runs import write
from support.sessions.recorded_runs import RECORDINGS
from support.sessions.spectated import spectated
from undertide_server.replays.rendered_playback import RenderedPlayback
from undertide_server.replays.renderer import rendering
from undertide_server.replays.renders import RunRenders
from undertide_server.store.reader import Reader
from undertide_server.store.records import Ending
from undertide_server.store.transfer.archive import import_run
from undertide_server.store.writer import Writer
from undertide_server.store.writes import RunClosed

PARTY: Final = 8
LIFE: Final = 1_000_000
MINUTE: Final = 600
"""Steps."""
JUMPS: Final = 100


def main() -> None:
    """Measure and print."""
    for recording in RECORDINGS:
        with tempfile.TemporaryDirectory() as made:
            folder = Path(made)
            Writer(folder).close()
            measure(recording.name, folder, import_run(folder, recording.file))
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        with spectated(folder, "real", PARTY, LIFE, watched=False) as live:
            live.play(MINUTE)
        write(folder, RunClosed(live.run, Ending("ended", "lost")))
        measure(f"{PARTY} heroes", folder, live.run)


def measure(name: str, folder: Path, run: str) -> None:
    """Render a run, jump in it, and print what that cost."""
    with Reader(folder) as reader:
        info = reader.info(run)
    began = time.process_time()
    renders = list(rendering(folder, run, REPERTOIRE))
    spent = time.process_time() - began
    write(folder, *renders)
    size = sum(render.size for render in renders)
    minutes = info.elapsed / 60_000
    print(f"Rendering: {name}, {info.steps} steps, {minutes:.0f} minutes")
    print(f"  CPU {spent:.2f} s, {1000 * spent / info.steps:.2f} ms a step")
    print(f"  {size} bytes, {size / info.steps:.0f} a step, in {len(renders)} renders")
    print(f"  jumps: {jumps(folder, run)}", flush=True)


def jumps(folder: Path, run: str) -> str:
    """Return what jumps in a rendered run take."""
    chance, renders = random.Random(7), RunRenders(folder, run)
    playback = RenderedPlayback(renders, renders.stretches)
    taken = []
    for _ in range(JUMPS):
        began = time.process_time()
        playback.go(chance.randint(playback.first, playback.last) - playback.step)
        playback.frames()
        taken.append(1000 * (time.process_time() - began))
    taken.sort()
    return f"{taken[JUMPS // 2]:.0f} ms of CPU at the median, {taken[-1]:.0f} at the worst"


if __name__ == "__main__":
    main()
