// The theme and the outline of the first screen, set before the page is drawn, and a message if the script fails to load.
(() => {
  // Settings of this browser win over the preferences of the system.
  const media = {
    dark: matchMedia("(prefers-color-scheme: dark)"),
    more: matchMedia("(prefers-contrast: more)"),
    still: matchMedia("(prefers-reduced-motion: reduce)"),
  };

  function readSettings() {
    try {
      return JSON.parse(localStorage.getItem("numduel.settings") ?? "{}") ?? {};
    } catch {
      return {};
    }
  }

  function apply() {
    const { theme = "auto", contrast = "auto", motion = "auto" } = readSettings();
    /** @type {(choice: string, value: string, query: MediaQueryList) => boolean} */
    const is = (choice, value, query) => (choice === "auto" ? query.matches : choice === value);
    const root = document.documentElement;
    root.dataset.theme = is(theme, "dark", media.dark) ? "dark" : "light";
    root.dataset.contrast = is(contrast, "more", media.more) ? "more" : "normal";
    root.dataset.motion = is(motion, "none", media.still) ? "none" : "full";
    const colour = getComputedStyle(root).getPropertyValue("--bg").trim();
    document.querySelector("meta[name=theme-color]")?.setAttribute("content", colour);
  }

  for (const query of Object.values(media)) query.addEventListener("change", apply);
  addEventListener("numduel:settings", apply);
  addEventListener("storage", apply);
  apply();

  const { dataset } = document.documentElement;
  const fragment = location.hash.startsWith("#/") ? location.hash.slice(1).split("?")[0] : "/";
  const path = dataset.routes === "hash" ? fragment : location.pathname; // as location.js reads it
  const isBoard = /^\/(m\/.|puzzle$|duel$|learn\/.)/.test(path);
  dataset.first = /^\/m\/[^/]+$/.test(path) ? "match" : isBoard ? "board" : "list";
  for (const event of ["numduel:go", "popstate"]) addEventListener(event, () => delete dataset.first);

  /** @param {Event} event */
  function showLoadError({ target }) {
    const screen = document.getElementById("screen");
    if (!(target instanceof HTMLScriptElement) || !screen) return;
    const message = document.createElement("p");
    message.className = "loading muted";
    message.setAttribute("role", "alert");
    message.textContent = "This page didn't load completely. Reload it.";
    screen.replaceChildren(message);
  }

  addEventListener("error", showLoadError, true);
})();
