"""What heroes do: intents, and the actions that they ask for."""
