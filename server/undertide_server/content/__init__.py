"""Content: a preset's TOML, validated into frozen records. All faults are reported together."""
