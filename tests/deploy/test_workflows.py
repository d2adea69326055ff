"""The workflows and issue forms of forges are what their schemas allow."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CHECKS = [
    (["--builtin-schema", "vendor.github-workflows"], ".github/workflows/*.yml"),
    (["--builtin-schema", "custom.github-workflows-require-timeout"], ".github/workflows/*.yml"),
    (["--builtin-schema", "vendor.github-issue-config"], ".github/ISSUE_TEMPLATE/config.yml"),
    (["--builtin-schema", "vendor.github-issue-forms"], ".github/ISSUE_TEMPLATE/[!c]*.yml"),
    (
        ["--builtin-schema", "vendor.gitlab-ci", "--data-transform", "gitlab-ci"],
        ".gitlab-ci.yml",
    ),
]
"""The schemas of check-jsonschema, and the files that each is for."""


def checked(options: list[str], *paths: Path) -> subprocess.CompletedProcess[str]:
    called = [sys.executable, "-P", "-m", "check_jsonschema", *options, *map(str, paths)]
    return subprocess.run(called, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(("options", "pattern"), CHECKS, ids=str)
def test_a_forge_takes_the_files_that_are_for_it(options: list[str], pattern: str) -> None:
    paths = sorted(ROOT.glob(pattern))
    assert paths
    done = checked(options, *paths)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


def test_a_step_that_no_forge_knows_is_found(tmp_path: Path) -> None:
    wrong = (ROOT / ".github/workflows/tests.yml").read_text().replace("runs-on:", "runs-at:")
    path = tmp_path / "tests.yml"
    path.write_text(wrong)
    assert checked(CHECKS[0][0], path).returncode == 1
