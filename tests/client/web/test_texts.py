"""The page's screens say what the terminal's say, word for word."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import undertide_client
import undertide_shared
from undertide_client.web import read_modules

OPEN = "{}"
COMMENT = re.compile(r"/\*.*?\*/|(?<![:\\])//[^\n]*", re.DOTALL)
JOINED = re.compile(r"\s*\+\s*(?=[\"'`])")
"""What stands between two parts of one text."""
UNTOLD = re.compile(
    r"(?:\b(?:Error|querySelector|querySelectorAll|closest|matches)\(|\b(?:style|className) = )$"
)
"""What stands before texts that no player reads: errors of the program, selectors and classes."""
ESCAPE = re.compile(r"\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|(.))")
NAMED_ESCAPES = {"n": "\n", "t": "\t"}


def python_texts(source: str) -> Iterator[str]:
    """Yield each text of a module in Python."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.JoinedStr):
            yield "".join(
                str(part.value) if isinstance(part, ast.Constant) else OPEN for part in node.values
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def script_texts(source: str) -> Iterator[str]:
    """Yield each text of a module in JavaScript, and those inside of its open places.

    Texts of `UNTOLD` are left out.
    """
    code, at, whole = COMMENT.sub("", source), 0, ""
    while at < len(code):
        if code[at] not in "\"'`":
            at += 1
            continue
        told = not UNTOLD.search(code, max(0, at - 20), at)
        text, inner, at = _literal(code, at)
        for each in inner:
            yield from script_texts(each)
        whole += text
        joined = JOINED.match(code, at)
        if joined:
            at = joined.end()
            continue
        if told:
            yield whole
        whole = ""


def _literal(code: str, start: int) -> tuple[str, list[str], int]:
    """Return the text that begins at a quote, the code of its open places, and where it ends."""
    quote, at = code[start], start + 1
    text, inner = "", []
    while code[at] != quote:
        if escape := ESCAPE.match(code, at):
            text, at = text + _escaped(escape), escape.end()
        elif quote == "`" and code.startswith("${", at):
            end = _closing(code, at + 2)
            inner.append(code[at + 2 : end])
            text, at = text + OPEN, end + 1
        else:
            text, at = text + code[at], at + 1
    return text, inner, at + 1


def _closing(code: str, at: int) -> int:
    """Return where the brace closes that was opened before `at`."""
    depth = 0
    while depth or code[at] != "}":
        if code[at] in "\"'`":
            at = _literal(code, at)[2]
            continue
        depth += {"{": 1, "}": -1}.get(code[at], 0)
        at += 1
    return at


def _escaped(escape: re.Match[str]) -> str:
    point = escape[1] or escape[2]
    return chr(int(point, 16)) if point else NAMED_ESCAPES.get(escape[3], escape[3])


TERMINAL = Path(undertide_client.__file__).parent
SHARED = Path(undertide_shared.__file__).parent
SHEETS = "".join(file.read_text() for file in TERMINAL.glob("web/css/*.css"))
CLASSES = frozenset({*re.findall(r"\.([a-z][\w-]*)", SHEETS), "list", "form", "page"})
PAGE_ONLY = frozenset(
    {
        *("Pages of the help", "The records of this server", "The chronicles of its heroes"),
        *("Save picture", "Copy as text", "Its card comes with the end of the run."),
        "Continue, in the lobby, goes on with it.",
        "asleep: a tap wakes",
        "Other players see this name. This browser remembers it; the lobby changes it.",
        *("The floors of the run: the arrows move", ", not entered yet"),
        *(" This view shows floor {}, {}.", "The floors of the run: {} entered, {} ahead.{}"),
        "The link as a QR code, for the camera of a phone",
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
