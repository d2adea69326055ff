"""The clock of the gateway: timers, and when each session advances."""
