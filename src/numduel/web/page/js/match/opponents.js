// The opponents that the setup offers besides the computer.
import { hasLinks } from "../edition.js";

export const FRIEND = "friend";
export const HERE = "here";
export const LETTER = "letter";

/** A friend on another device: by link, or by letter without a server. */
export const REMOTE = hasLinks
  ? { who: FRIEND, title: "Friend, by link", about: "They only need a browser" }
  : { who: LETTER, title: "Friend, by letter", about: "Each move makes a link to send" };

/** Text of the button that starts a match. @type {Record<string, string>} */
export const START_LABELS = {
  [FRIEND]: "Create invite link",
  [HERE]: "Play on this screen",
  [LETTER]: "Start game by letter",
};
