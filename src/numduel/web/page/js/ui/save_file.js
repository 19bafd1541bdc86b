// Download a text as a file.
import { h } from "./dom.js";

/** Save a text as a file. @param {string} name @param {string} text */
export function saveFile(name, text, type = "text/plain") {
  const href = URL.createObjectURL(new Blob([text], { type }));
  const link = h("a", { href, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
