"""A screen of the app: what is typed is done in the order in which it was typed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message_pump import Callback
from textual.screen import Screen

from ..background import Background
from ..base_app import BaseApp
from ..textual_private import ignore_mouse_on_removed, is_going, keys_of


class Page(Screen[None]):
    """A screen whose keys are all heard in one place, one after the other.

    Textual hands a key to the widget in focus, from there up to the screen, and only at last to the
    app, which looks up what it does: a fast typist is several keys ahead by then, and some of them
    would overtake others where a screen is opened. So the app only keeps what is typed, and
    whichever screen is on top takes one key after the other from there.
    """

    app: BaseApp

    KEYS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "keys", "Keys", key_display="?", tooltip="all keys"),
        Binding("escape", "leave", "Back", key_display="Esc", tooltip="back"),
    ]
    """What nearly every screen has, behind its own keys."""

    def __init__(self) -> None:
        super().__init__()
        self.background = Background(self)
        ignore_mouse_on_removed(self)

    def on_screen_resume(self) -> None:
        self.set_class(self.app.settings.ascii, "-ascii")

    async def on_event(self, event: events.Event) -> None:
        """Handle events as Textual does, but on a screen that is going only those of its end."""
        if isinstance(event, events.Unmount | events.ScreenSuspend) or not is_going(self):
            await super().on_event(event)

    # ---- keys

    def hear(self) -> None:
        """There are keys to be taken, when all that came before them has been done."""
        self.call_later(self._take_next)

    async def _take_next(self) -> None:
        if not self.is_active:
            self.app.hear()
        elif self.app.typed:
            await self.takes(self.app.typed.popleft())
            self.app.hear()

    async def takes(self, event: events.Key) -> bool:
        """Do what a key stands for where the focus is, or around it, or on the whole screen.

        A screen with a part that hears keys first overrides this.
        """
        for widget in (self.focused or self).ancestors_with_self:
            if widget is self:
                return await self.press(event.key)
            for binding in keys_of(widget).get(event.key, ()):
                if await self.app.run_action(binding.action, widget):
                    return True
        return False

    async def press(self, key: str) -> bool:
        """Do what a key of this screen stands for; False if it has no such key."""
        bindings = keys_of(self).get(key, ())
        for binding in bindings:
            if self.check_action(binding.action, ()):
                await self.run_action(binding.action)
                break
        return bool(bindings)

    # ---- from screen to screen

    def open(self, screen: Screen[None], then: Callable[[None], None] | None = None) -> None:
        """Another screen on top of this one; not if an earlier key has opened one."""
        if self.is_active:
            self.app.push_screen(screen, then)

    def action_leave(self) -> None:
        """Back to where this screen was opened; not while another is on top of it."""
        if self.is_active:
            self.dismiss()

    def call_after_refresh(self, callback: Callback, *args: Any, **kwargs: Any) -> bool:
        """As Textual does, but not if the screen has been closed meanwhile."""

        def if_open() -> Any:
            is_open = self in self.app.screen_stack and not is_going(self)
            return callback(*args, **kwargs) if is_open else None

        return super().call_after_refresh(if_open)

    # ---- the list of keys

    @property
    def legend(self) -> dict[str, str]:
        """What the list of keys says besides the keys."""
        return {}

    def action_keys(self) -> None:
        self.app.show_keys()
