"""The link to a server: connecting, entering, sending intents, and reconnecting after an outage."""
