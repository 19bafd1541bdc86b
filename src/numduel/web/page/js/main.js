// The start of the page: links inside it change the screen and load no document.
import { followLinks, hearFailures, showAddress } from "./router.js";
import { focusIn } from "./ui/dom.js";

document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  const tile = '[role=gridcell][tabindex="0"]';
  focusIn(document, document.querySelector(tile) ? tile : "#screen");
});
hearFailures();
followLinks();
showAddress();
