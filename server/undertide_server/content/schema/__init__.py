"""How TOML becomes validated records: fields, layers, keys, faults."""
