// The script of every documentation page. The colours follow the settings of the page in play/.
import { addThemeButton } from "./theme_button.js";

addThemeButton();
