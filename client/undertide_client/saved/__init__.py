"""What the client keeps on disk: resume tokens and logins."""
