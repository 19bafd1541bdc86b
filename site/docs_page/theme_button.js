// The button for dark or light colours. theme.js of the page reads the same setting and applies it.
const KEY = "numduel.settings";

/** @returns {Record<string, unknown>} */
function readSettings() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** Show the button, unless the browser stores nothing. */
export function addThemeButton() {
  const button = document.querySelector(".theme-button");
  if (!(button instanceof HTMLButtonElement)) return;
  const root = document.documentElement;
  const show = () => button.setAttribute("aria-pressed", String(root.dataset.theme === "dark"));
  button.addEventListener("click", () => {
    const theme = root.dataset.theme === "dark" ? "light" : "dark";
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...readSettings(), theme }));
    } catch {
      return;
    }
    dispatchEvent(new Event("numduel:settings"));
  });
  new MutationObserver(show).observe(root, { attributeFilter: ["data-theme"] });
  show();
  button.hidden = false;
}
