// Elements, created without markup: text always stays text.

/**
 * Create an element with attributes and children.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function create(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Create a button. @param {string} text @param {string} classes @param {() => void} onClick */
export function createButton(text, classes, onClick) {
  const button = create("button", { type: "button", class: classes }, text);
  button.onclick = onClick;
  return button;
}
