"""The whole client of docs/protocol.md plays on a real server."""

import subprocess
import sys
from pathlib import Path

from support.processes.commands import serving

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
PICTURES = 20


def read_pictures(script: Path, address: str) -> list[str]:
    """Run a client until it has drawn so many pictures, or ends; return them."""
    command = [sys.executable, "-Werror", str(script), address, "Ann"]
    pipes = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipes, stderr=pipes, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        drawn = ""
        try:
            while drawn.count("\n\n") < PICTURES and (line := process.stdout.readline()):
                drawn += line
        finally:
            process.kill()
        assert process.stderr.read() == ""
    return drawn.split("\n\n")[:PICTURES]


def test_the_pages_client_explores_a_floor(content: Path, tmp_path: Path) -> None:
    section = PAGE.read_text(encoding="utf-8").partition("\n## A whole client\n")[2]
    source = section.partition("```python\n")[2].partition("```")[0]
    script = tmp_path / "explorer.py"
    script.write_text(source, encoding="utf-8")
    with serving("--config", str(content), "--preset", "quiet", "--seed", "7") as server:
        pictures = read_pictures(script, server.address)
    assert len(pictures) == PICTURES
    assert all("@" in picture for picture in pictures)
    assert pictures[-1].count("#") > pictures[0].count("#")
    assert "error" not in "".join(pictures)
