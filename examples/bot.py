#!/usr/bin/env python3
"""A bot that plays random legal moves. It needs only Python (docs/bot-protocol.md)."""

import json
import random
import sys


def say(message: dict[str, object]) -> None:
    print(json.dumps(message), flush=True)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say({"type": "hello", "protocol": 1, "name": "any move"})
    elif message["type"] == "turn":
        say({"type": "move", "move": random.choice(message["moves"])})
