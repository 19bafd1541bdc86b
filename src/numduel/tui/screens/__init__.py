"""The screens of the app, each in its own file with its style sheet."""
