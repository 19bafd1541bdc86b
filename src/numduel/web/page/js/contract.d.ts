// Types of everything that the server answers. Written by `make contract`.

/** A game with its options. */
export interface Game {
  id: string;
  title: string;
  options: { [key: string]: boolean | number | string };
  /** row by row, with ? for hidden numbers; null if there is no board */
  board: string | null;
}

/** The value of a position for the player to move. */
export interface Value {
  outcome: "win" | "loss" | "draw" | "endless" | "chance" | "unknown";
  /** turns (both players') until the end */
  turns: number | null;
  /** chance to win: exact, or an estimate if the outcome is unknown; if chance decides, a draw counts half */
  chance: string;
  /** the same as a number */
  chance_float: number;
}

/** A value as screens show it. */
export interface ShownValue {
  outcome: "win" | "loss" | "draw" | "endless" | "chance" | "unknown";
  /** turns (both players') until the end */
  turns: number | null;
  /** chance to win: exact, or an estimate if the outcome is unknown; if chance decides, a draw counts half */
  chance: string;
  /** the same as a number */
  chance_float: number;
  /** on a tile: "W3", "L2", "D", "=", "62%" or "~62%" */
  sign: string;
  /** the colour of the sign */
  kind: "win" | "loss" | "draw" | "endless" | "chance";
  /** "wins in 3 turns" */
  words: string;
}

/** A sign on tiles and its meaning. */
export interface Sign {
  kind: "win" | "loss" | "draw" | "endless" | "chance";
  sign: string;
  words: string;
}

/** The values of a position and its moves. */
export interface Analysis {
  /** the player to move; values are for this player */
  player: 1 | 2;
  /** the best moves */
  best: string[];
  /** "exact", or how it was estimated */
  how: string;
  value: Value;
  /** the value of each move, for the player who makes it */
  moves: { [key: string]: Value };
}

/** The values of a position and its moves, with signs and text. */
export interface ShownAnalysis {
  /** the player to move; values are for this player */
  player: 1 | 2;
  /** the best moves */
  best: string[];
  /** "exact", or how it was estimated */
  how: string;
  value: ShownValue;
  /** the value of each move, for the player who makes it */
  moves: { [key: string]: ShownValue };
  /** "Best: 8 or 5. Each wins in 1 turn." */
  words: string;
  /** the meaning of the signs in these values */
  legend: Sign[];
}

/** The function in a tool call. */
export interface CalledFunction {
  name: string;
  /** JSON, as the model wrote it */
  arguments: string;
}

/** A tool call of a model. */
export interface ToolCall {
  id: string;
  type: string;
  function: CalledFunction;
}

/** A message of a conversation with a model. */
export interface CallMessage {
  role: string;
  content: string | null;
  tool_calls?: ToolCall[];
  tool_call_id?: string;
}

/** A parameter of a tool. */
export interface ToolParameter {
  type: string;
  description: string;
}

/** The parameters of a tool, as a JSON schema. */
export interface ToolParameters {
  type: string;
  properties: { [key: string]: ToolParameter };
  required: string[];
  additionalProperties: boolean;
}

/** The function of a tool that a model can call. */
export interface ToolFunction {
  name: string;
  description: string;
  parameters: ToolParameters;
}

/** A tool that a model can call. */
export interface OfferedTool {
  type: string;
  function: ToolFunction;
}

/** Everything that was sent with a request besides the model and the messages. */
export interface CallSettings {
  temperature?: number;
  max_tokens?: number;
  max_completion_tokens?: number;
  reasoning_effort?: string;
  seed?: number;
  tools?: OfferedTool[];
  stream?: boolean;
  stream_options?: { [key: string]: boolean };
}

/** One question to a model, with its retries: a line of a transcript. */
export interface ModelCall {
  /** UTC, after the call */
  time: string;
  /** the question of an exam */
  question?: string;
  player: string;
  /** number of the ply that is asked for, from 1 */
  ply: number;
  model: string;
  settings: CallSettings;
  /** "open" or "listed", and what else differs: "listed+chat" */
  protocol: string;
  prompt_version: number;
  messages: CallMessage[];
  /** the raw text; null if the call failed */
  answer: string | null;
  tool_calls: ToolCall[];
  reasoning: string;
  finish_reason: string | null;
  /** null if the endpoint sends no count */
  tokens_in: number | null;
  /** null if the endpoint sends no count */
  tokens_out: number | null;
  /** null if the endpoint sends no count */
  tokens_reasoning: number | null;
  /** seconds of the last request */
  latency_s: number;
  retries: number;
  /** the problem of each request that failed */
  failures: string[];
  /** the legal move that was read */
  move: string | null;
  /** "illegal", "unreadable", "empty" or "cut"; "unanswered" or "refused" by the endpoint */
  fault: string | null;
}

/** Calls to language models: `numduel calls --json`. */
export interface Calls {
  calls: ModelCall[];
  /** numbers of lines that can't be read */
  damaged: number[];
  usage: Usage;
}

/** A figure with its interval. */
export interface Measure {
  value: number;
  low: number | null;
  high: number | null;
}

/** The use of a language model; all 0 for other players. */
export interface Usage {
  calls: number;
  /** tokens in all prompts */
  tokens_in: number;
  /** tokens in all answers, with reasoning */
  tokens_out: number;
  tokens_reasoning: number;
  /** waiting time */
  seconds: number;
  retries: number;
}

/** The cost of a model's answers, in the unit of the price. */
export interface Cost {
  /** of a million tokens in prompts, and in answers */
  price: [number, number];
  total: number;
  /** per question or match */
  each: number | null;
}

/** The marks for some questions; a figure is null if none was answered. */
export interface ExamMarks {
  /** what the questions have in common */
  of: "game" | "outcome" | "depth" | "all";
  name: string;
  /** answered questions */
  questions: number;
  kept: number;
  faults: number;
  /** questions that a failing endpoint left unanswered */
  unanswered: number;
  /** the accuracy of random choices */
  guessing: number;
  accuracy: Measure | null;
  regret: Measure | null;
  turns_lost: Measure | null;
  /** 1 − regret ÷ regret of random choices */
  skill: Measure | null;
}

/** A player's answer, in the notation of the plain question. */
export interface ExamAnswer {
  id: string;
  move: string | null;
  fault: string | null;
  unanswered: boolean;
  usage: Usage;
}

/** The questions of an exam, and how they are asked. */
export interface ExamSettings {
  version: number;
  /** the seed of fresh questions */
  fresh: string | null;
  /** a hash of that seed, to publish before the exam */
  commitment: string | null;
  tier: string;
  questions: number;
  /** the seed of the disguise */
  disguise: string | null;
  /** SHA-256 of the questions */
  digest: string;
}

/** A player's marks, and every answer: `numduel exam --json`. */
export interface Exam {
  version: number;
  player: string;
  seed: number;
  exam: ExamSettings;
  /** the version of numduel */
  numduel: string;
  rows: ExamMarks[];
  /** the average over the games */
  skill: Measure | null;
  usage: Usage;
  cost: Cost | null;
  answers: ExamAnswer[];
}

/** An exam in parts, to answer one after the other. */
export interface ExamParts {
  /** answers to another version don't count */
  version: number;
  title: string;
  questions: number;
  /** what to do in each question */
  task: string;
  /** the ids of the questions of each part */
  parts: string[][];
}

/** A question of the exam: a position, without the values of its moves. */
export interface ExamQuestion {
  id: string;
  /** whom you play for */
  player: 1 | 2;
  position: ShownPosition;
}

/** The figures of a game or of all questions, as a table shows them. */
export interface ExamFigures {
  name: string;
  /** one for each heading */
  cells: string[];
}

/** The report of a person's answers. */
export interface ExamReport {
  /** which part of which exam is answered */
  title: string;
  heads: string[];
  rows: ExamFigures[];
  /** what the figures mean */
  notes: string[];
  /** lines to share */
  shared: string[];
  /** the name of a file for the result */
  file: string;
  /** the content of that file */
  result: Exam;
}

/** A player of a position. */
export interface PlayerInfo {
  name: string;
  /** human, or the level or external player */
  who: string;
}

/** A player at a server. */
export interface ServerPlayer {
  name: string;
  /** human, or the level or external player */
  who: string;
  /** whether a person has taken the seat */
  joined: boolean;
  /** whether they are connected now */
  here: boolean;
}

/** Whose turn it is, or how the match ended. */
export interface Status {
  /** waiting: until a friend joins */
  kind: "waiting" | "turn" | "over";
  /** the player to move */
  player: 1 | 2 | null;
  /** the legal moves */
  moves: string[];
  winner: 1 | 2 | null;
  /** whether the game is a draw by the rules */
  draw: boolean;
  /** one of the game's reasons, resigned, stopped or forfeited */
  reason: string | null;
  /** the error of a program that forfeited */
  fault: string | null;
}

/** A mark on a tile, beside its number. */
export interface Tag {
  mark: string;
  meaning: string;
  player: 1 | 2 | null;
}

/** One square of a picture. */
export interface Tile {
  label: string;
  /** the owners of the tokens here; a player can have several */
  tokens: (1 | 2)[];
  tags: Tag[];
  /** the move of this tile, legal or not */
  move: string | null;
}

/** A figure beside the board. */
export interface Fact {
  label: string;
  value: number | string;
  player: 1 | 2 | null;
  /** the target of the value */
  limit: number | null;
}

/** A position as every screen draws it. */
export interface Picture {
  rows: Tile[][];
  facts: Fact[];
  /** the player to move */
  player: 1 | 2 | null;
  /** the winner by the rules */
  winner: 1 | 2 | null;
  /** number of the first row and column; null without coordinates */
  first: number | null;
}

/** A move, or a chance event. */
export interface Ply {
  /** null for chance */
  player: 1 | 2 | null;
  move: string;
  turn: number;
}

/** A part of a trail; a tile is 100 units wide and 109 units from the next. */
export interface Link {
  player: 1 | 2;
  /** its first tile */
  start: number;
  /** its last tile */
  end: number;
  /** whether the tiles are not neighbours */
  jump: boolean;
  /** whether the other player went the same way */
  doubled: boolean;
  /** start of the line, the middle of its first tile */
  x: number;
  y: number;
  /** rotation of the line around its start, in degrees */
  angle: number;
  /** distance of the pieces from the line */
  aside: number;
  length: number;
  thick: number;
  /** corner radius of a piece */
  round: number;
  /** start and length of each */
  pieces: [number, number][];
  /** positions of Player 2's dots on the line */
  dots: number[];
}

/** A screen's additions to a position: sentences and geometry. */
export interface ScreenAdditions {
  words: Words;
  /** the tile of each ply; null for none */
  tiles: (number | null)[];
  /** number of tiles side by side */
  columns: number;
  /** for each tile, the players whose trail crosses it */
  owners: ((1 | 2)[])[];
  links: Link[];
}

/** Everything that a screen shows of a match. */
export interface Position {
  game: Game;
  round: number;
  status: Status;
  picture: Picture;
  /** the tile chosen last, counted row by row from 0 */
  last: number | null;
  /** the tiles each player chose; empty for a player with several tokens */
  trails: [number[], number[]];
  /** the lines of the last turn, and at the end the verdict */
  said: string[];
  /** the question to the player to move; empty at the end */
  prompt: string;
  plies: Ply[];
  players: [PlayerInfo, PlayerInfo];
}

/** A position as a screen shows it. */
export interface ShownPosition {
  game: Game;
  round: number;
  status: Status;
  picture: Picture;
  /** the tile chosen last, counted row by row from 0 */
  last: number | null;
  /** the tiles each player chose; empty for a player with several tokens */
  trails: [number[], number[]];
  /** the lines of the last turn, and at the end the verdict */
  said: string[];
  /** the question to the player to move; empty at the end */
  prompt: string;
  plies: Ply[];
  players: [PlayerInfo, PlayerInfo];
  words: Words;
  /** the tile of each ply; null for none */
  tiles: (number | null)[];
  /** number of tiles side by side */
  columns: number;
  /** for each tile, the players whose trail crosses it */
  owners: ((1 | 2)[])[];
  links: Link[];
}

/** The first position of a setup. */
export interface SetupPreview {
  game: Game;
  round: number;
  status: Status;
  picture: Picture;
  /** the tile chosen last, counted row by row from 0 */
  last: number | null;
  /** the tiles each player chose; empty for a player with several tokens */
  trails: [number[], number[]];
  /** the lines of the last turn, and at the end the verdict */
  said: string[];
  /** the question to the player to move; empty at the end */
  prompt: string;
  plies: Ply[];
  players: [PlayerInfo, PlayerInfo];
  words: Words;
  /** the tile of each ply; null for none */
  tiles: (number | null)[];
  /** number of tiles side by side */
  columns: number;
  /** for each tile, the players whose trail crosses it */
  owners: ((1 | 2)[])[];
  links: Link[];
  /** why these rules have no ratings; empty if they have */
  unrated: string;
}

/** An offer of one player to the other. */
export interface Offer {
  do: "takeback" | "rematch" | "stop";
  by: 1 | 2;
}

/** The commitment to a hidden board: commit is the SHA-256 of salt + ":" + board, in hex. */
export interface Sealed {
  commit: string;
  /** null until the end */
  salt: string | null;
  /** null until the end */
  board: string | null;
}

/** A match at a server. */
export interface View {
  game: Game;
  round: number;
  status: Status;
  picture: Picture;
  /** the tile chosen last, counted row by row from 0 */
  last: number | null;
  /** the tiles each player chose; empty for a player with several tokens */
  trails: [number[], number[]];
  /** the lines of the last turn, and at the end the verdict */
  said: string[];
  /** the question to the player to move; empty at the end */
  prompt: string;
  plies: Ply[];
  words: Words;
  /** the tile of each ply; null for none */
  tiles: (number | null)[];
  /** number of tiles side by side */
  columns: number;
  /** for each tile, the players whose trail crosses it */
  owners: ((1 | 2)[])[];
  links: Link[];
  id: string;
  /** number of stored events */
  seq: number;
  players: [ServerPlayer, ServerPlayer];
  /** by seat of the current round */
  wins: [number, number];
  /** when each round ended, in Unix seconds; null for a round in progress */
  ended: (number | null)[];
  offer: Offer | null;
  /** null if no numbers are hidden */
  sealed: Sealed | null;
  /** the letter to send; only in a match by letter */
  letter?: string;
}

/** A match as the holder of a token sees it. */
export interface SeenMatch {
  /** the players this token moves for; empty for spectators */
  you: (1 | 2)[];
  view: View;
}

/** A new match. */
export interface Created {
  /** the players this token moves for; empty for spectators */
  you: (1 | 2)[];
  view: View;
  /** the token a friend joins with; null for other opponents */
  invite: string | null;
}

/** A refusal (application/problem+json). */
export interface Problem {
  type: string;
  title: string;
  status: number;
  /** an identifier for programs */
  code: string;
  /** a sentence for people */
  detail: string;
  you?: (1 | 2)[];
  /** the current match, if useful */
  view?: View;
}

/** An option of a game; a whole number has low and high, a choice has words. */
export interface Option {
  name: string;
  kind: "whole" | "choice" | "flag";
  help: string;
  default: boolean | number | string | null;
  low?: number;
  high?: number;
  words?: string[];
}

/** A choice of rules to put beside the others, none of them emphasised. */
export interface RuleChoice {
  /** "With Stand: skill decides" */
  label: string;
  /** the options to set */
  options: { [key: string]: boolean | number | string };
}

/** A game that this server offers. */
export interface OfferedGame {
  id: string;
  title: string;
  summary: string;
  /** whether it hides numbers */
  hidden: boolean;
  /** whether it can end in a draw */
  draws: boolean;
  /** whether boards can be searched for, such as fair ones */
  boards: boolean;
  options: Option[];
  /** a sentence if luck alone decides by the book, otherwise empty */
  luck: string;
  /** why it can't be played by letter; empty if it can */
  no_letters: string;
  /** equal choices for the set-up; none if skill decides */
  rules: RuleChoice[];
}

/** The measured rating of a computer opponent in a game, with its 95% interval. */
export interface OpponentRating {
  value: number;
  low: number;
  high: number;
  /** "Rating 1054 (979–1137)" */
  text: string;
}

/** A path of a face, with the attributes of SVG; ends and corners of lines are round. */
export interface FaceShape {
  d: string;
  /** a colour, or "none" */
  fill: string;
  /** a colour, or "none" */
  stroke: string;
  /** of the line; 0 without one */
  width: number;
  /** empty if there is none */
  transform: string;
}

/** A computer opponent with a style. */
export interface Character {
  /** the opponent of a new match */
  id: string;
  name: string;
  /** a sentence on how it plays */
  portrait: string;
  /** what it prefers, as a short phrase: "leaves you few moves" */
  style: string;
  /** from back to front, in a box of 100 by 100 */
  face: FaceShape[];
  /** by game */
  ratings: { [key: string]: OpponentRating };
}

/** Every game with its options, the computer levels, and the characters. */
export interface Games {
  games: OfferedGame[];
  levels: string[];
  /** what each level does: "Sees 1–2 turns ahead" */
  level_notes: { [key: string]: string };
  /** of each level, by game */
  level_ratings: { [key: string]: { [key: string]: OpponentRating } };
  /** weakest first, on average over the games */
  characters: Character[];
}

/** A server. */
export interface About {
  version: string;
  /** public address of the page */
  url: string;
  /** whether only this machine can reach it */
  local: boolean;
}

/** Rules that make a game fairer. */
export interface Handicap {
  /** the options to set */
  options: { [key: string]: boolean | number | string };
  /** a sentence on who wins with them */
  words: string;
}

/** Rules that make a game fairer, the most even first. */
export interface Handicaps {
  handicaps: Handicap[];
  /** a sentence if there are none */
  none: string;
  /** a sentence when your own rules come back */
  before: string;
}

/** A position of each game, by its id. */
export interface Samples {
  samples: { [key: string]: ShownPosition };
}

/** A QR code. */
export interface QrCode {
  /** 1 for each dark square, 0 for each light one */
  rows: string[];
}

/** Whether a finished game counts for the reader's rating. */
export interface GameCounts {
  /** the game for a page to keep; null if it doesn't count */
  line: string | null;
  /** why it doesn't count, or that it changes nothing; empty if it counts or isn't yours */
  why: string;
}

/** A rating after a game. */
export interface RatingPoint {
  /** when it was played, in seconds since 1970; 0 if unknown */
  at: number;
  /** points on the scale; Casual has 1000 */
  value: number;
  /** points on the scale; Casual has 1000 */
  low: number;
  /** points on the scale; Casual has 1000 */
  high: number;
  /** "Game 12 on 2026-11-18: about 1080 (1010–1150)" */
  text: string;
}

/** An opponent on the scale of a game. */
export interface RatedOpponent {
  id: string;
  name: string;
  /** points on the scale; Casual has 1000 */
  value: number;
  /** points on the scale; Casual has 1000 */
  low: number;
  /** points on the scale; Casual has 1000 */
  high: number;
}

/** The opponent to try next. */
export interface SuggestedOpponent {
  id: string;
  name: string;
  /** "You beat Casual 7 of 10: try Skilled." */
  text: string;
}

/** A person's results against one opponent, in games that count. */
export interface OpponentResults {
  id: string;
  name: string;
  won: number;
  drawn: number;
  lost: number;
  /** "7 won, 3 lost" */
  text: string;
}

/** A person's rating in one game. */
export interface GameRating {
  /** id of the game */
  game: string;
  title: string;
  /** the rules that the rating is for, where they aren't the default */
  options: { [key: string]: boolean | number | string };
  /** points on the scale; null without real choices */
  value: number | null;
  /** the lower end of the 95% interval */
  low: number | null;
  high: number | null;
  /** whether it needs more games: show the interval, not the value */
  is_wide: boolean;
  /** the latest games that make up the rating */
  games: number;
  /** real choices in them */
  decisions: number;
  /** "About 1080, between 1010 and 1150, from 24 games." */
  text: string;
  /** "Between Casual and Skilled."; empty without a rating */
  strength: string;
  /** after the latest game: 'Your rating in Number Maze: about 1080 (1010–1150), up 20.' */
  after: string;
  /** description of the curve */
  chart: string;
  /** the rating after each game, oldest first */
  points: RatingPoint[];
  suggestion: SuggestedOpponent | null;
  /** by opponent, weakest first */
  results: OpponentResults[];
  /** all opponents of the scale, weakest first */
  opponents: RatedOpponent[];
}

/** A person's ratings in all games with a scale that they played. */
export interface Ratings {
  ratings: GameRating[];
  /** what to do without ratings; empty if you have some */
  none: string;
  /** how ratings are made, in short */
  method: string;
}

/** The measured difficulty of a puzzle. */
export interface PuzzleDifficulty {
  /** the same for the same puzzle, which counts once */
  key: string;
  /** the rating at which a player solves it half of the time; null without a scale */
  rating: number | null;
  /** how often of 30 times random moves, beginner, casual, skilled, expert and perfect find the winning move */
  finds: [number, number, number, number, number, number];
  /** "Difficulty 1060. Casual finds the move 3 of 10 times, Expert 9 of 10." */
  text: string;
}

/** The first try at a puzzle, as a page keeps it. */
export interface RatedTry {
  /** id of the game */
  game: string;
  /** as in the difficulty of the puzzle */
  finds: [number, number, number, number, number, number];
  /** on the first try, without hints */
  is_solved: boolean;
}

/** A person's rating with the puzzles of one game. */
export interface PuzzleRating {
  /** id of the game */
  game: string;
  title: string;
  /** points on the scale; Casual has 1000 */
  value: number;
  /** the lower end of the 95% interval */
  low: number;
  /** points on the scale; Casual has 1000 */
  high: number;
  /** whether it needs more puzzles: show the interval, not the value */
  is_wide: boolean;
  /** the latest puzzles that make up the rating */
  tries: number;
  /** by the latest puzzle; null for the first one */
  change: number | null;
  /** "about 1040 (960–1120), from 24 puzzles" */
  text: string;
  /** "Your rating in Number Maze puzzles: about 1040 (960–1120), up 15." */
  after: string;
}

/** A person's puzzle ratings, in all games with a scale that they solved puzzles of. */
export interface PuzzleRatings {
  ratings: PuzzleRating[];
  /** a sentence while ratings are missing; otherwise empty */
  none: string;
}

/** A whole match. */
export interface Recorded {
  game: Game;
  tags: { [key: string]: string };
  status: Status;
  /** result by the rules */
  result: "1-0" | "0-1" | "1/2-1/2" | "*";
}

/** A ply of a record. */
export interface RecordedPly {
  /** null for chance */
  player: 1 | 2 | null;
  move: string;
  turn: number;
  remark: string | null;
}

/** A match as it is recorded: `numduel replay --json`. */
export interface Replay {
  game: Game;
  tags: { [key: string]: string };
  status: Status;
  /** result by the rules */
  result: "1-0" | "0-1" | "1/2-1/2" | "*";
  /** comment before the first move */
  remark: string | null;
  plies: RecordedPly[];
}

/** A position and its analysis: `numduel analyse --json`. */
export interface AnalysedPosition {
  /** the player to move; values are for this player */
  player: 1 | 2;
  /** the best moves */
  best: string[];
  /** "exact", or how it was estimated */
  how: string;
  value: Value;
  /** the value of each move, for the player who makes it */
  moves: { [key: string]: Value };
  position: Position;
  /** best play from here */
  line: string[];
  /** number of positions examined */
  positions: number;
}

/** The figures of one player. */
export interface ReviewedPlayer {
  player: 1 | 2;
  moves: number;
  /** real choices: moves for which another was worse, and resigning if not lost */
  decisions: number;
  /** correct decisions */
  kept: number;
  /** correct decisions ÷ decisions */
  accuracy: string | null;
  turns_lost: number;
  /** number of moves with each mark */
  marks: { [key in "??" | "?" | "?!"]?: number };
  /** an exact share, as p/q */
  regret: string;
  average_regret: string | null;
  luck: string | null;
}

/** A ply with its values. */
export interface ReviewedPly {
  /** null for chance */
  player: 1 | 2 | null;
  move: string;
  turn: number;
  /** the player whose values these are */
  seen_by: 1 | 2;
  before: Value;
  after: Value;
  luck: string | null;
  /** null for a chance event */
  regret: string | null;
  mark: "??" | "?" | "?!" | null;
  /** why it was a mistake */
  reason: string | null;
  /** best play after it */
  line: string[];
  best: string[];
  /** the value of each move, for the player who makes it */
  moves: { [key: string]: Value };
}

/** A ply with its values and sentences. */
export interface ShownPly {
  /** null for chance */
  player: 1 | 2 | null;
  move: string;
  turn: number;
  /** the player whose values these are */
  seen_by: 1 | 2;
  before: Value;
  after: Value;
  luck: string | null;
  /** null for a chance event */
  regret: string | null;
  mark: "??" | "?" | "?!" | null;
  /** why it was a mistake */
  reason: string | null;
  /** best play after it */
  line: string[];
  best: string[];
  moves: { [key: string]: ShownValue };
  deed: string;
  /** the sentence about a mistake */
  slip: string | null;
  words: string;
  /** "You win in 3 turns.", after the ply */
  standing: string;
  /** why it was a mistake, without the better move */
  why: string | null;
  /** the sentence that names the better move */
  better: string | null;
}

/** The figures of one player, with sentences. */
export interface ShownPlayer {
  player: 1 | 2;
  moves: number;
  /** real choices: moves for which another was worse, and resigning if not lost */
  decisions: number;
  /** correct decisions */
  kept: number;
  /** correct decisions ÷ decisions */
  accuracy: string | null;
  turns_lost: number;
  /** number of moves with each mark */
  marks: { [key in "??" | "?" | "?!"]?: number };
  /** an exact share, as p/q */
  regret: string;
  average_regret: string | null;
  luck: string | null;
  /** "accuracy 67%" */
  words: string;
  /** "2 of 3 real choices correct"; empty if there were none */
  more: string;
  /** "Accuracy 67%: 2 of your 3 real choices were correct." */
  explained: string;
}

/** A moment that changed a match. */
export interface KeyMoment {
  /** number of plies up to and including it */
  ply: number;
  kind: "mistake" | "decisive" | "luck" | "resigned";
  mark: "??" | "?" | "?!" | null;
  player: 1 | 2;
  /** "Turn 4: you threw away a win" */
  title: string;
}

/** The move or luck that decided a match. */
export interface Decided {
  /** mark of the deciding move */
  mark: string | null;
  /** "Turn 5 decided the game."; empty if no turn did */
  lead: string;
  text: string;
}

/** A match with the value of every ply: `numduel review --json`. */
export interface Review {
  game: Game;
  tags: { [key: string]: string };
  status: Status;
  /** result by the rules */
  result: "1-0" | "0-1" | "1/2-1/2" | "*";
  /** whether no value is an estimate */
  exact: boolean;
  /** value of the last position; null at the end */
  now: Value | null;
  /** value of the last position for the player who resigned; null if none did */
  given_up: Value | null;
  plies: ReviewedPly[];
  players: [ReviewedPlayer, ReviewedPlayer];
}

/** A review with sentences for one reader. */
export interface ShownReview {
  game: Game;
  tags: { [key: string]: string };
  status: Status;
  /** result by the rules */
  result: "1-0" | "0-1" | "1/2-1/2" | "*";
  /** whether no value is an estimate */
  exact: boolean;
  /** value of the last position; null at the end */
  now: Value | null;
  /** value of the last position for the player who resigned; null if none did */
  given_up: Value | null;
  plies: ShownPly[];
  players: [ShownPlayer, ShownPlayer];
  names: [string, string];
  /** labels of the players beside figures */
  labels: [string, string];
  /** the players the reader moves for; empty for spectators */
  you: (1 | 2)[];
  /** "better for you", above and below the chart */
  better: [string, string];
  /** "You win", above and below the chart */
  axis: [string, string];
  /** description of the chart */
  chart: string;
  /** mistakes, luck and a bad resignation, in order */
  moments: KeyMoment[];
  /** why `moments` is empty; empty if it isn't */
  no_moments: string;
  decided: Decided | null;
  /** a note if some values are estimates */
  note: string | null;
  /** sentence about the first position */
  start: string;
  verdict: string[];
  /** progress chart: Player 1's standing, 0 to 1, at the start and after every ply */
  course: number[];
  /** whether the game counts for the reader's rating */
  rating: GameCounts;
}

/** A hint for a position. */
export interface Hint {
  /** 1: an idea; 2: a good move; 3: the line that follows */
  step: number;
  text: string;
  /** the move that the text names */
  move: string | null;
  /** whether further steps say the same */
  is_last: boolean;
}

/** A position of a line that was not played, and the move that would lead there. */
export interface LineStep {
  /** "Bob would play 7."; empty for the first position */
  said: string;
  position: ShownPosition;
}

/** Why a move is worse than another, or why it is correct. */
export interface Reason {
  text: string;
  move: string | null;
  /** the line that follows */
  line: string[];
  /** the text without the better move */
  why: string;
  /** whether the move isn't a mistake */
  is_correct: boolean;
  /** the position before the move, and those of the line while no chance decides */
  steps: LineStep[];
}

/** A puzzle with its answer: `numduel puzzle --json`. */
export interface SolvedPuzzle {
  position: Position;
  analysis: Analysis;
  answer: string;
  turns: number;
  grade: "easy" | "medium" | "hard";
  /** date of a daily puzzle */
  day: string | null;
  difficulty: PuzzleDifficulty;
}

/** The name of a game. */
export interface GameName {
  id: string;
  title: string;
}

/** A game that has no puzzles. */
export interface GameWithoutPuzzles {
  id: string;
  title: string;
  /** a sentence that says why */
  reason: string;
}

/** The games that have puzzles, and the grades. */
export interface Puzzles {
  games: GameName[];
  grades: ("easy" | "medium" | "hard")[];
  /** games that have no puzzles */
  without: GameWithoutPuzzles[];
  /** day of the first daily puzzle and duel */
  first_day: string;
}

/** The sentences about a puzzle before it is solved. */
export interface PuzzleWords {
  /** "Win in 3 turns" */
  heading: string;
  /** "You are Player 1. Find the only winning move." */
  question: string;
  /** "Number Maze: win in 3 turns." */
  summary: string;
}

/** A puzzle without its answer. */
export interface Puzzle {
  id: string;
  /** date of a daily puzzle */
  day: string | null;
  grade: "easy" | "medium" | "hard";
  /** turns (both players') until the win */
  turns: number;
  /** the player who moves and wins */
  player: 1 | 2;
  position: ShownPosition;
  words: PuzzleWords;
  difficulty: PuzzleDifficulty;
}

/** The result of a move in a puzzle. */
export interface PuzzleMoveResult {
  is_right: boolean;
  is_solved: boolean;
  said: string[];
  /** the same without the line that says it is solved */
  lines: string[];
  /** the next question; null at the end */
  question: string | null;
  /** correct moves and replies so far */
  made: string[];
  /** from the question to the end of the line */
  positions: ShownPosition[];
  /** a sign for each move so far: + best, . fine, - mistake */
  marks: string;
  /** lines to share about a solved daily puzzle; they don't reveal it */
  result: string[] | null;
}

/** A hint for a puzzle. */
export interface Help {
  text: string;
  is_last: boolean;
}

/** The answer to a puzzle. */
export interface Solution {
  answer: string;
  said: string[];
  positions: ShownPosition[];
}

/** The sentences about a duel before it is played. */
export interface DuelWords {
  /** "Sum Battle against Casual" */
  title: string;
  /** "You are Player 1. …" */
  seat: string;
  /** which games count for the streak */
  counts: string;
}

/** A daily duel before it starts. */
export interface Duel {
  day: string;
  game: string;
  title: string;
  level: string;
  seat: 1 | 2;
  words: DuelWords;
  /** the first position */
  position: ShownPosition;
}

/** How a duel ended. */
export interface DuelResult {
  day: string;
  game: string;
  level: string;
  outcome: "won" | "lost" | "drew" | "stopped";
  turns: number;
  decisions: number;
  kept: number;
  /** number of hints, analyses and undone moves */
  help: number;
  /** a sign for each move: + correct, - mistake, . no real choice */
  course: string;
  /** a sign for each of your turns: + best, . fine, - mistake */
  marks: string;
  /** text to share; it doesn't reveal the board */
  text: string;
  /** the same, line by line */
  lines: string[];
}

/** A piece of text in one style. */
export interface Run {
  kind: "plain" | "strong" | "emphasis" | "code";
  text: string;
}

/** A part of a page; only tables have several cells per row. */
export interface Block {
  kind: "heading" | "text" | "list" | "code" | "table";
  /** of a heading; 0 for other blocks */
  level: number;
  rows: Run[][][];
}

/** A page of text. */
export interface Page {
  title: string;
  blocks: Block[];
}

/** A section of the facts. */
export interface Section {
  title: string;
  blocks: Block[];
  /** the game of this section */
  game: string | null;
}

/** Known results of perfect play. */
export interface Facts {
  sections: Section[];
}

/** One rule or idea, and a position to try it. */
export interface Step {
  title: string;
  /** paragraphs */
  text: string[];
  task: string;
  /** whether the task is to try an illegal move */
  attempt: boolean;
  /** the legal moves, and illegal moves to try that have no tile */
  moves: string[];
  position: ShownPosition;
}

/** A lesson that comes next. */
export interface LessonLink {
  /** of the game; after its first lesson, with the topic: sum-strategy */
  id: string;
  /** what it teaches: The rules by playing, How to win */
  name: string;
}

/** The rules of a game, or how to win it, step by step. */
export interface Lesson {
  /** of the game; after its first lesson, with the topic: sum-strategy */
  id: string;
  game: string;
  /** what it teaches: The rules by playing, How to win */
  name: string;
  title: string;
  opening: string;
  steps: Step[];
  /** what you have done and know after the last step */
  gain: string;
  /** what to do then */
  advice: string;
  /** the game's next lesson */
  next: LessonLink | null;
}

/** A lesson in the list of all lessons. */
export interface LessonEntry {
  /** of the game; after its first lesson, with the topic: sum-strategy */
  id: string;
  game: string;
  /** what it teaches: The rules by playing, How to win */
  name: string;
  /** number of steps */
  steps: number;
}

/** The lessons of all games, for each game in the order in which to take them. */
export interface LessonList {
  lessons: LessonEntry[];
}

/** A lesson's response to a move. */
export interface Verdict {
  /** other: legal, but not the task */
  outcome: "done" | "other" | "refused";
  text: string;
  /** the move that was tried */
  move: string | null;
  position: ShownPosition;
}

/** A move, or an outcome of chance, in an explored position. */
export interface ExploredChoice {
  move: string;
  name: string;
  /** for the player who moves, or who made the last move */
  value: ShownValue;
  /** false for an outcome of chance */
  is_best: boolean;
  /** how likely an outcome of chance is: "1/9 (11.1%)"; empty for a move */
  odds: string;
}

/** Boards with the same winner and number of turns. */
export interface BoardClass {
  /** "Player 1 wins in 5 turns" */
  name: string;
  /** of all boards */
  share: number;
  /** "18.69%" */
  text: string;
  /** whether this board is one of them */
  is_here: boolean;
}

/** How common boards such as this one are. */
export interface BoardCensus {
  words: string;
  classes: BoardClass[];
}

/** A position of the explorer, with the value of every move. */
export interface Exploration {
  /** before the last move, if chance decides after it */
  position: ShownPosition;
  /** the legal moves and outcomes that lead here */
  moves: string[];
  /** a sentence for each of them */
  steps: string[];
  /** why some moves were left out; empty if all are legal */
  problem: string;
  /** the last move, if chance decides after it */
  pending: string | null;
  /** in the order of the rules; empty at the end */
  choices: ExploredChoice[];
  /** who wins from here */
  standing: string;
  /** null if no player is to move */
  analysis: ShownAnalysis | null;
  /** why each other tile can't be chosen, by its move */
  refusals: { [key: string]: string };
  /** best play from here; it ends where chance decides */
  line: string[];
  /** of the first position; null if boards aren't counted */
  census: BoardCensus | null;
}

/** The numbers of the winner's trail, which add up to the target. */
export interface Addition {
  terms: number[];
  total: number;
  /** "2 plus 7 plus 6 is 15" */
  words: string;
}

/** The title of an offer, and its two answers. */
export interface OfferWords {
  /** "Ann offers a rematch" */
  title: string;
  yes: string;
  no: string;
  /** text for the player who made it; null for others */
  own: string | null;
  /** for the reader; for spectators "Ann offered Bob a rematch." */
  line: string;
  /** the button that withdraws your own offer; null for others */
  withdraw: string | null;
}

/** Every sentence that a screen shows of a match, for one reader. */
export interface Words {
  /** below the board: the last turn and the choices */
  lines: string[];
  /** the same for a screen reader, with the whole last turn */
  spoken: string[];
  /** the question, for a card; empty if there is none */
  question: string;
  /** "Ann to move." or "Your turn."; empty when the match is over */
  turn: string;
  /** "Ann, now", in the list of moves; empty when the match is over */
  now: string;
  /** opponents and target, or the score */
  subtitle: string;
  /** "with Ann", "against Casual" or "Ann and Bob" */
  opponents: string;
  /** "Your turn", "Ann to move" or "waiting for a friend"; at the end the verdict */
  state: string;
  /** "You: 7, Ann: 9, to 15."; empty in a game without figures */
  standing: string;
  /** "3 × 3, to 15" */
  size: string;
  /** "size 4, stand": options that differ from the rule book; "" if none */
  variant: string;
  /** labels of the players beside figures */
  labels: [string, string];
  /** "computer · 8 to go" */
  about: [string, string];
  /** "Your turn", "thinking" or "to move"; null for the other */
  chips: [string | null, string | null];
  /** "You win", "Ann wins", "It's a draw" or "No winner"; null while it lasts */
  verdict: string | null;
  /** how it ended */
  how: string | null;
  /** the result to share; it doesn't reveal the board */
  shared: string | null;
  addition: Addition | null;
  /** the button that takes back your resignation; null if you can't */
  undo: string | null;
  /** the menu entry that ends the game without a winner, or offers it; null for spectators, at the end, and against a computer in a game that always ends */
  stop: string | null;
  offer: OfferWords | null;
  /** "Bob declined the takeback.": what happened since the last move, or to an offer by it */
  news: string | null;
  /** "Ann is away. The game waits."; null for you and computers */
  presence: [string | null, string | null];
  /** for spectators, until a friend joins */
  invitation: string | null;
  /** who goes first, until a friend joins */
  seat: string | null;
  /** for an invited person who comes too late; null for players */
  late: string | null;
  /** letters with which a typed move can start, such as "dlru" */
  letters: string;
}

/** A match. */
export interface MatchParams {
  /** the id of a match */
  id: string;
}

/** A round of a match. */
export interface RoundParams {
  /** the id of a match */
  id: string;
  /** number of the round (default: the current one) */
  round?: number;
}

/** A position of a match. */
export interface PositionParams {
  /** the id of a match */
  id: string;
  /** number of the round (default: the current one) */
  round?: number;
  /** number of plies played (default: all) */
  ply?: number;
}

/** A position, and how much help to give. */
export interface HintParams {
  /** the id of a match */
  id: string;
  /** number of the round (default: the current one) */
  round?: number;
  /** number of plies played (default: all) */
  ply?: number;
  /** 1: an idea; 2: a good move; 3: how play continues (default: 1) */
  step?: number;
}

/** A move in a position. */
export interface MoveParams {
  /** the id of a match */
  id: string;
  /** number of the round (default: the current one) */
  round?: number;
  /** number of plies played (default: all) */
  ply?: number;
  /** a move (default: the last mistake) */
  move?: string;
}

/** A game. */
export interface GameParams {
  /** the id of a game */
  game: string;
}

/** A lesson. */
export interface LessonParams {
  /** the id of a lesson: sum, sum-strategy */
  lesson: string;
}

/** A day. */
export interface DayParams {
  /** a day such as 2026-11-16 (default: "today") */
  day?: string;
}

/** A practice puzzle. */
export interface PracticeParams {
  /** the id of a game (default: any game with puzzles) */
  game?: string;
  /** easy, medium or hard (default: easy) */
  grade?: string;
  /** random seed; the same seed gives the same result */
  seed?: number;
}

/** An exam in parts. */
export interface ExamParams {
  /** questions in a part (default: 25) */
  size?: number;
}

/** A question of the exam. */
export interface QuestionParams {
  /** the id of a question: maze-01 */
  question: string;
}

/** A position to draw; all other parameters are options of the game. */
export interface DrawingParams {
  /** the id of a game */
  game: string;
  board?: string;
  /** moves, separated by spaces */
  moves?: string;
  /** random seed; the same seed gives the same result */
  seed?: number;
}

/** A file of the page. */
export interface FileParams {
  path: string;
}

/** A match to create. */
export interface NewMatch {
  /** friend (by link), here (same screen), letter, a level or a character */
  opponent: string;
  /** 1, 2, or null for random */
  seat?: 1 | 2 | null;
  name?: string | null;
  /** your seat: a secret that the client generates */
  token: string;
  game: string;
  options?: { [key: string]: boolean | number | string };
  /** a board as text, "fair" or "book" (default: random) */
  board?: string | null;
  seed?: number | null;
}

/** A player who takes the second seat. */
export interface Join {
  invite: string;
  name?: string | null;
  /** your seat: a secret that the client generates */
  token: string;
}

/** A player's action. */
export interface Action {
  /** the seq of the view that you act on */
  seq: number;
  do: "move" | "takeback" | "rematch" | "stop" | "accept" | "decline" | "resign";
  /** required if do is "move", otherwise not allowed */
  move?: string | null;
}

/** A player who starts a daily duel. */
export interface NewDuel {
  /** a day such as 2026-11-16 (default: "today") */
  day?: string;
  name?: string | null;
  /** your seat: a secret that the client generates */
  token: string;
}

/** A new match that continues from a position of another. */
export interface Branch {
  /** friend (by link), here (same screen), letter, a level or a character */
  opponent: string;
  /** 1, 2, or null for random */
  seat?: 1 | 2 | null;
  name?: string | null;
  /** your seat: a secret that the client generates */
  token: string;
  /** number of plies played before the position */
  ply: number;
  round?: number | null;
}

/** A new match that continues from the end of a record, or from one of its plies. */
export interface NewRecord {
  /** friend (by link), here (same screen), letter, a level or a character */
  opponent: string;
  /** 1, 2, or null for random */
  seat?: 1 | 2 | null;
  name?: string | null;
  /** your seat: a secret that the client generates */
  token: string;
  /** a record, as text */
  record: string;
  ply?: number | null;
}

/** A record to review. */
export interface Record {
  /** a record, as text */
  record: string;
}

/** A letter for a match that exists. */
export interface Letter {
  /** a match by letter: what follows #game= */
  letter: string;
}

/** A letter that starts a match here. */
export interface NewLetter {
  /** a match by letter: what follows #game= */
  letter: string;
  /** 1 or 2 (default: the player to move) */
  seat?: 1 | 2 | null;
  name?: string | null;
  /** your seat: a secret that the client generates */
  token: string;
}

/** A learner's answer to a step of a lesson. */
export interface LessonAnswer {
  /** number of the step, from 0 */
  step: number;
  /** a move; null shows the answer */
  move?: string | null;
}

/** A puzzle. */
export interface PuzzleReference {
  /** the id of a puzzle */
  puzzle: string;
}

/** A move in a puzzle. */
export interface PuzzleTry {
  /** the id of a puzzle */
  puzzle: string;
  /** the correct moves and replies so far */
  made: string[];
  move: string;
  /** the signs of the moves so far: see PuzzleMoveResult */
  marks?: string;
  /** number of hints so far (default: 0) */
  hints?: number;
}

/** A request for a hint in a puzzle. */
export interface PuzzleHelp {
  /** the id of a puzzle */
  puzzle: string;
  /** the correct moves and replies so far */
  made: string[];
  /** number of hints given before (default: 0) */
  number?: number;
  /** whether a hint may say how far the win is (default: true) */
  distance?: boolean;
}

/** The first tries at puzzles that a browser keeps. */
export interface KeptTries {
  /** oldest first */
  tries: RatedTry[];
  /** whether the latest puzzle was solved with hints (default: false) */
  is_helped?: boolean;
}

/** A request for a practice puzzle that fits the player of these tries. */
export interface FittingPuzzle {
  /** oldest first */
  tries: RatedTry[];
  /** the id of a game (default: any game with puzzles) */
  game?: string;
  /** random seed; the same seed gives the same result */
  seed?: number;
}

/** A person's answers to questions of the exam. */
export interface ExamAnswers {
  /** moves, by question */
  answers: { [key: string]: string };
  /** the name in the result (default: "me") */
  name?: string;
}

/** A game setup to preview. */
export interface Setup {
  game: string;
  options?: { [key: string]: boolean | number | string };
  /** a board as text, "playable" or "book" (default: playable) */
  board?: string;
}

/** A position to explore. */
export interface Explored {
  game: string;
  options?: { [key: string]: boolean | number | string };
  /** a board as text, "playable", "book" or "fair" (default: playable); not if hidden */
  board?: string;
  /** moves, and outcomes where chance decides */
  moves?: string[];
}

/** A game with its rules. */
export interface Rules {
  game: string;
  options?: { [key: string]: boolean | number | string };
}

/** Text for a QR code. */
export interface QrText {
  text: string;
}

/** A game that a browser keeps for the rating. */
export interface KeptGame {
  /** as the review of the match gave it; lines of other versions don't count */
  line: string;
  /** when it was played, in seconds since 1970; 0 if unknown */
  at: number;
}

/** The games of a player. */
export interface KeptGames {
  games: KeptGame[];
}

/** What each route is asked and answers. */
export interface Routes {
  "GET /games": {
    query: null;
    body: null;
    answer: Games;
  };
  "GET /about": {
    query: null;
    body: null;
    answer: About;
  };
  "POST /matches": {
    query: null;
    body: NewMatch;
    answer: Created;
  };
  "POST /matches/{id}/join": {
    query: Omit<MatchParams, "id">;
    body: Join;
    answer: SeenMatch;
  };
  "GET /matches/{id}": {
    query: Omit<MatchParams, "id">;
    body: null;
    answer: SeenMatch;
  };
  "GET /matches/{id}/events": {
    query: Omit<MatchParams, "id">;
    body: null;
    answer: SeenMatch;
  };
  "POST /matches/{id}/actions": {
    query: Omit<MatchParams, "id">;
    body: Action;
    answer: SeenMatch;
  };
  "GET /matches/{id}/record": {
    query: Omit<RoundParams, "id">;
    body: null;
    answer: string;
  };
  "GET /matches/{id}/analysis": {
    query: Omit<PositionParams, "id">;
    body: null;
    answer: ShownAnalysis;
  };
  "GET /matches/{id}/positions": {
    query: Omit<PositionParams, "id">;
    body: null;
    answer: ShownPosition;
  };
  "GET /matches/{id}/hint": {
    query: Omit<HintParams, "id">;
    body: null;
    answer: Hint;
  };
  "GET /matches/{id}/why": {
    query: Omit<MoveParams, "id">;
    body: null;
    answer: Reason;
  };
  "GET /matches/{id}/review": {
    query: Omit<RoundParams, "id">;
    body: null;
    answer: ShownReview;
  };
  "GET /matches/{id}/result": {
    query: Omit<RoundParams, "id">;
    body: null;
    answer: DuelResult;
  };
  "POST /matches/{id}/branch": {
    query: Omit<MatchParams, "id">;
    body: Branch;
    answer: Created;
  };
  "POST /records": {
    query: null;
    body: NewRecord;
    answer: Created;
  };
  "POST /records/review": {
    query: null;
    body: Record;
    answer: ShownReview;
  };
  "POST /ratings": {
    query: null;
    body: KeptGames;
    answer: Ratings;
  };
  "POST /letters": {
    query: null;
    body: NewLetter;
    answer: Created;
  };
  "POST /letters/position": {
    query: null;
    body: Letter;
    answer: ShownPosition;
  };
  "POST /matches/{id}/letters": {
    query: Omit<MatchParams, "id">;
    body: Letter;
    answer: SeenMatch;
  };
  "GET /rules": {
    query: null;
    body: null;
    answer: Page;
  };
  "GET /rules/{game}": {
    query: Omit<GameParams, "game">;
    body: null;
    answer: Page;
  };
  "GET /facts": {
    query: null;
    body: null;
    answer: Facts;
  };
  "GET /lessons": {
    query: null;
    body: null;
    answer: LessonList;
  };
  "GET /lessons/{lesson}": {
    query: Omit<LessonParams, "lesson">;
    body: null;
    answer: Lesson;
  };
  "POST /lessons/{lesson}/answers": {
    query: Omit<LessonParams, "lesson">;
    body: LessonAnswer;
    answer: Verdict;
  };
  "GET /puzzles": {
    query: null;
    body: null;
    answer: Puzzles;
  };
  "GET /puzzles/daily": {
    query: DayParams;
    body: null;
    answer: Puzzle;
  };
  "GET /puzzles/practice": {
    query: PracticeParams;
    body: null;
    answer: Puzzle;
  };
  "POST /puzzles/tries": {
    query: null;
    body: PuzzleTry;
    answer: PuzzleMoveResult;
  };
  "POST /puzzles/fitting": {
    query: null;
    body: FittingPuzzle;
    answer: Puzzle;
  };
  "POST /puzzles/ratings": {
    query: null;
    body: KeptTries;
    answer: PuzzleRatings;
  };
  "POST /puzzles/helps": {
    query: null;
    body: PuzzleHelp;
    answer: Help;
  };
  "POST /puzzles/solutions": {
    query: null;
    body: PuzzleReference;
    answer: Solution;
  };
  "GET /exam": {
    query: ExamParams;
    body: null;
    answer: ExamParts;
  };
  "GET /exam/questions/{question}": {
    query: Omit<QuestionParams, "question">;
    body: null;
    answer: ExamQuestion;
  };
  "POST /exam/reports": {
    query: null;
    body: ExamAnswers;
    answer: ExamReport;
  };
  "GET /daily/duel": {
    query: DayParams;
    body: null;
    answer: Duel;
  };
  "POST /daily/duel": {
    query: null;
    body: NewDuel;
    answer: Created;
  };
  "POST /preview": {
    query: null;
    body: Setup;
    answer: SetupPreview;
  };
  "POST /explore": {
    query: null;
    body: Explored;
    answer: Exploration;
  };
  "GET /samples": {
    query: null;
    body: null;
    answer: Samples;
  };
  "POST /handicaps": {
    query: null;
    body: Rules;
    answer: Handicaps;
  };
  "POST /qr": {
    query: null;
    body: QrText;
    answer: QrCode;
  };
  "GET /board.svg": {
    query: DrawingParams;
    body: null;
    answer: string;
  };
}
