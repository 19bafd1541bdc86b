"""Programs that play: the protocol they speak (docs/bot-protocol.md), and both of its ends."""
