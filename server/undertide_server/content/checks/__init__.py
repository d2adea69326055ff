"""Faults between records: what no record can know alone. `registry` names every check."""
