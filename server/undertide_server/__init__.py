"""The Undertide server: sessions, the simulation inside them, and the edge around them."""
