// The code editor: CodeMirror, in a shadow tree, where its styles need no inline style elements.

/** @import { Fault } from "./types.js" */

const CM = /** @type {any} */ (globalThis).CodeMirrorParts;

/** Characters that change the direction of text and that CodeMirror doesn't show by itself: code must read as it runs. */
const BIDI = /[\u202a-\u202c\u2068]/g;

const SANS = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

const THEME = CM.EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--surface)", fontSize: "14px" },
  "&.cm-focused": { outline: "3px solid var(--focus)", outlineOffset: "-3px" },
  ".cm-scroller": { fontFamily: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace", lineHeight: "1.55" },
  ".cm-content": { caretColor: "var(--ink)", padding: "12px 0" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--muted)", border: "0" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--well) 55%, transparent)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--p1-tint) !important" },
  ".cm-matchingBracket": { backgroundColor: "var(--go-tint) !important", outline: "1px solid var(--go)" },
  ".cm-panels": { backgroundColor: "var(--well)", color: "var(--ink)", fontFamily: SANS },
  ".cm-tooltip": { backgroundColor: "var(--surface)", color: "var(--ink)", border: "1px solid var(--edge)", fontFamily: SANS },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--p1-tint)", color: "var(--ink)" },
  ".cm-diagnostic-error": { borderLeft: "4px solid var(--bad)" },
});

const { tags } = CM;
const COLOURS = CM.HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: "var(--focus)", fontWeight: "600" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--go)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--p2)" },
  { tag: [tags.comment, tags.docString], color: "var(--muted)", fontStyle: "italic" },
  { tag: [tags.definition(tags.variableName), tags.function(tags.definition(tags.variableName))], color: "var(--p1)" },
  { tag: [tags.className, tags.definition(tags.className)], color: "var(--p1)", fontWeight: "600" },
]);

export class CodeEditor {
  /** @param {HTMLElement} host @param {() => void} onChange */
  constructor(host, onChange) {
    const root = host.attachShadow({ mode: "open" });
    const { EditorView: View, keymap } = CM;
    const changed = View.updateListener.of((/** @type {any} */ update) => update.docChanged && onChange());
    const label = { "aria-label": "Game file. Press Escape, then Tab, to leave the editor." };
    this.extensions = [
      CM.highlightSpecialChars({ addSpecialChars: BIDI }), CM.lineNumbers(), CM.highlightActiveLineGutter(), CM.highlightActiveLine(), CM.history(), CM.drawSelection(),
      CM.indentOnInput(), CM.indentUnit.of("    "), CM.bracketMatching(), CM.highlightSelectionMatches(), CM.lintGutter(),
      CM.python(), CM.autocompletion(), CM.search({ top: true }), CM.syntaxHighlighting(COLOURS), THEME, changed,
      View.contentAttributes.of({ ...label, "aria-multiline": "true", spellcheck: "false" }),
      keymap.of([
        ...CM.completionKeymap, ...CM.searchKeymap, ...CM.historyKeymap, ...CM.lintKeymap, ...CM.defaultKeymap,
        CM.indentWithTab,
      ]),
    ]; // prettier-ignore
    this.view = new View({ parent: root, root, state: this.#stateOf("") });
  }

  get text() {
    return /** @type {string} */ (this.view.state.doc.toString());
  }

  /** Show another file, without a way back to the last one. @param {string} text */
  open(text) {
    this.view.setState(this.#stateOf(text));
  }

  /** Mark the lines of faults; none clears the marks. @param {Fault[]} faults */
  mark(faults) {
    const { doc } = this.view.state;
    const diagnostics = faults.flatMap(({ message, line }) => {
      if (line === null || !Number.isInteger(line) || line < 1 || line > doc.lines) return [];
      const { from, to } = doc.line(line);
      return [{ from, to, severity: "error", message }];
    });
    this.view.dispatch(CM.setDiagnostics(this.view.state, diagnostics));
  }

  /** Move the cursor to a line. @param {number} line */
  goTo(line) {
    const { doc } = this.view.state;
    const { from } = doc.line(Math.min(Math.max(1, line), doc.lines));
    this.view.dispatch({ selection: { anchor: from }, effects: CM.EditorView.scrollIntoView(from, { y: "center" }) });
    this.view.focus();
  }

  /** @param {string} text */
  #stateOf(text) {
    return CM.EditorState.create({ doc: text, extensions: this.extensions });
  }
}
