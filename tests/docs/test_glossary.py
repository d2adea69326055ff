"""docs/glossary.md defines each term once."""

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "glossary.md").read_text(encoding="utf-8")
TERM = re.compile(r"^- \*\*(.+?)\*\*", re.MULTILINE)
GROUPS = [TERM.findall(group) for group in PAGE.split("\n## ")[1:]]
MOST_SENTENCES = 2


def test_every_term_is_defined_once() -> None:
    terms = [term for group in GROUPS for term in group]
    assert len(set(terms)) == len(terms) > 0


def test_terms_of_a_group_are_in_order() -> None:
    assert [sorted(group) for group in GROUPS] == GROUPS


def test_every_entry_is_a_term_and_a_short_definition() -> None:
    entries = re.split(r"^- ", PAGE.partition("\n## ")[2], flags=re.MULTILINE)[1:]
    for entry in entries:
        text = " ".join(entry.partition("\n\n")[0].split())
        assert re.fullmatch(r"\*\*[^*]+\*\*( \(`\w+`\))?: .+\.", text), text
        assert len(re.findall(r"\.(?= |$)", text)) <= MOST_SENTENCES, text
