"""What both ends of Undertide must agree on: messages, their encoding, and safe text. No I/O."""
