// The start of the page: links inside it change the screen without loading anything anew.
import { followLinks, showAddress } from "./router.js";

document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  const tile = document.querySelector('[role=gridcell][tabindex="0"]');
  (tile ?? document.getElementById("screen")).focus();
});
followLinks();
showAddress();
