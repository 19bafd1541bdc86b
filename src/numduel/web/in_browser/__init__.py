"""The server's routes inside a browser: matches in IndexedDB, the engine in a second worker."""
