"""Checks for faults between records, which no record can find alone. `registry` lists them all."""
