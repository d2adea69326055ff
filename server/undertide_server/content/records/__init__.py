"""The records of content files, and the ruleset that holds them all."""
