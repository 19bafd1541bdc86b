// Types of what the sandbox's scripts share.

/** What the sandbox's worker needs to start Python. */
export interface SandboxParts {
  script: ArrayBuffer;
  wasm: ArrayBuffer;
  library: ArrayBuffer;
  archives: ArrayBuffer[];
  lock: string;
  maxBytes: number;
  maxFileBytes: number;
}

/** What a page runs there: a class of a module in site/python, which answers questions. */
export type Program = "numduel_editor.Editor" | "numduel_snippets.Runner";

/** A step of the start; `share` is the share of the download, from 0 to 1. */
export type OnStep = (step: "download" | "python", share: number) => void;

/** Reads a message about the progress of a question, and throws if it isn't one: messages are untrusted. */
export type OnProgress = (message: any) => void;
