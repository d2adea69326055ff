"""The records that content files hold, and the whole ruleset."""
