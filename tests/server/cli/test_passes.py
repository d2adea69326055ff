"""The command that `undertide admin --cluster` calls."""

from contextlib import closing

from click.testing import CliRunner

from undertide_server.accounts.database import open_accounts
from undertide_server.accounts.operators import OperatorPasses
from undertide_server.cli.accounts import accounts
from undertide_server.cli.passes import operator_pass
from undertide_server.store.engine.address import PostgresAddress
from undertide_shared.command import CLUSTER_VARIABLE


def test_it_prints_a_pass_that_counts(postgres_url: str) -> None:
    result = CliRunner().invoke(operator_pass, [], env={CLUSTER_VARIABLE: postgres_url})
    assert result.exit_code == 0, result.output
    with closing(open_accounts(PostgresAddress.parse(postgres_url))) as connection:
        assert OperatorPasses(connection).is_valid(bytes.fromhex(result.stdout.strip()))


def test_it_needs_a_database_that_answers() -> None:
    none = CliRunner().invoke(operator_pass, [], env={CLUSTER_VARIABLE: None})
    assert none.exit_code == 2
    url = "postgresql://ann:swordfish@127.0.0.1:1/none"
    silent = CliRunner().invoke(operator_pass, [], env={CLUSTER_VARIABLE: url})
    assert silent.exit_code == 1
    assert "can't be reached" in silent.output
    assert "swordfish" not in silent.output


def test_it_makes_no_tables_in_a_database_that_is_none_of_a_server(empty_postgres_url: str) -> None:
    variables = {CLUSTER_VARIABLE: empty_postgres_url}
    for command, words in ((operator_pass, []), (accounts, ["list"])):
        for _ in range(2):
            refused = CliRunner().invoke(command, words, env=variables)
            assert refused.exit_code == 1
            assert "has no tables yet" in refused.output
