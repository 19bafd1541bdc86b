#!/bin/sh
# A bot that plays the first legal move. It needs only a shell and sed, because every message from
# numduel starts with its type and has no spaces between its parts (docs/bot-protocol.md).
while read -r line; do
    case $line in
    '{"type":"hello"'*)
        echo '{"type": "hello", "protocol": 1, "name": "first move"}'
        ;;
    '{"type":"turn"'*)
        printf '%s\n' "$line" | sed 's/.*"moves":\["\([^"]*\)".*/{"type": "move", "move": "\1"}/'
        ;;
    esac
done
