// Elements, made without markup: every text stays a text.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | false | null | undefined} Leaf */
/** @typedef {Leaf | (Leaf | (Leaf | Leaf[])[])[]} Child leaves, or lists of them in each other */

/**
 * Listeners of an element, by event.
 * @template {Element} E
 * @typedef {{ [N in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[N] & { currentTarget: E }) => unknown }} Listeners
 */

/** @typedef {string | number | boolean | null | undefined} Attribute null, undefined and false leave it out */
/** @typedef {Record<string, string | number>} Variables */

/**
 * Attributes of an element, its listeners (`on`) and CSS variables (`vars`).
 * @template {Element} E
 * @typedef {{ on?: Listeners<E> | false, vars?: Variables, [name: string]: Attribute | Listeners<E> | Variables }} Properties
 */

/** @type {(child: Leaf) => child is Node | string} */
const isShown = (child) => Boolean(child);

/** @param {Child[]} children */
const flattened = (children) => /** @type {Leaf[]} */ (children.flat(Infinity)).filter(isShown);

/**
 * The element that "tag.class.class" names.
 * @template {string} N
 * @template M
 * @typedef {(N extends `${infer T}.${string}` ? T : N) extends infer T ? (T extends keyof M ? M[T] : never) : never} Named
 */

/**
 * @template {HTMLElement | SVGElement} E
 * @param {E} element
 * @param {string[]} classes
 * @param {(Properties<E> | Child)[]} contents properties where there are any, then children
 */
function fill(element, classes, [first, ...rest]) {
  const isProperties =
    first && typeof first === "object" && !(first instanceof Node) && !Array.isArray(first);
  const { on, vars, ...attributes } = isProperties ? first : {};
  if (classes.length) element.setAttribute("class", classes.join(" "));
  for (const [event, heard] of Object.entries(on || {}))
    element.addEventListener(event, /** @type {EventListener} */ (heard));
  for (const [name, value] of Object.entries(vars ?? {}))
    element.style.setProperty(name, String(value));
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "value" && "value" in element) element.value = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...flattened(/** @type {Child[]} */ (isProperties ? rest : [first, ...rest])));
  return element;
}

/**
 * Return an element of HTML, "tag.class.class": with properties, if the next argument is an object, and children.
 * @template {string} N
 * @template {Named<N, HTMLElementTagNameMap>} E
 * @param {N} name
 * @param {[(Properties<E> | Child)?, ...Child[]]} contents
 * @returns {E}
 */
export function h(name, ...contents) {
  const [tag, ...classes] = name.split(".");
  return fill(/** @type {E} */ (document.createElement(tag)), classes, contents);
}

/**
 * Return an element of SVG, in the same way.
 * @template {string} N
 * @template {Named<N, SVGElementTagNameMap>} E
 * @param {N} name
 * @param {[(Properties<E> | Child)?, ...Child[]]} contents
 * @returns {E}
 */
export function svg(name, ...contents) {
  const [tag, ...classes] = name.split(".");
  return fill(/** @type {E} */ (document.createElementNS(SVG, tag)), classes, contents);
}

/** Return an element that the page's document always has. @param {string} id */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Return what tells one control of a part from another, so that focus can stay on it. @param {Element} element */
export function selectorOf(element) {
  for (const name of ["data-do", "data-move", "data-tool", "id", "name"]) {
    const value = element.getAttribute(name);
    const isOne = element instanceof HTMLInputElement && element.type === "radio";
    const one = isOne ? `[value="${CSS.escape(element.value)}"]` : "";
    if (value) return `[${name}="${CSS.escape(value)}"]${one}`;
  }
  return null;
}

/** Focus the first element that a selector finds in a part. @param {ParentNode} part @param {string} selector */
export function focusIn(part, selector) {
  const found = part.querySelector(selector);
  if (found instanceof HTMLElement) found.focus({ preventScroll: true });
}

/**
 * Change a part; the control that has the focus keeps it, and what was typed.
 * @template {Element} E
 * @param {E} part
 * @param {() => void} change
 */
function keepingFocus(part, change) {
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  const selector = focused && selectorOf(focused);
  const typed = focused instanceof HTMLInputElement ? focused.value : null;
  change();
  const again = selector ? part.querySelector(selector) : null;
  if (selector && again !== document.activeElement) {
    if (typed !== null && again instanceof HTMLInputElement && again.type === "text")
      again.value = typed;
    focusIn(part, selector);
  }
  return part;
}

/** Put other contents into a part. @param {Element} part @param {Child[]} children */
export const refill = (part, ...children) =>
  keepingFocus(part, () => part.replaceChildren(...flattened(children)));

/**
 * Bring a part up to date and leave what is the same where it is, so that no press on it is lost.
 * Listeners stay too: only for controls that do the same whenever they look the same.
 * @param {Element} part
 * @param {Child[]} children
 */
export const renew = (part, ...children) =>
  keepingFocus(part, () => follow(part, h("div", ...children)));

/** @param {Node} part @param {Node} wanted */
function follow(part, wanted) {
  for (const gone of [...part.childNodes].slice(wanted.childNodes.length)) gone.remove();
  for (const [place, node] of [...wanted.childNodes].entries()) {
    const now = part.childNodes[place];
    if (!now) part.appendChild(node);
    else if (!now.cloneNode().isEqualNode(node.cloneNode())) now.replaceWith(node);
    else follow(now, node);
  }
}

/** Tell screen readers something, politely. @param {string} text */
export function announce(text) {
  const region = byId("said");
  if (text && region.textContent !== text) region.textContent = text;
}
