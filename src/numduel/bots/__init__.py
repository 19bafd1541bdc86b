"""Bots: programs that play through the bot protocol (docs/bot-protocol.md), and both its ends."""
