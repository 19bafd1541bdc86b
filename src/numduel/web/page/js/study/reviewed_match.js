// A match and its review: the positions, values and judgements that a review screen asks for.
import { request } from "../server/api.js";
import { isMistake } from "./progress_chart.js";

/**
 * @import { Created, Reason, ShownAnalysis, ShownPosition, ShownReview } from "../contract.js"
 * @import { Side } from "./play_from_here.js"
 */

const ENDED_BY_PEOPLE = ["resigned", "stopped", "forfeited"];

export class ReviewedMatch {
  /** @type {Map<number, Promise<ShownPosition>>} requested positions, by ply */
  #positions = new Map();
  /** @type {Promise<ShownAnalysis> | null} the analysis of the last position */
  #lastAnalysis = null;

  /** @param {string} id @param {string | null} token @param {ShownReview} review @param {ShownPosition} last */
  constructor(id, token, review, last) {
    this.at = { at: id, token };
    this.review = review;
    this.last = last;
    /** Indexes of the mistakes to try again: yours, or everyone's if you watch. */
    this.mistakes = review.plies.flatMap(({ mark, player }, index) => {
      const isOwn = player !== null && (!review.you.length || review.you.includes(player));
      return isOwn && isMistake(mark) ? [index] : [];
    });
  }

  /** Whether the game was over by its rules, not by a player. */
  get isOverByRules() {
    const { kind, reason } = this.review.status;
    return kind === "over" && !ENDED_BY_PEOPLE.includes(reason ?? "");
  }

  /** Return the position after a number of plies. @param {number} ply */
  async position(ply) {
    if (ply === this.review.plies.length) return this.last;
    const query = { ply, round: this.last.round };
    const position =
      this.#positions.get(ply) ?? request("GET /matches/{id}/positions", { ...this.at, query });
    this.#positions.set(ply, position);
    try {
      return await position;
    } catch (problem) {
      this.#positions.delete(ply);
      throw problem;
    }
  }

  /** Return the values of the moves after some plies; null if no player is to move. @param {number} ply */
  async values(ply) {
    const next = this.review.plies[ply];
    if (next) return next.player ? next.moves : null;
    if (this.isOverByRules) return null;
    const query = { ply, round: this.last.round };
    this.#lastAnalysis ??= request("GET /matches/{id}/analysis", { ...this.at, query });
    try {
      return (await this.#lastAnalysis).moves;
    } catch (problem) {
      this.#lastAnalysis = null;
      throw problem;
    }
  }

  /** Return the server's judgement of a move. @param {number} ply @param {string} move @returns {Promise<Reason>} */
  explain(ply, move) {
    const query = { ply, move, round: this.last.round };
    return request("GET /matches/{id}/why", { ...this.at, query });
  }

  /** Start a match from a position. @param {number} ply @param {Side} side @returns {Promise<Created>} */
  branch(ply, side) {
    const body = { ply, round: this.last.round, ...side };
    return request("POST /matches/{id}/branch", { ...this.at, body });
  }
}
