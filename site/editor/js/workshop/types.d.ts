import type { ShownAnalysis, ShownPosition } from "../contract.js";

export interface GalleryGame {
  name: string;
  file: string;
  text: string;
}

/** What is wrong with a file; `line` is null if it is unknown. */
export interface Fault {
  message: string;
  line: number | null;
}

export interface BrokenLaw {
  law: string;
  message: string;
  options: string;
  moves: string[];
  position: string;
  line: number | null;
}

export interface CheckAnswer {
  ok: boolean;
  conclusion: string;
  extent: string[];
  broken: BrokenLaw[];
  warnings: { law: string; message: string }[];
}

export interface TableAnswer {
  position: ShownPosition;
  you: number[];
}

export type SolveAnswer = (ShownAnalysis & { is_exact: boolean }) | null;

export interface ReportAnswer {
  json: { title: string; headline: string; verdict: { text: string }[] };
  figures: { title: string; value: string; interval: string }[];
  ladder: string[][];
  endings: string[][];
  positions: { title: string; text: string; picture: string; lines: string[] }[];
  effort: string;
}

/** The text and the state of the page, for its panels. */
export interface Desk {
  /**
   * Ask the sandbox, with the present text; show progress and faults. Null if it was refused or stopped, or if the
   * question is about an earlier match (`goesOn`) and the text is another one now.
   */
  ask<T>(question: object, check: (answer: any) => T, seconds: number, panel: Element, goesOn?: boolean): Promise<T | null>;
}
