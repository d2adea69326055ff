"""Statements are turned into those that psycopg takes."""

import pytest

from undertide_server.store.engine.postgres.dialect import translated


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("SELECT ?, ?", "SELECT %s, %s"),
        ("SELECT :one, :other_2", "SELECT %(one)s, %(other_2)s"),
        ("SELECT 1::bigint, a % 2", "SELECT 1::bigint, a %% 2"),
        ("SELECT '?', ':no', '%', 'it''s ?', ?", "SELECT '?', ':no', '%%', 'it''s ?', %s"),
        ('SELECT "a?" FROM t -- why?\nWHERE a = ?', 'SELECT "a?" FROM t -- why?\nWHERE a = %s'),
        ("changed := OLD.id", "changed := OLD.id"),
    ],
)
def test_parameters_are_named_as_psycopg_names_them(statement: str, expected: str) -> None:
    assert translated(statement) == expected
