"""The code that both ends of Undertide share: messages, their encoding, and safe text. No I/O."""
