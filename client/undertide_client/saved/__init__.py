"""The client's files: resume tokens, logins, the player's profile, and the list of saved runs."""
