"""The Undertide client: connects, mirrors what its view may know, and draws it."""
