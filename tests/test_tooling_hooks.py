"""Hooks of pre-commit: the checks of run.py, with the tools that it installs."""

import re
import runpy
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOOKS = (ROOT / ".pre-commit-config.yaml").read_text()


def values(key: str) -> list[str]:
    """Return what the hooks say for a key, in their order."""
    return re.findall(rf"^ +(?:- )?{key}: (.+)$", HOOKS, re.MULTILINE)


def test_hooks_run_the_checks_of_run_py_in_their_order() -> None:
    checks = runpy.run_path(str(ROOT / "run.py"))["CHECKS"]
    assert values("entry") == [f".venv/bin/{' '.join(check)}" for check in checks]
    assert values("name") == [" ".join(check[:2]) for check in checks]


def test_hooks_check_the_whole_checkout() -> None:
    assert values("pass_filenames") == ["false"] * len(values("entry"))


def test_hooks_name_no_address_and_no_version() -> None:
    assert values("repo") == ["local"]
    assert values("language") == ["system"] * len(values("entry"))
    assert not re.search(r"rev:|://|==|additional_dependencies", HOOKS)
