// Python's prompts in the examples of the page.

const FIRST = /^>>>( |$)/;
const NEXT = /^\.\.\.( |$)/; // only after a line with a prompt; elsewhere it is output

/** Return the code of a text with prompts, without its output. @param {string} text */
export function readCode(text) {
  let isCode = false;
  /** @type {string[]} */
  const lines = [];
  for (const line of text.split("\n")) {
    isCode = FIRST.test(line) || (isCode && NEXT.test(line));
    if (isCode) lines.push(line.slice(4));
  }
  return lines.join("\n");
}

/** Return a statement with prompts. @param {string} code */
export const addPrompts = (code) =>
  code.split("\n").map((line, index) => `${index ? "..." : ">>>"} ${line}`.trimEnd()).join("\n");
