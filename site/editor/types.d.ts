/** Packages of npm that the build bundles. */
declare module "pyodide/pyodide.mjs" {
  export function loadPyodide(options: object): Promise<any>;
}
declare module "pyodide/pyodide.asm.mjs" {
  const createPyodideModule: unknown;
  export default createPyodideModule;
}
declare module "@codemirror/*";
declare module "@lezer/highlight";
