"""A process has the game's own repertoire, and finds extensions before it says so."""

import os
import subprocess
import sys

from support.content.extensions import EXAMPLES
from support.content.repertoire import REPERTOIRE
from undertide_server.content.discovery import FOLDER_VARIABLE
from undertide_server.extending.loading import repertoire_of_this_process

ASKED = """
from undertide_server.extending.loading import repertoire_of_this_process
from undertide_server.content.schema.extensions import installed
repertoire_of_this_process()
print(*installed())
"""


def test_without_extensions_it_is_the_games_own() -> None:
    found = repertoire_of_this_process()
    assert found.systems == REPERTOIRE.systems
    assert found.words == {}


def test_a_process_finds_the_folder_that_its_variable_names() -> None:
    folder = EXAMPLES / "light_thief"
    told = subprocess.run(
        [sys.executable, "-c", ASKED],
        env={**os.environ, FOLDER_VARIABLE: str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.split() == ["light_thief"]
