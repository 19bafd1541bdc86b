"""`python -m numduel` is `numduel`."""

from .cli import main

raise SystemExit(main())
