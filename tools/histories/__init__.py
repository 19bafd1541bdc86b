"""Histories of requests to servers under faults, and a check that they are linearizable."""
