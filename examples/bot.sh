#!/bin/sh
# A bot that plays the first legal move. It needs nothing but a shell and sed: what numduel writes
# begins with its type, has no spaces between its parts, and ends with the moves and the seconds
# (docs/bot-protocol.md).
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
