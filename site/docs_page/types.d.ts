// Types of what the documentation's scripts share.
/** A statement that has run: its source, its output and its error. */
export type Statement = [source: string, output: string, error: string];

/** How a run has ended. */
export type Ending = { kind: "done" | "stopped" } | { kind: "failed"; message: string };

/** What a page shows of a run. */
export interface Watcher {
  /** A step has begun or has made progress; `share` is the share of a download, from 0 to 1. */
  onStep: (step: "download" | "python" | "code", share: number) => void;
  /** A statement of a text has run. */
  onStatement: (statement: Statement, text: number) => void;
}

/** Texts that run, and what waits for the end. */
export interface Run {
  texts: string[];
  watcher: Watcher;
  resolve: (ending: Ending) => void;
}
