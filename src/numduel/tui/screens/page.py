"""The base class of all screens, which handles keys in the order they were typed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message_pump import Callback
from textual.screen import Screen

from ..background import Background
from ..base_app import BaseApp
from ..textual_private import bindings_of, ignore_mouse_on_removed, is_closing


class Page(Screen[None]):
    """A screen that handles all of its keys itself, one after the other.

    Textual passes a key to the focused widget, then up to the screen and the app, which looks up
    its action. A fast typist is several keys ahead by then, and some would overtake others when a
    screen opens. So the app queues all keys, and the top screen takes them one by one.
    """

    app: BaseApp

    KEYS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "keys", "Keys", key_display="?", tooltip="list all keys"),
        Binding("escape", "leave", "Back", key_display="Esc", tooltip="go back"),
    ]
    """The keys of nearly every screen, after its own."""

    def __init__(self) -> None:
        super().__init__()
        self.background = Background(self)
        ignore_mouse_on_removed(self)

    def on_screen_resume(self) -> None:
        self.set_class(self.app.settings.ascii, "-ascii")
        self.app.check_data_folder()

    async def on_event(self, event: events.Event) -> None:
        """Handle events as Textual does; while the screen closes, only those of its end."""
        if isinstance(event, events.Unmount | events.ScreenSuspend) or not is_closing(self):
            await super().on_event(event)

    # ---- keys

    def process_keys(self) -> None:
        """Handle pending keys after everything that came before them."""
        self.call_later(self._handle_next_key)

    async def _handle_next_key(self) -> None:
        if not self.is_active:
            self.app.process_keys()
        elif self.app.pending_keys:
            await self.process_key(self.app.pending_keys.popleft())
            self.app.process_keys()

    async def process_key(self, event: events.Key) -> bool:
        """Run the action of a key: of the focused widget, of one around it, or of the screen.

        Screens with a widget that handles keys first override this.
        """
        for widget in (self.focused or self).ancestors_with_self:
            if widget is self:
                return await self.press(event.key)
            for binding in bindings_of(widget).get(event.key, ()):
                if await self.app.run_action(binding.action, widget):
                    return True
        return False

    async def press(self, key: str) -> bool:
        """Run the action of a key of this screen; return False if it has no such key."""
        bindings = bindings_of(self).get(key, ())
        for binding in bindings:
            if self.check_action(binding.action, ()):
                await self.run_action(binding.action)
                break
        return bool(bindings)

    # ---- opening and closing screens

    def open(self, screen: Screen[None], then: Callable[[None], None] | None = None) -> None:
        """Open a screen on top of this one, unless an earlier key has opened one."""
        if self.is_active:
            self.app.push_screen(screen, then)

    def action_leave(self) -> None:
        """Close this screen, unless another is on top of it."""
        if self.is_active:
            self.dismiss()

    def call_after_refresh(self, callback: Callback, *args: Any, **kwargs: Any) -> bool:
        """Call back as Textual does, unless the screen has been closed by then."""

        def if_open() -> Any:
            is_open = self in self.app.screen_stack and not is_closing(self)
            return callback(*args, **kwargs) if is_open else None

        return super().call_after_refresh(if_open)

    # ---- the list of keys

    @property
    def legend(self) -> dict[str, str]:
        """The entries of the list of keys besides the bindings."""
        return {}

    def action_keys(self) -> None:
        self.app.show_keys()
