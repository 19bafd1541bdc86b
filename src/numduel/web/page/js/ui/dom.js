// Elements, created without markup: text always stays text.
import { toHref } from "../browser/location.js";

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | false | null | undefined} Leaf */
/** @typedef {Leaf | (Leaf | (Leaf | Leaf[])[])[]} Child leaves, or nested lists of leaves */

/**
 * Listeners of an element, by event.
 * @template {Element} E
 * @typedef {{ [N in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[N] & { currentTarget: E }) => unknown }} Listeners
 */

/** @typedef {string | number | boolean | null | undefined} Attribute null, undefined and false are left out */
/** @typedef {Record<string, string | number>} Variables */

/**
 * Attributes of an element, its listeners (`on`) and CSS variables (`vars`).
 * @template {Element} E
 * @typedef {{ on?: Listeners<E> | false, vars?: Variables, [name: string]: Attribute | Listeners<E> | Variables }} Properties
 */

/** @type {(child: Leaf) => child is Node | string} */
const isShown = (child) => Boolean(child);

/** @param {Child[]} children */
const flatten = (children) => /** @type {Leaf[]} */ (children.flat(Infinity)).filter(isShown);

/**
 * The element type of "tag.class.class".
 * @template {string} N
 * @template M
 * @typedef {(N extends `${infer T}.${string}` ? T : N) extends infer T ? (T extends keyof M ? M[T] : never) : never} ElementOf
 */

/**
 * Add classes, properties and children to an element and return it.
 * @template {HTMLElement | SVGElement} E
 * @param {E} element
 * @param {string[]} classes
 * @param {(Properties<E> | Child)[]} contents optional properties, then children
 */
function fill(element, classes, [first, ...rest]) {
  const isProperties =
    first && typeof first === "object" && !(first instanceof Node) && !Array.isArray(first);
  const { on, vars, ...attributes } = isProperties ? first : {};
  if (classes.length) element.setAttribute("class", classes.join(" "));
  for (const [event, listener] of Object.entries(on || {}))
    element.addEventListener(event, /** @type {EventListener} */ (listener));
  for (const [name, value] of Object.entries(vars ?? {}))
    element.style.setProperty(name, String(value));
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "value" && "value" in element) element.value = value;
    else if (name === "href" && element instanceof HTMLAnchorElement)
      element.href = toLink(String(value));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...flatten(/** @type {Child[]} */ (isProperties ? rest : [first, ...rest])));
  return element;
}

/** Return the link to a path; other links stay as they are. @param {string} link */
const toLink = (link) => (link.startsWith("/") ? toHref(link) : link);

/**
 * Create an HTML element from "tag.class.class", an optional object of properties, and children.
 * @template {string} N
 * @template {ElementOf<N, HTMLElementTagNameMap>} E
 * @param {N} name
 * @param {[(Properties<E> | Child)?, ...Child[]]} contents
 * @returns {E}
 */
export function h(name, ...contents) {
  const [tag, ...classes] = name.split(".");
  return fill(/** @type {E} */ (document.createElement(tag)), classes, contents);
}

/**
 * Create an SVG element in the same way.
 * @template {string} N
 * @template {ElementOf<N, SVGElementTagNameMap>} E
 * @param {N} name
 * @param {[(Properties<E> | Child)?, ...Child[]]} contents
 * @returns {E}
 */
export function svg(name, ...contents) {
  const [tag, ...classes] = name.split(".");
  return fill(/** @type {E} */ (document.createElementNS(SVG, tag)), classes, contents);
}

/** Return an element that always exists in the document. @param {string} id */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Return whether a click opens a link here, not in another tab. @param {MouseEvent} event */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, defaultPrevented }) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !defaultPrevented;

/** Return a selector that finds a control again after a redraw, or null. @param {Element} element */
export function selectorOf(element) {
  for (const name of ["data-do", "data-move", "data-tool", "id", "name"]) {
    const value = element.getAttribute(name);
    const isOne = element instanceof HTMLInputElement && element.type === "radio";
    const one = isOne ? `[value="${CSS.escape(element.value)}"]` : "";
    if (value) return `[${name}="${CSS.escape(value)}"]${one}`;
  }
  return null;
}

/** Focus the first match of a selector in a part. @param {ParentNode} part @param {string} selector */
export function focusIn(part, selector) {
  const found = part.querySelector(selector);
  if (found instanceof HTMLElement) found.focus({ preventScroll: true });
}

/**
 * Change a part, but keep the focus on its control, and the text typed there.
 * @template {Element} E
 * @param {E} part
 * @param {() => void} change
 */
function keepFocus(part, change) {
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  const selector = focused && selectorOf(focused);
  const text = focused instanceof HTMLInputElement ? focused.value : null;
  change();
  const restored = selector ? part.querySelector(selector) : null;
  if (selector && restored !== document.activeElement) {
    if (text !== null && restored instanceof HTMLInputElement && restored.type === "text")
      restored.value = text;
    focusIn(part, selector);
  }
  return part;
}

/** Replace the contents of a part. @param {Element} part @param {Child[]} children */
export const refill = (part, ...children) =>
  keepFocus(part, () => part.replaceChildren(...flatten(children)));

/**
 * Update a part but keep unchanged nodes, so that no click is lost.
 * Old listeners stay: use it only for controls whose action follows from their attributes.
 * @param {Element} part
 * @param {Child[]} children
 */
export const update = (part, ...children) =>
  keepFocus(part, () => patch(part, h("div", ...children)));

/** Make the children of a node equal to those of another. @param {Node} part @param {Node} wanted */
function patch(part, wanted) {
  for (const extra of [...part.childNodes].slice(wanted.childNodes.length)) extra.remove();
  for (const [index, node] of [...wanted.childNodes].entries()) {
    const now = part.childNodes[index];
    if (!now) part.appendChild(node);
    else if (!now.cloneNode().isEqualNode(node.cloneNode())) now.replaceWith(node);
    else patch(now, node);
  }
}

/** Announce a text to screen readers, which are silent if nothing changes: a space tells it from the same text before. @param {string} text */
export function announce(text) {
  const region = byId("said");
  if (text) region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/** Remove the last announcement, which is about another screen. */
export const forgetAnnouncement = () => byId("said").replaceChildren();

/** Keep the announcements in the top sheet, or in the document if none is open: screen readers ignore what a sheet covers. */
export function moveAnnouncements() {
  const region = byId("said");
  const place = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  if (region.parentElement === place) return;
  if (place !== document.body) forgetAnnouncement(); // it would be read again
  place.append(region);
}

/** Return whether something was announced on this screen. */
export const isAnnounced = () => byId("said").hasChildNodes();
