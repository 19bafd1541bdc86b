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

  const { classList, dataset } = document.documentElement;

  // The documentation's script adds these classes later, when all styles would be calculated again.
  if (classList.replace("no-js", "js")) classList.add("js-focus-visible");

  /** Return the path of the screen, as location.js reads it; that of a match for a letter. */
  function screenPath() {
    const { hash, pathname } = location;
    if (dataset.routes !== "hash") return pathname;
    if (hash.startsWith("#game=")) return "/m/letter";
    return hash.startsWith("#/") ? hash.slice(1).split("?")[0] : "/";
  }

  /** Show the outline of the screen while it loads. */
  function outline() {
    const path = screenPath();
    const isBoard = /^\/(m\/.|puzzle$|learn\/.)/.test(path);
    dataset.first = /^\/m\/[^/]+$/.test(path) ? "match" : isBoard ? "board" : "list";
  }

  /** Later screens load at once, except in the edition without a server until its Python is ready. */
  function outlineLater() {
    if (dataset.python === "progress") outline();
    else delete dataset.first;
  }

  outline();
  for (const event of ["numduel:go", "popstate"]) addEventListener(event, outlineLater);

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
