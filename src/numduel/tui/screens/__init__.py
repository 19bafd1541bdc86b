"""The screens of the app, each in a file of its own, with its looks beside it."""
