"""Damage data folders at random, and count what a check, a start and the commands make of them.

    damage.py [FLIPS] [ZEROED] [SEED]

Each trial flips one bit, or zeroes one page, of a fresh copy of a data folder: of its databases,
their logs, the operator key or an exported run. One folder is of a server that was stopped, one of
a server that was killed. Every `EVERY_PROCESS`-th trial is also started as a real process. Prints
the figures, and exits with 1 if anything happened that must not.
"""

import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Final

sys.path.append(str(Path(__file__).parents[1]))

from support.processes.commands import serving, undertide
from support.sessions.damaged_folders import (
    Kind,
    Template,
    Trial,
    damage,
    killed_template,
    stopped_template,
    try_out,
)

EVERY_PROCESS: Final = 20


def main(flips: int = 200, zeroed: int = 200, seed: int = 1) -> int:
    """Try out damaged folders of both kinds, and return the exit code."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        templates = [stopped_template(place / "stopped"), killed_template(place / "killed")]
        trials: tuple[tuple[Kind, int], ...] = (("flip", flips), ("zero", zeroed))
        bad = sum(_series(templates, place, kind, range(seed, seed + n)) for kind, n in trials)
    return 1 if bad else 0


def _series(templates: list[Template], place: Path, kind: Kind, seeds: range) -> int:
    count: Counter[str] = Counter()
    files: Counter[str] = Counter()
    for seed in seeds:
        template = templates[seed % 2]
        trial = try_out(template, place / "trial", kind, seed)
        if seed % EVERY_PROCESS == 0:
            count["real processes"] += 1
            trial.problems += _in_process(template, place / "process", kind, seed, trial)
        outcome = _outcome(trial, template)
        count[outcome] += 1
        files[f"{trial.spot.split()[1].partition(':')[0]}: {outcome}"] += 1
        count["runs served"] += len(trial.served)
        count["runs served in another state"] += trial.altered(template)
        count["sound runs of trials that started"] += _sound(trial, template)
        count["trials with a problem"] += bool(trial.problems)
        if trial.problems:
            print(trial.spot, trial.problems, flush=True)
    print(f"{kind}, seeds {seeds.start} to {seeds.stop - 1}: {dict(count)}")
    for line, number in sorted(files.items()):
        print(f"    {number:4} {line}")
    return count["trials with a problem"]


def _outcome(trial: Trial, template: Template) -> str:
    if trial.refusal:
        return "refused with a sentence"
    if trial.served.keys() >= template.live.keys() and not trial.replay:
        return "served whole"
    return "served but for damaged runs"


def _sound(trial: Trial, template: Template) -> int:
    """Return how many runs that go on had no finding, if the server started."""
    found = {finding["run"] for finding in trial.findings}
    return 0 if trial.refusal else len(template.live.keys() - found)


def _in_process(template: Template, folder: Path, kind: Kind, seed: int, trial: Trial) -> list[str]:
    """Start a real server on the same damage; return what was different."""
    shutil.copytree(template.folder, folder)
    damage(folder, kind, seed)
    try:
        if trial.refusal:
            done = undertide("serve", "--port", "0", "--data", str(folder))
            good = done.returncode == 1 and "Traceback" not in done.stderr
            return [] if good else [f"the process ended with {done.returncode}: {done.stderr}"]
        with serving("--data", str(folder)) as server:
            log = server.log
        served = log.count("run goes on") == trial.brought_back
        return [] if served and "Traceback" not in log else [f"the process logged {log}"]
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
