"""The programs of docs/headless.md run as they stand."""

import re
import textwrap

import pytest

from support.content.pages import ROOT

PAGE = (ROOT / "docs" / "headless.md").read_text(encoding="utf-8")
PROGRAMS = [
    textwrap.dedent(block)
    for block in re.findall(r"(?:^    .*\n|^\n(?=    ))+", PAGE, re.MULTILINE)
    if re.match(r"\s*(?:import|from) .*\n", block) and "observer" not in block
]
"""Those that need nothing from the text before them."""


@pytest.mark.parametrize("number", range(3))
def test_a_program_runs(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(PROGRAMS[number], f"headless.md, program {number}", "exec"), {})
    told = capsys.readouterr().out
    assert bool(told) == ("print" in PROGRAMS[number])


def test_all_programs_are_run() -> None:
    assert len(PROGRAMS) == 3
