"""Write the page's copy of the commands and their keys: run this when they have changed.

    .venv/bin/python tests/client/web/renew_commands.py

`commands.js` holds what `undertide_client/keys` holds for the terminal and the window.
"""

import sys
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[2]))

import undertide_client.web
from support.client.page_scripts import constant, documented
from undertide_client.displays.key_names import MODIFIERS, NAMED
from undertide_client.keys import BINDINGS, DIRECTIONS, TENTHS, Binding, Context
from undertide_client.keys.names import SHOWN

COMMANDS: Final = Path(undertide_client.web.__file__).parent / "generated" / "commands.js"
HEAD: Final = """\
/**
 * The commands of a player and their keys. tests/client/web/renew_commands.py writes this file from
 * undertide_client/keys: change it there.
 */
"""


def main() -> None:
    """Write the file, and tell whether it has changed."""
    before = COMMANDS.read_text(encoding="utf-8") if COMMANDS.exists() else ""
    COMMANDS.write_text(script(), encoding="utf-8")
    print("changed" if before != script() else "unchanged")


def script() -> str:
    """Return the text of `commands.js`."""
    return "".join(
        [
            HEAD,
            documented("The places where keys have their own meaning, and their headings."),
            constant("CONTEXTS", {context.name: context.value for context in Context}),
            documented("The keys of each command in each context, and its help text."),
            constant("BINDINGS", [_binding(each) for each in BINDINGS]),
            documented("The steps of the commands that move: cells to the right, and down."),
            constant("DIRECTIONS", {each.name: step for each, step in DIRECTIONS.items()}),
            documented("The commands that go to a tenth of a run, from its beginning on."),
            constant("TENTHS", [each.name for each in TENTHS]),
            documented("Keys that people call otherwise."),
            constant("SHOWN_KEYS", SHOWN),
            documented("The keys that have a name, besides characters."),
            constant("NAMED_KEYS", sorted(NAMED)),
            documented("The keys held with others, in their order before a key."),
            constant("MODIFIERS", MODIFIERS),
        ]
    )


def _binding(binding: Binding) -> dict[str, object]:
    return {
        "context": binding.context.name,
        "command": binding.command.name,
        "keys": binding.keys,
        "help": binding.help,
    }


if __name__ == "__main__":
    main()
