"""The link to a server: connecting, entering, sending intents, coming back after an outage."""
