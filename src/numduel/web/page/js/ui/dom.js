// Elements, made without markup: every text stays a text.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") {
      for (const [event, heard] of Object.entries(value)) element.addEventListener(event, heard);
    } else if (name === "vars") {
      for (const [key, setting] of Object.entries(value)) element.style.setProperty(key, setting);
    } else if (name === "value") {
      element.value = value;
    } else {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(
    ...children
      .flat(Infinity)
      .filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** An element of HTML with attributes, listeners (`on`), CSS variables (`vars`) and children. */
export function h(tag, properties, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** An element of SVG. */
export function svg(tag, properties, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

/** What tells one control of a part from another, so that focus can stay on it. */
export function selectorOf(element) {
  for (const name of ["data-do", "data-move", "data-tool", "id", "name"]) {
    const value = element.getAttribute?.(name);
    const one = element.type === "radio" ? `[value="${CSS.escape(element.value)}"]` : "";
    if (value) return `[${name}="${CSS.escape(value)}"]${one}`;
  }
  return null;
}

/** Change a part; the control that has the focus keeps it, and what was typed. */
function keepingFocus(part, change) {
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  const selector = focused && selectorOf(focused);
  const typed = focused instanceof HTMLInputElement ? focused.value : null;
  change();
  const again = selector ? part.querySelector(selector) : null;
  if (again && again !== document.activeElement) {
    if (typed !== null && again instanceof HTMLInputElement && again.type === "text")
      again.value = typed;
    again.focus({ preventScroll: true });
  }
  return part;
}

/** Put other contents into a part. */
export const refill = (part, ...children) =>
  keepingFocus(part, () => part.replaceChildren(...children.flat(Infinity).filter(Boolean)));

/**
 * Bring a part up to date and leave what is the same where it is, so that no press on it is lost.
 * Listeners stay too: only for controls that do the same whenever they look the same.
 */
export const renew = (part, ...children) =>
  keepingFocus(part, () => follow(part, h("div", {}, children)));

function follow(part, wanted) {
  for (const gone of [...part.childNodes].slice(wanted.childNodes.length)) gone.remove();
  for (const [place, node] of [...wanted.childNodes].entries()) {
    const now = part.childNodes[place];
    if (!now) part.append(node);
    else if (!now.cloneNode().isEqualNode(node.cloneNode())) now.replaceWith(node);
    else follow(now, node);
  }
}

/** Tell screen readers something, politely. */
export function announce(text) {
  const region = document.getElementById("said");
  if (region && text && region.textContent !== text) region.textContent = text;
}
