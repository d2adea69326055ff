"""Looking at content as text must not wait for what only pictures need."""

import subprocess
import sys

SCRIPT = """
import sys
import undertide_server.inspection.curve
import undertide_server.inspection.floor
import undertide_server.inspection.roster
print(sorted({"matplotlib", "PIL"} & set(sys.modules)))
"""


def test_what_draws_is_imported_only_to_draw() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
