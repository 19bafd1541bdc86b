// Types of everything that the server answers. Written by `make contract`.

/** A game with its options. */
export interface Game {
  id: string;
  title: string;
  options: { [key: string]: boolean | number | string };
  /** row by row, without what is still hidden; null for none */
  board: string | null;
}

/** The value of a position for the player to move. */
export interface Value {
  outcome: "win" | "loss" | "draw" | "endless" | "chance" | "unknown";
  /** turns of both players until the end */
  turns: number | null;
  /** the chance to win: exact, or an estimate if the outcome is unknown; where chance decides, a draw counts half */
  chance: string;
  /** the same as a number */
  chance_float: number;
}

/** A value as screens show it. */
export interface ShownValue {
  outcome: "win" | "loss" | "draw" | "endless" | "chance" | "unknown";
  /** turns of both players until the end */
  turns: number | null;
  /** the chance to win: exact, or an estimate if the outcome is unknown; where chance decides, a draw counts half */
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

/** A sign that tiles show, by an example, and what it means. */
export interface Sign {
  kind: "win" | "loss" | "draw" | "endless" | "chance";
  sign: string;
  words: string;
}

/** The values of a position and of its moves. */
export interface Analysis {
  /** who is to move, and sees these values */
  player: 1 | 2;
  /** the best moves */
  best: string[];
  /** "exact", or how it was estimated */
  how: string;
  value: Value;
  /** the value of each move, for the player who makes it */
  moves: { [key: string]: Value };
}

/** The values of a position and of its moves, in signs and words too. */
export interface ShownAnalysis {
  /** who is to move, and sees these values */
  player: 1 | 2;
  /** the best moves */
  best: string[];
  /** "exact", or how it was estimated */
  how: string;
  value: ShownValue;
  /** the value of each move, for the player who makes it */
  moves: { [key: string]: ShownValue };
  /** "Best: 8 or 5, wins in 1 turn." */
  words: string;
  /** what the signs mean that are among these values */
  legend: Sign[];
}

/** A player of a position. */
export interface Side {
  name: string;
  /** human, or the level or program that plays here */
  who: string;
}

/** A player at a server. */
export interface Person {
  name: string;
  /** human, or the level or program that plays here */
  who: string;
  /** whether someone has taken the seat */
  joined: boolean;
  /** whether they are connected now */
  here: boolean;
}

/** Whose turn it is, or how the match ended. */
export interface Status {
  /** waiting: for a friend to join */
  kind: "waiting" | "turn" | "over";
  /** who is to move */
  player: 1 | 2 | null;
  /** the legal moves */
  moves: string[];
  winner: 1 | 2 | null;
  /** whether the rules ended it without a winner */
  draw: boolean;
  /** one of the game's, or resigned, stopped or forfeited */
  reason: string | null;
  /** what a program did that forfeited */
  fault: string | null;
}

/** Something that a tile shows beside its number. */
export interface Tag {
  mark: string;
  meaning: string;
  player: 1 | 2 | null;
}

/** One square of a picture. */
export interface Tile {
  label: string;
  /** the players of the tokens here; a player can have several */
  tokens: (1 | 2)[];
  tags: Tag[];
  /** what pointing at this tile means, allowed or not */
  move: string | null;
}

/** A figure beside the board. */
export interface Fact {
  label: string;
  value: number | string;
  player: 1 | 2 | null;
  /** what the value counts up to */
  limit: number | null;
}

/** A position as any screen draws it. */
export interface Picture {
  rows: Tile[][];
  facts: Fact[];
  /** who is to move */
  player: 1 | 2 | null;
  /** who has won by the rules */
  winner: 1 | 2 | null;
  /** the number of the first row and column; null for none */
  first: number | null;
}

/** A move, or what chance drew. */
export interface Ply {
  /** null for chance */
  player: 1 | 2 | null;
  move: string;
  turn: number;
}

/** A part of a trail, in units where a tile is 100 wide and 109 from the next. */
export interface Link {
  player: 1 | 2;
  /** the tile that it leads from */
  start: number;
  /** the tile that it leads to */
  end: number;
  /** whether the tiles are apart */
  jump: boolean;
  /** whether the other player went the same way */
  doubled: boolean;
  /** where the line begins: the middle of its first tile */
  x: number;
  y: number;
  /** by which the line is turned around its beginning, in degrees */
  angle: number;
  /** how far the pieces are beside the line */
  aside: number;
  length: number;
  thick: number;
  /** the radius of the corners of a piece */
  round: number;
  /** start and length of each */
  pieces: [number, number][];
  /** where the dots of Player 2 are on the line */
  dots: number[];
}

/** The additions of a screen to a position: sentences, and where things are drawn. */
export interface Drawn {
  words: Words;
  /** the tile of each ply; null for none */
  tiles: (number | null)[];
  /** how many tiles stand side by side */
  columns: number;
  /** for each tile the players on whose trail it is */
  owners: ((1 | 2)[])[];
  links: Link[];
}

/** All that a screen shows of a match. */
export interface Position {
  game: Game;
  round: number;
  status: Status;
  picture: Picture;
  /** the tile chosen last, counted row by row from 0 */
  last: number | null;
  /** the tiles that each player chose; empty for one who has had several tokens at once */
  trails: [number[], number[]];
  /** the lines of the last turn, and at the end the verdict */
  said: string[];
  /** what is asked now; empty at the end */
  prompt: string;
  plies: Ply[];
  players: [Side, Side];
}

/** A position as a screen shows it. */
export interface ShownPosition {
  game: Game;
  round: number;
  status: Status;
  picture: Picture;
  /** the tile chosen last, counted row by row from 0 */
  last: number | null;
  /** the tiles that each player chose; empty for one who has had several tokens at once */
  trails: [number[], number[]];
  /** the lines of the last turn, and at the end the verdict */
  said: string[];
  /** what is asked now; empty at the end */
  prompt: string;
  plies: Ply[];
  players: [Side, Side];
  words: Words;
  /** the tile of each ply; null for none */
  tiles: (number | null)[];
  /** how many tiles stand side by side */
  columns: number;
  /** for each tile the players on whose trail it is */
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
  /** the tiles that each player chose; empty for one who has had several tokens at once */
  trails: [number[], number[]];
  /** the lines of the last turn, and at the end the verdict */
  said: string[];
  /** what is asked now; empty at the end */
  prompt: string;
  plies: Ply[];
  words: Words;
  /** the tile of each ply; null for none */
  tiles: (number | null)[];
  /** how many tiles stand side by side */
  columns: number;
  /** for each tile the players on whose trail it is */
  owners: ((1 | 2)[])[];
  links: Link[];
  id: string;
  /** how many events are stored */
  seq: number;
  players: [Person, Person];
  /** by seat of the present round */
  wins: [number, number];
  offer: Offer | null;
  /** null where no numbers are hidden */
  sealed: Sealed | null;
}

/** A match as the holder of a token sees it. */
export interface Seen {
  /** the players this token moves for; empty for those who watch */
  you: (1 | 2)[];
  view: View;
}

/** A new match. */
export interface Created {
  /** the players this token moves for; empty for those who watch */
  you: (1 | 2)[];
  view: View;
  /** what a friend joins with; null for other opponents */
  invite: string | null;
}

/** A refusal (application/problem+json). */
export interface Problem {
  type: string;
  title: string;
  status: number;
  /** a word for programs */
  code: string;
  /** a sentence for people */
  detail: string;
  you?: (1 | 2)[];
  /** the match as it is, where that helps */
  view?: View;
}

/** An option of a game; low and high are of a whole number, words of a choice. */
export interface Option {
  name: string;
  kind: "whole" | "choice" | "flag";
  help: string;
  default: boolean | number | string | null;
  low?: number;
  high?: number;
  words?: string[];
}

/** A game that can be played here. */
export interface OfferedGame {
  id: string;
  title: string;
  summary: string;
  /** whether numbers are hidden in it */
  hidden: boolean;
  /** whether it can end as a draw */
  draws: boolean;
  /** whether it has boards to search for, such as fair ones */
  boards: boolean;
  options: Option[];
}

/** Every game with its options, and the levels that play it. */
export interface Games {
  games: OfferedGame[];
  levels: string[];
}

/** A server. */
export interface About {
  version: string;
  /** where people find the page */
  url: string;
  /** whether only this machine reaches it */
  local: boolean;
}

/** A position of each game, by its id. */
export interface Samples {
  samples: { [key: string]: ShownPosition };
}

/** A QR code. */
export interface Squares {
  /** a 1 for every dark square, a 0 for every bright one */
  rows: string[];
}

/** A match as a whole. */
export interface Recorded {
  game: Game;
  tags: { [key: string]: string };
  status: Status;
  /** that of the rules */
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
  /** that of the rules */
  result: "1-0" | "0-1" | "1/2-1/2" | "*";
  /** what stands before the first move */
  remark: string | null;
  plies: RecordedPly[];
}

/** A position and its analysis: `numduel analyse --json`. */
export interface Analysed {
  /** who is to move, and sees these values */
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
  /** how many were looked at */
  positions: number;
}

/** The figures of one player. */
export interface ReviewedPlayer {
  player: 1 | 2;
  moves: number;
  /** moves in whose place another would have given something away */
  decisions: number;
  /** decisions that gave nothing away */
  kept: number;
  /** kept of decisions */
  accuracy: string | null;
  turns_lost: number;
  /** how many moves carry each mark */
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
  /** who sees the values before and after */
  seen_by: 1 | 2;
  before: Value;
  after: Value;
  luck: string | null;
  /** null for what chance drew */
  regret: string | null;
  mark: "??" | "?" | "?!" | null;
  /** why it was a mistake */
  reason: string | null;
  /** what follows on it with best play */
  line: string[];
  best: string[];
  /** the value of each move, for the player who makes it */
  moves: { [key: string]: Value };
}

/** A ply with its values and sentences. */
export interface ToldPly {
  /** null for chance */
  player: 1 | 2 | null;
  move: string;
  turn: number;
  /** who sees the values before and after */
  seen_by: 1 | 2;
  before: Value;
  after: Value;
  luck: string | null;
  /** null for what chance drew */
  regret: string | null;
  mark: "??" | "?" | "?!" | null;
  /** why it was a mistake */
  reason: string | null;
  /** what follows on it with best play */
  line: string[];
  best: string[];
  moves: { [key: string]: ShownValue };
  deed: string;
  /** what was given away */
  slip: string | null;
  words: string;
}

/** The figures of one player, with sentences. */
export interface ToldPlayer {
  player: 1 | 2;
  moves: number;
  /** moves in whose place another would have given something away */
  decisions: number;
  /** decisions that gave nothing away */
  kept: number;
  /** kept of decisions */
  accuracy: string | null;
  turns_lost: number;
  /** how many moves carry each mark */
  marks: { [key in "??" | "?" | "?!"]?: number };
  /** an exact share, as p/q */
  regret: string;
  average_regret: string | null;
  luck: string | null;
  /** "accuracy 67%" */
  words: string;
  /** "2 of 3 decisions right"; empty where there was none */
  more: string;
}

/** The move or the luck that decided a match. */
export interface Decided {
  /** of the move that did */
  mark: string | null;
  /** "Turn 5 decided it."; empty where no turn did */
  lead: string;
  text: string;
}

/** A match with what every ply was worth: `numduel review --json`. */
export interface Review {
  game: Game;
  tags: { [key: string]: string };
  status: Status;
  /** that of the rules */
  result: "1-0" | "0-1" | "1/2-1/2" | "*";
  /** whether no value is an estimate */
  exact: boolean;
  /** what the last position is worth; null at the end */
  now: Value | null;
  plies: ReviewedPly[];
  players: [ReviewedPlayer, ReviewedPlayer];
}

/** A review with its words, for its reader. */
export interface ToldReview {
  game: Game;
  tags: { [key: string]: string };
  status: Status;
  /** that of the rules */
  result: "1-0" | "0-1" | "1/2-1/2" | "*";
  /** whether no value is an estimate */
  exact: boolean;
  /** what the last position is worth; null at the end */
  now: Value | null;
  plies: ToldPly[];
  players: [ToldPlayer, ToldPlayer];
  names: [string, string];
  /** what each player is called beside figures */
  labels: [string, string];
  /** "better for you", above and below the chart */
  better: [string, string];
  /** what the chart shows */
  chart: string;
  decided: Decided | null;
  /** that some values are estimates */
  note: string | null;
  /** how the game stood before the first move */
  start: string;
  verdict: string[];
  /** how well Player 1 stood, 0 to 1, at the start and every ply */
  course: number[];
}

/** Help in a position. */
export interface Hint {
  /** 1: a nudge; 2: a good move; 3: what follows on it */
  step: number;
  text: string;
  /** the move that the text names */
  move: string | null;
}

/** Why a move is worse than another. */
export interface Reason {
  text: string;
  move: string | null;
  /** what follows on it */
  line: string[];
}

/** A puzzle with its answer: `numduel puzzle --json`. */
export interface SolvedPuzzle {
  position: Position;
  analysis: Analysis;
  answer: string;
  turns: number;
  grade: "easy" | "medium" | "hard";
  /** the day whose puzzle it is */
  day: string | null;
}

/** The name of a game. */
export interface GameName {
  id: string;
  title: string;
}

/** Which games have puzzles, and of which grades. */
export interface Puzzles {
  games: GameName[];
  grades: ("easy" | "medium" | "hard")[];
}

/** The sentences about a puzzle before it is solved. */
export interface PuzzleWords {
  /** "Win in 3 turns" */
  heading: string;
  /** "You are Player 1. Only one move wins. Which?" */
  question: string;
  /** "Number Maze: win in 3 turns." */
  summary: string;
}

/** A puzzle without its answer. */
export interface Puzzle {
  id: string;
  /** the day whose puzzle it is */
  day: string | null;
  grade: "easy" | "medium" | "hard";
  /** turns of both players until the win */
  turns: number;
  /** who is to move and wins */
  player: 1 | 2;
  position: ShownPosition;
  words: PuzzleWords;
}

/** The result of a move in a puzzle. */
export interface Tried {
  is_right: boolean;
  is_solved: boolean;
  said: string[];
  /** the same without the word that it is solved */
  lines: string[];
  /** the next question; null where there is none */
  question: string | null;
  /** the right moves and their answers so far */
  made: string[];
  /** from the one asked about to the end of what follows */
  positions: ShownPosition[];
}

/** A piece of help with a puzzle. */
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
}

/** A duel without its board. */
export interface Duel {
  day: string;
  game: string;
  title: string;
  level: string;
  seat: 1 | 2;
  words: DuelWords;
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
  /** hints, analyses and moves taken back */
  help: number;
  /** a sign for each move: + kept all, - gave something away, . no matter */
  course: string;
  /** what can be shown to others: it does not give the board away */
  text: string;
  /** the same, line by line */
  lines: string[];
}

/** Letters of one kind. */
export interface Run {
  kind: "plain" | "strong" | "emphasis" | "code";
  text: string;
}

/** A part of a page; only a table has more than one cell in a row. */
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

/** A part of the facts. */
export interface Section {
  title: string;
  blocks: Block[];
  /** the game that it is about */
  game: string | null;
}

/** Results of perfect play in the games. */
export interface Facts {
  sections: Section[];
}

/** One rule, and a position in which to use it. */
export interface Step {
  title: string;
  /** paragraphs */
  text: string[];
  task: string;
  /** whether the task is to try a forbidden move */
  attempt: boolean;
  /** the legal moves, and forbidden ones to try that have no tile */
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

/** The answer of a lesson to a move. */
export interface Verdict {
  /** other: allowed, but not asked for */
  outcome: "done" | "other" | "refused";
  text: string;
  /** the move that was meant */
  move: string | null;
  position: ShownPosition;
}

/** The numbers of the winner's trail, which make exactly what was wanted. */
export interface Addition {
  terms: number[];
  total: number;
  /** "2 plus 7 plus 6 is 15" */
  words: string;
}

/** The title of an offer, and its two answers. */
export interface OfferWords {
  /** "Ann wants a rematch" */
  title: string;
  yes: string;
  no: string;
  /** what the player reads who made it; null for everyone else */
  own: string | null;
}

/** Everything that a screen says about a match, for one reader. */
export interface Words {
  /** below the board: the last turn, and what may be chosen */
  lines: string[];
  /** the same for a screen reader, with the whole last turn */
  spoken: string[];
  /** the question, for a card; empty where there is none */
  question: string;
  /** "Ann to move." or "Your turn."; empty when the match is over */
  turn: string;
  /** "Ann, now", in the list of moves; empty when the match is over */
  now: string;
  /** who plays and to what, or the score */
  subtitle: string;
  /** "with Ann", "against Casual" or "Ann and Bob" */
  opponents: string;
  /** "Your turn", "Ann to move" or "waiting for a friend"; at the end the verdict */
  state: string;
  /** "You: 7, Ann: 9, to 15."; empty in a game without figures */
  standing: string;
  /** "3 × 3, to 15" */
  size: string;
  /** what each player is called beside figures */
  labels: [string, string];
  /** "computer · 8 to go" */
  about: [string, string];
  /** "Your turn", "thinking" or "to move"; null for the other */
  chips: [string | null, string | null];
  /** "You win", "Ann wins", "It's a draw" or "Stopped"; null while it goes on */
  verdict: string | null;
  /** how it ended */
  how: string | null;
  /** the result, for others: it gives nothing away */
  shared: string | null;
  addition: Addition | null;
  offer: OfferWords | null;
  /** while a friend is awaited, for those who watch */
  invitation: string | null;
  /** while a friend is awaited: who begins */
  seat: string | null;
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
  /** number of the round; default: the current one */
  round?: number;
}

/** A position of a match. */
export interface PositionParams {
  /** the id of a match */
  id: string;
  /** number of the round; default: the current one */
  round?: number;
  /** number of plies played; default: all */
  ply?: number;
}

/** A position, and how much help to give. */
export interface HintParams {
  /** the id of a match */
  id: string;
  /** number of the round; default: the current one */
  round?: number;
  /** number of plies played; default: all */
  ply?: number;
  /** 1: a nudge; 2: a good move; 3: how play continues (default: 1) */
  step?: number;
}

/** A move in a position. */
export interface MoveParams {
  /** the id of a match */
  id: string;
  /** number of the round; default: the current one */
  round?: number;
  /** number of plies played; default: all */
  ply?: number;
  /** a move; default: the last mistake */
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
  /** the id of a game */
  game: string;
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
  /** friend (by link), here (same screen), or a level */
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
  /** required for do: move, otherwise not allowed */
  move?: string | null;
}

/** A player who starts the daily duel. */
export interface NewDuel {
  name?: string | null;
  /** your seat: a secret that the client generates */
  token: string;
}

/** A new match that continues from a position of another. */
export interface Branch {
  /** friend (by link), here (same screen), or a level */
  opponent: string;
  /** 1, 2, or null for random */
  seat?: 1 | 2 | null;
  name?: string | null;
  /** your seat: a secret that the client generates */
  token: string;
  /** number of plies played; default: all */
  ply: number;
  round?: number | null;
}

/** A new match that continues from the end of a record, or from one of its plies. */
export interface NewRecord {
  /** friend (by link), here (same screen), or a level */
  opponent: string;
  /** 1, 2, or null for random */
  seat?: 1 | 2 | null;
  name?: string | null;
  /** your seat: a secret that the client generates */
  token: string;
  /** the text of a record */
  record: string;
  ply?: number | null;
}

/** A record to review. */
export interface Record {
  /** the text of a record */
  record: string;
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

/** A game set-up to preview. */
export interface Setup {
  game: string;
  options?: { [key: string]: boolean | number | string };
  /** a board as text, "playable" or "book" (default: playable) */
  board?: string;
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
    answer: Seen;
  };
  "GET /matches/{id}": {
    query: Omit<MatchParams, "id">;
    body: null;
    answer: Seen;
  };
  "GET /matches/{id}/events": {
    query: Omit<MatchParams, "id">;
    body: null;
    answer: Seen;
  };
  "POST /matches/{id}/actions": {
    query: Omit<MatchParams, "id">;
    body: Action;
    answer: Seen;
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
    answer: ToldReview;
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
    answer: ToldReview;
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
    answer: Tried;
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
    query: null;
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
  "POST /qr": {
    query: null;
    body: QrText;
    answer: Squares;
  };
  "GET /board.svg": {
    query: DrawingParams;
    body: null;
    answer: string;
  };
}
