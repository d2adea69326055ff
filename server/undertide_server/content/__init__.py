"""Content: TOML of a preset, validated into frozen records. All faults are reported together."""
