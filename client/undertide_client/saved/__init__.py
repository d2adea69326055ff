"""The client's files: resume tokens, logins, and the list of runs that `play` keeps."""
