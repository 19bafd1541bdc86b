// What this browser keeps, as JSON in localStorage; where that is forbidden, until the page closes.

const instead = new Map();

/** What is kept under a name, or `otherwise`. */
export function read(name, otherwise) {
  try {
    const text = localStorage.getItem(`numduel.${name}`) ?? instead.get(name);
    return text ? (JSON.parse(text) ?? otherwise) : otherwise;
  } catch {
    return instead.has(name) ? JSON.parse(instead.get(name)) : otherwise;
  }
}

export function write(name, value) {
  const text = JSON.stringify(value);
  instead.set(name, text);
  try {
    localStorage.setItem(`numduel.${name}`, text);
  } catch {
    // full or forbidden: it is kept until the page closes
  }
}
