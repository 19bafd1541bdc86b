// What is said in words: of tiles, of players, of turns and of ends, to the one who reads.

/** "8, 5 or 3" */
export function listed(words, last = "or") {
  return words.length < 2
    ? words.join("")
    : `${words.slice(0, -1).join(", ")} ${last} ${words[words.length - 1]}`;
}

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** "1 turn", "3 turns" */
export const counted = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;

// ---- tiles

/** What a screen reader says of a tile: "row 1, column 2: 5, Player 1 is here, you may choose this". */
export function labelOf(tile, model) {
  const { shape } = model;
  const place =
    shape.first === null
      ? []
      : [
          `row ${Math.floor(tile.index / shape.columns) + shape.first}, column ${(tile.index % shape.columns) + shape.first}: `,
        ];
  const said = [tile.hidden ? "hidden" : tile.label || "empty"];
  for (const player of tile.tokens) said.push(`Player ${player} is here`);
  for (const tag of tile.tags)
    if (!tile.hidden || tag.mark !== "?")
      said.push(tile.late && tag.mark === "?" ? "hidden until the end" : tag.meaning);
  if (shape.first !== null) {
    for (const player of tile.owners) {
      const isSaid = tile.tokens.includes(player) || tile.tags.some((tag) => tag.player === player);
      if (!isSaid) said.push(`chosen by Player ${player}`);
    }
  }
  if (tile.last) said.push("the last move");
  if (tile.allowed) said.push("you may choose this");
  return place + said.join(", ");
}

// ---- players

/** Whether a player is you and nobody else: on one screen both have names. */
export const isYou = (seen, player) => seen.you.length === 1 && seen.you[0] === player;

/** The name of a player or of a level, as it is written wherever it stands. */
export const nameOf = ({ name }) => capital(name);

/** What a player is called, to the one who reads. */
export const called = (seen, player) =>
  isYou(seen, player) ? "You" : nameOf(seen.view.players[player - 1]);

/** The player across the table: the other one, or Player 2 for those who watch. */
export const across = (seen) => (seen.you.length === 1 ? 3 - seen.you[0] : 2);

export const isPerson = (player) => player.who === "human";

/** Whether two people play, each at a place of their own. */
export const isByLink = (seen) => seen.view.players.every(isPerson) && seen.you.length < 2;

/** A line that names its players, to the one who reads: a line that begins with your name says "you". */
export function toReader(seen, line) {
  if (seen.you.length !== 1) return capital(line);
  const { name } = seen.view.players[seen.you[0] - 1];
  if (line.startsWith(`${name}'s `)) return `Your ${line.slice(name.length + 3)}`;
  return line.startsWith(`${name} `) ? `You ${line.slice(name.length + 1)}` : capital(line);
}

// ---- facts

/** The number that stands at a player's bar: the first of their facts that is one. */
export const figureOf = (view, player) =>
  view.picture.facts.find((fact) => fact.player === player && typeof fact.value === "number") ??
  null;

/** What else is known of a player (or, for null, of the game), as "label value". */
export function otherFacts(view, player) {
  const figure = player === null ? null : figureOf(view, player);
  return view.picture.facts
    .filter((fact) => fact.player === player && fact !== figure)
    .map((fact) => `${fact.label}: ${fact.value}`);
}

// ---- turns

/** What is written below the board: what came of the last turn, and what may be chosen. */
export const wordsOf = (seen) => told(seen, seen.view.said.slice(-1), choicesOf);

/** What is read out after a change: the whole of the last turn, whose turn it is, and what may be chosen. */
export const spokenOf = (seen) => told(seen, seen.view.said, spokenChoices);

function told(seen, lines, choices) {
  const { status } = seen.view;
  if (status.kind === "waiting") return ["Waiting for your friend."];
  if (status.kind === "over") return seen.view.said.map((line) => toReader(seen, line));
  const isMine = seen.you.includes(status.player);
  const next = isMine ? choices(seen) : `${called(seen, status.player)} to move.`;
  const facts = otherFacts(seen.view, null).map((fact) => `${fact}.`);
  return [...lines.map((line) => toReader(seen, line)), next, ...facts].filter(Boolean);
}

/** "Your turn. Take which number?": said once, whatever follows. */
function spokenChoices(seen) {
  const words = choicesOf(seen);
  if (!isYou(seen, seen.view.status.player)) return words;
  return `Your turn. ${capital(words.replace(/^Your turn: /, ""))}`;
}

/** "Yours: 8 or 5." where that is short and clear, else what the game asks; both when nothing has been done yet. */
function choicesOf(seen) {
  const { view } = seen;
  const asked = toReader(seen, view.prompt).replace(/ \([^)]*\)/, "");
  const tiles = view.picture.rows
    .flat()
    .filter((tile) => tile.move !== null && view.status.moves.includes(tile.move));
  const labels = tiles.map((tile) => tile.label);
  const isClear =
    tiles.length === view.status.moves.length &&
    labels.every(Boolean) &&
    new Set(labels).size === labels.length &&
    labels.length <= 4;
  if (!isClear) return asked;
  const may = `${called(seen, view.status.player)} may choose ${listed(labels)}.`;
  if (!view.plies.length) return `${asked} ${may}`;
  return isYou(seen, view.status.player) ? `Yours: ${listed(labels)}.` : may;
}

/** "3 × 3, to 15": how large a game is, and how far it goes. */
export function sizeWords(view) {
  const { rows, first } = view.picture;
  const limits = [1, 2].map((player) => figureOf(view, player)?.limit ?? null);
  const size = first === null ? [] : [`${rows.length} × ${rows[0].length}`];
  return (
    [...size, ...(limits[0] !== null && limits[0] === limits[1] ? [`to ${limits[0]}`] : [])].join(
      ", ",
    ) || view.game.title
  );
}

/** What stands below the title of a game: the score once there is one, else against whom and to what. */
export function subtitleOf(seen) {
  const { view } = seen;
  const limits = [1, 2].map((player) => figureOf(view, player)?.limit ?? null);
  const goal = limits[0] !== null && limits[0] === limits[1] ? ` · to ${limits[0]}` : "";
  return scoreWords(seen) ?? opponentWords(seen) + goal;
}

/** Who plays: "with Ann", "against Casual", "Ann and Bob". */
export function opponentWords(seen) {
  const [one, two] = seen.view.players;
  if (seen.you.length !== 1) return `${nameOf(one)} and ${nameOf(two)}`;
  const other = seen.view.players[across(seen) - 1];
  return `${isPerson(other) ? "with" : "against"} ${nameOf(other)}`;
}

/** The wins of both: "you 3 : 1 Ann"; null as long as there are none. */
function scoreWords(seen) {
  const { wins } = seen.view;
  if (!wins[0] && !wins[1]) return null;
  const me = seen.you.length === 1 ? seen.you[0] : 1;
  const names = [me, 3 - me].map((player) => (isYou(seen, player) ? "you" : called(seen, player)));
  return `${names[0]} ${wins[me - 1]} : ${wins[2 - me]} ${names[1]}`;
}

// ---- ends

/** "You win", "Bob wins", "Stopped" */
export function verdictOf(seen) {
  const { winner } = seen.view.status;
  if (winner === null) return "Stopped";
  return isYou(seen, winner) ? "You win" : `${called(seen, winner)} wins`;
}

/** What was said of how it ended, without the deed before it and without who won. */
export function howItEnded(seen) {
  const { said, status } = seen.view;
  if (status.winner === null) return said[said.length - 1] ?? "";
  return said.length > 1 ? toReader(seen, said[said.length - 2]) : "";
}

/** The sum that a winner's trail makes, where its numbers come to exactly what was wanted: [2, 7, 6]. */
export function sumOf(view) {
  const winner = view.status.winner;
  const figure = winner && figureOf(view, winner);
  if (!figure || figure.limit !== figure.value) return null;
  const tiles = view.picture.rows.flat();
  const start = tiles.findIndex(
    (tile, index) =>
      tile.tags.some((tag) => tag.player === winner && tag.mark === `p${winner}`) &&
      !view.trails[winner - 1].includes(index),
  );
  for (const trail of [
    view.trails[winner - 1],
    ...(start >= 0 ? [[start, ...view.trails[winner - 1]]] : []),
  ]) {
    const numbers = trail.map((index) => Number(tiles[index].label));
    if (
      numbers.length > 1 &&
      numbers.length <= 12 &&
      numbers.reduce((sum, number) => sum + number, 0) === figure.value
    )
      return numbers;
  }
  return null;
}

/** A sentence for others, which gives nothing away: "Won Number Maze in 6 turns." */
export function sharedResult(seen) {
  const { view } = seen;
  const turns = Math.max(0, ...view.plies.map((ply) => ply.turn));
  const { winner, reason } = view.status;
  const { title } = view.game;
  if (winner === null) return `Stopped ${title} after ${counted(turns, "turn")}`;
  const how = reason === "resigned" ? "by resignation" : `in ${counted(turns, "turn")}`;
  const who = isYou(seen, winner) ? "Won" : seen.you.length === 1 ? "Lost" : "";
  return `${who || `${called(seen, winner)} won`} ${title} ${how}`;
}

/** How a value of the engine is written on a tile, and read out. */
export function valueWords(value) {
  if (value.outcome === "win")
    return {
      text: value.turns ? `W${value.turns}` : "W",
      kind: "win",
      meaning: value.turns ? `wins in ${counted(value.turns, "turn")}` : "wins",
    };
  if (value.outcome === "loss")
    return {
      text: value.turns ? `L${value.turns}` : "L",
      kind: "loss",
      meaning: value.turns ? `loses in ${counted(value.turns, "turn")}` : "loses",
    };
  if (value.outcome === "endless") return { text: "=", kind: "even", meaning: "even" };
  const share = Math.round(value.chance_float * 100);
  if (value.outcome === "chance")
    return { text: `${share}%`, kind: "chance", meaning: `wins ${share} times in 100` };
  return {
    text: `~${share}%`,
    kind: "chance",
    meaning: `wins about ${share} times in 100, by estimate`,
  };
}
