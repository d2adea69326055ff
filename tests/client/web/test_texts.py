"""The page's screens say what the terminal's say, word for word."""

import re
from pathlib import Path
from textwrap import dedent

import undertide_client
import undertide_shared
from support.client.texts import python_texts, script_texts
from undertide_client.web import read_modules

TERMINAL = Path(undertide_client.__file__).parent
SHARED = Path(undertide_shared.__file__).parent
SHEETS = "".join(file.read_text() for file in TERMINAL.glob("web/css/*.css"))
CLASSES = frozenset({*re.findall(r"\.([a-z][\w-]*)", SHEETS), "list", "form", "page"})
PAGE_ONLY = frozenset(
    {
        *("Pages of the help", "The records of this server", "The chronicles of its heroes"),
        "Begin the whole game at once. The form for a new run offers the tutorial, too.",
        "Other players see this name. This browser remembers it; the lobby changes it.",
        *("The floors of the run: the arrows move", ", not entered yet"),
        *(" This view shows floor {}, {}.", "The floors of the run: {} entered, {} ahead.{}"),
        (
            "It works on this machine alone. If the server lets in your network, open this page at "
            "the machine's address there: the link then has that address."
        ),
    }
)
"""Texts about what only a page has: browsers, touch and the like.

Modules without a twin at the terminal's path are about nothing else.
"""


def test_texts_of_the_screens_are_those_of_the_terminal() -> None:
    known = {text for file in TERMINAL.rglob("*.py") for text in python_texts(file.read_text())}
    other = {
        f"{path}: {text}"
        for path, source in read_modules().items()
        if has_twin(path)
        for text in script_texts(source)
        if is_told(text) and text not in known | PAGE_ONLY
    }
    assert other == set(), "write them as the terminal does, or name them in PAGE_ONLY"
    assert PAGE_ONLY.isdisjoint(known)


def has_twin(path: str) -> bool:
    """Return whether the terminal has a module of screens that does what the page's does."""
    if not path.startswith(("screens/", "words/")):
        return False
    module = path.removesuffix(".js") + ".py"
    return (TERMINAL / "screens" / module.removeprefix("screens/")).exists()


def is_told(text: str) -> bool:
    """Return whether a player reads a text: it has several words, and they are no classes."""
    words = text.split()
    return len(re.findall(r"[A-Za-z]{2,}", text)) > 1 and len(words) > 1 and not {*words} <= CLASSES


def test_texts_are_found_wherever_a_module_has_them() -> None:
    script = r"""
        // "a remark", /* "and another" */
        const one = "It strikes " + "you.", two = 'says "no"', odd = "a\u{2192}b \u2192 \"c\"\n";
        const three = `${count > 1 ? `${count} times ` : "once "}a ${names["}"]} for ${time}`;
        throw new Error("no text"); box.querySelector("b, i");
    """
    terminal = """
        one = "It strikes " "you."
        three = f"{f'{count} times ' if many else 'once '}a {names['}']} for {time:.0f}"
    """
    three = ["{} times ", "once ", "}", "{}a {} for {}"]
    found = [*script_texts(script)]
    assert found == ["It strikes you.", 'says "no"', 'a→b → "c"\n', *three]
    assert {*three, "It strikes you."} <= {*python_texts(dedent(terminal))}
