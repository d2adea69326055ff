"""The client's files: resume tokens and logins."""
