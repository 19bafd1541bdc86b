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

/** Every game with its options, and the computer levels. */
export interface Games {
  games: OfferedGame[];
  levels: string[];
  /** what each level does: "Sees 1–2 turns ahead" */
  level_notes: { [key: string]: string };
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
}

/** A hint for a position. */
export interface Hint {
  /** 1: a nudge; 2: a good move; 3: the line that follows */
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

/** One rule, and a position to try it. */
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

/** The rules of a game, step by step. */
export interface Lesson {
  id: string;
  title: string;
  opening: string;
  steps: Step[];
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
  /** 1: a nudge; 2: a good move; 3: how play continues (default: 1) */
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
  /** friend (by link), here (same screen), letter, or a level */
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
  /** friend (by link), here (same screen), letter, or a level */
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
  /** friend (by link), here (same screen), letter, or a level */
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
}

/** A game setup to preview. */
export interface Setup {
  game: string;
  options?: { [key: string]: boolean | number | string };
  /** a board as text, "playable" or "book" (default: playable) */
  board?: string;
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
  "GET /lessons/{game}": {
    query: Omit<GameParams, "game">;
    body: null;
    answer: Lesson;
  };
  "POST /lessons/{game}/answers": {
    query: Omit<GameParams, "game">;
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
    answer: ShownPosition;
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
