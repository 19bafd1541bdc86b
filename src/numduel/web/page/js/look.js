// How the page looks, set before it is drawn, and what it says when its modules cannot be loaded.
(() => {
  // Colours and motion: the person's choice, or else what their system prefers.
  const media = {
    dark: matchMedia("(prefers-color-scheme: dark)"),
    more: matchMedia("(prefers-contrast: more)"),
    still: matchMedia("(prefers-reduced-motion: reduce)"),
  };

  function chosen() {
    try {
      return JSON.parse(localStorage.getItem("numduel.settings") ?? "{}") ?? {};
    } catch {
      return {};
    }
  }

  function apply() {
    const { theme = "auto", contrast = "auto", motion = "auto" } = chosen();
    /** @type {(choice: string, yes: string, asked: MediaQueryList) => boolean} */
    const is = (choice, yes, asked) => (choice === "auto" ? asked.matches : choice === yes);
    const root = document.documentElement;
    root.dataset.theme = is(theme, "dark", media.dark) ? "dark" : "light";
    root.dataset.contrast = is(contrast, "more", media.more) ? "more" : "normal";
    root.dataset.motion = is(motion, "none", media.still) ? "none" : "full";
    const colour = getComputedStyle(root).getPropertyValue("--bg").trim();
    document.querySelector("meta[name=theme-color]")?.setAttribute("content", colour);
  }

  for (const asked of Object.values(media)) asked.addEventListener("change", apply);
  addEventListener("numduel:settings", apply);
  addEventListener("storage", apply);
  apply();

  /** @param {Event} event */
  function sayUnloaded({ target }) {
    const screen = document.getElementById("screen");
    if (!(target instanceof HTMLScriptElement) || !screen) return;
    const words = document.createElement("p");
    words.className = "loading muted";
    words.setAttribute("role", "alert");
    words.textContent = "This page could not be loaded in full. Load it again.";
    screen.replaceChildren(words);
  }

  addEventListener("error", sayUnloaded, true);
})();
