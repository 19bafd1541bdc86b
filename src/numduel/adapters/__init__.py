"""Environments, models and assistants: one module per library or protocol."""
