"""Games for agents, in the form that they already use: each way in is a file."""
