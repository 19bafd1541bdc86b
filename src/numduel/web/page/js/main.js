// The start of the page: links inside it change the screen without loading anything anew.
import { followLinks, showAddress } from "./router.js";

followLinks();
showAddress();
