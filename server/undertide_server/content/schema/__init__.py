"""Validation of TOML into records: fields, layers, keys and faults."""
