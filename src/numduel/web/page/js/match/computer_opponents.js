// The computer opponents of the setup: levels and characters, with their ratings in the chosen game.
import { h } from "../ui/dom.js";
import { faceNode } from "../ui/face.js";
import { capitalise, formatCount } from "../text.js";

/** @import { Games, OpponentRating } from "../contract.js" */

/**
 * A computer opponent: its name, a sentence about it, and its rating in the game, if that was measured.
 * @typedef {{ id: string, name: string, about: string, rating: OpponentRating | undefined }} ComputerOpponent
 */

/** Return the ids of all computer opponents. @param {Games} catalogue */
export const computerIds = ({ levels, characters }) => [
  ...levels,
  ...characters.map(({ id }) => id),
];

/** Return the name of a computer opponent. @param {Games} catalogue @param {string} who */
export const computerName = ({ characters }, who) =>
  characters.find(({ id }) => id === who)?.name ?? capitalise(who);

/** Return how many there are: "6 levels and 6 characters". @param {Games} catalogue */
export const countComputers = ({ levels, characters }) =>
  [
    formatCount(levels.length, "level"),
    ...(characters.length ? [formatCount(characters.length, "character")] : []),
  ].join(" and ");

/** @param {Games} catalogue @param {string} game @returns {[levels: ComputerOpponent[], characters: ComputerOpponent[]]} */
const findOpponents = ({ levels, level_notes, level_ratings, characters }, game) => [
  levels.map((id) => ({
    id,
    name: capitalise(id),
    about: level_notes[id] ? `${level_notes[id]}.` : "",
    rating: level_ratings[id]?.[game],
  })),
  characters.map(({ id, name, portrait, ratings }) => ({
    id,
    name,
    about: portrait,
    rating: ratings[game],
  })),
];

/**
 * Return the choice of a computer opponent, with the sentence about the chosen one.
 * @param {Games} catalogue
 * @param {{ game: string, chosen: string, unrated: string }} setup `unrated`: why the rules have no ratings
 * @param {(who: string) => unknown} onPick
 */
export function computerOpponents(catalogue, { game, chosen, unrated }, onPick) {
  const [levels, characters] = findOpponents(catalogue, unrated ? "" : game);
  const now = [...levels, ...characters].find(({ id }) => id === chosen);
  /** @param {ComputerOpponent} opponent */
  const choice = ({ id, name, rating }) =>
    h(
      "label.opponent",
      h("input", {
        type: "radio",
        name: "level",
        value: id,
        checked: id === chosen,
        "aria-describedby": id === chosen ? "opponent-about" : null,
        on: { change: () => onPick(id) },
      }),
      h(
        "span.opponent-card",
        faceNode(id, { hasLevels: true }),
        h("b", name),
        rating && h("span.opponent-rating", h("span.unseen", "rating "), String(rating.value)),
      ),
    );
  return h(
    "fieldset.computers",
    h("legend.unseen", "Computer opponent"),
    h("div.levels", levels.map(choice)),
    h("div.characters", characters.map(choice)),
    h(
      "div.opponent-about",
      { id: "opponent-about" },
      h("span", now?.about ?? ""),
      h("span.small.muted", now?.rating ? `${now.rating.text}.` : unrated),
    ),
  );
}
