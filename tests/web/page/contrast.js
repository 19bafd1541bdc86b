// Contrast checks that axe lacks: numbers and signs on tiles (4.5), and edges with a meaning (3).
() => {
  const MIN_RATIO = { sign: 4.5, edge: 3 };
  const COLOUR = /rgba?\([^)]*\)/g;
  const read = (text) => text.match(/[\d.]+/g).map(Number);
  const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const light = (colour) => {
    const [red, green, blue] = colour.map((value) => linear(value / 255));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ratio = (one, two) => {
    const [low, high] = [light(one), light(two)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };

  /** Return the colours behind an element: one, or all colours of a background image. */
  function grounds(element) {
    for (let at = element; at; at = at.parentElement) {
      const { backgroundImage, backgroundColor } = getComputedStyle(at);
      const drawn = backgroundImage.match(COLOUR);
      if (drawn) return drawn.map(read);
      const [red, green, blue, share = 1] = read(backgroundColor);
      if (share === 1) return [[red, green, blue]];
    }
    return [[255, 255, 255]];
  }

  const faults = [];
  function check(kind, what, colour, ground) {
    const found = ratio(colour, ground);
    if (found < MIN_RATIO[kind]) faults.push(`${what}: ${found.toFixed(2)} of ${colour} on ${ground}`);
  }
  for (const tile of document.querySelectorAll("[role=gridcell]")) {
    // Hidden tiles show their sign on a plain circle over the hatching.
    const isHatched = tile.matches(".hidden, .late");
    const circle = isHatched && getComputedStyle(tile.querySelector(".face"), "::before").backgroundColor;
    const own = isHatched ? [read(circle).slice(0, 3)] : grounds(tile);
    for (const sign of tile.querySelectorAll(".numeral path, .word, .tags, .value")) {
      const { stroke, color } = getComputedStyle(sign);
      const colour = read(sign.matches("path") ? stroke : color);
      for (const ground of sign.matches(".value") ? grounds(sign) : own) check("sign", tile.ariaLabel, colour, ground);
    }
    const edge = getComputedStyle(tile).boxShadow.match(/(rgba?\([^)]*\))[^,]*inset/);
    if (edge) for (const ground of own) check("edge", `the edge of ${tile.ariaLabel}`, read(edge[1]), ground);
  }
  return faults;
}
