"""Check the rules that ship, and keep their digest: run this after each change of them.

Run it with the Python that the tests run with: `python tests/data/renew_checked.py`. A server that
finds rules with another digest checks them anew at each start.
"""

from importlib.resources import files
from pathlib import Path

from undertide_server.content.load import CHECKED, CONFIG, digest_of_shipped, load_rulesets


def main() -> None:
    """Run every check, and write the digest. Raises ContentError with the faults, if any."""
    load_rulesets(trusts_shipped=False)
    Path(str(files(CONFIG) / CHECKED)).write_text(f"{digest_of_shipped()}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
