"""Settings and presets of Undertide, as TOML."""
