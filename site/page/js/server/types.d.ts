// Types of what the site's modules share with Pyodide and with each other.

declare global {
  var trustedTypes:
    | {
        createPolicy: (
          name: string,
          rules: { createScriptURL: (path: string) => string },
        ) => { createScriptURL: (path: string) => unknown };
      }
    | undefined;
}

/** The part of Pyodide that we use. */
export interface Python {
  runPython: (code: string) => any;
  unpackArchive: (bytes: Uint8Array, format: string, options: { extractDir: string }) => void;
}

/** Everything that a worker needs to start Python, downloaded once for both workers. */
export interface Parts {
  module: WebAssembly.Module;
  library: ArrayBuffer;
  modules: ArrayBuffer;
}

/** Steps of starting, in order. `share` is the share of the step that is done, from 0 to 1. */
export interface Progress {
  step: "download" | "python" | "games" | "blocked";
  share: number;
}

export type State =
  | ({ kind: "progress" } & Progress)
  | { kind: "ready" }
  | { kind: "failed"; message: string };
