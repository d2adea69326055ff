#!/usr/bin/env python3
"""Name each test that failed and then passed when it was repeated: a fault whose cause is unknown.

    python3 .ci/name_repeated.py FOLDER

FOLDER has pytest's reports of each run: NAME.first.xml, and NAME.again.xml where tests were
repeated. Their first failures are written to FOLDER/repeated.txt, and a summary to the output.
"""

import sys
from pathlib import Path
from xml.etree import ElementTree  # the reports are our own

FAILURES = ("failure", "error")


def failures_in(report: Path) -> "dict[str, str]":
    """Return what each failed test of a report said, by its id; empty without a report."""
    if not report.is_file():
        return {}
    said = {}
    for case in ElementTree.parse(str(report)).iter("testcase"):  # noqa: S314  (our own file)
        for fault in (child for child in case if child.tag in FAILURES):
            test = f"{case.get('file') or case.get('classname')}::{case.get('name')}"
            text = f"{fault.get('message') or ''}\n\n{fault.text or ''}"
            said.setdefault(test, text.strip())
    return said


def repeated_in(folder: Path) -> "list[tuple[str, str, str]]":
    """Return name of the run, id and first failure of each test that passed when repeated."""
    found = []
    for again in sorted(folder.glob("*.again.xml")):
        name = again.name[: -len(".again.xml")]
        first = failures_in(folder / f"{name}.first.xml")
        second = failures_in(again)
        found += [(name, test, said) for test, said in first.items() if test not in second]
    return found


def main(folder: Path) -> None:
    """Write the report of a folder, and a summary if there is anything to look at."""
    repeated = repeated_in(folder)
    report = folder / "repeated.txt"
    texts = [f"{test}  (run: {name})\n\n{said}\n" for name, test, said in repeated]
    report.write_text(f"\n{'=' * 80}\n".join(texts), encoding="utf-8")
    if not repeated:
        return
    print(f"\n{'!' * 80}")
    print(f"FAULTS TO LOOK AT: {len(repeated)} failed, and passed only when repeated.")
    for name, test, said in repeated:
        print(f"  {test}  (run: {name})\n      {said.partition(chr(10))[0]}")
    print(f"Their first failures are in {report}. Find the cause of each: see CONTRIBUTING.md.")
    print("!" * 80)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
