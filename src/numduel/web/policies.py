"""Content security policies: what the page may load and run."""

from __future__ import annotations

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
    "trusted-types 'none'"
)
"""Policy of every answer that doesn't set its own."""

OFFLINE_POLICY = POLICY.replace("trusted-types 'none'", "trusted-types numduel")
"""Policy of the page on a server with the edition for offline play: it has service workers."""

SITE_POLICY = OFFLINE_POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
"""Policy of that edition, also for its workers: they compile WebAssembly."""
