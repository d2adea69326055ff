"""The seam between the store and its database."""
