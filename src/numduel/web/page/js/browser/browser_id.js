// The id of this browser, which keeps its counts apart from those of other browsers.
import { createToken } from "./seats.js";
import { read, write } from "./storage.js";

/** Return the id of this browser: random, and never sent to a server. */
export function browserId() {
  const saved = read("browser", "");
  if (saved) return saved;
  const id = createToken();
  write("browser", id);
  return id;
}
