// The strokes and sizes of drawings: written by `make contract` from render/.

export const STROKES = /** @type {Record<string, string>} */ ({
  "0": "M30 8C43 8 52 19 52 36V64C52 81 43 92 30 92S8 81 8 64V36C8 19 17 8 30 8Z",
  "1": "M14 24 35 8V92",
  "2": "M9 30C9 16 18 8 30 8C43 8 51 17 51 29C51 40 45 47 37 56L9 92H53",
  "3": "M9 8H50L28 42C43 42 52 52 52 67C52 82 42 92 29 92C18 92 10 87 6 77",
  "4": "M39 92V8L6 69H56",
  "5": "M49 8H15L11 47C16 42 22 39 30 39C43 39 52 49 52 65C52 82 42 92 29 92C18 92 10 87 7 78",
  "6": "M40 8 13 50C10 55 8 60 8 67C8 82 17 92 30 92S52 82 52 67S43 43 30 43C22 43 15 46 11 53",
  "7": "M8 8H52L23 92",
  "8": "M30 8C41 8 48 16 48 27S41 46 30 46S12 38 12 27S19 8 30 8ZM30 46C43 46 52 55 52 69S43 92 30 92S8 83 8 69S17 46 30 46Z",
  "9": "M20 92 47 50C50 45 52 40 52 33C52 18 43 8 30 8S8 18 8 33S17 57 30 57C38 57 45 54 49 47",
  "?": "M11 30C11 16 19 8 30 8C42 8 50 16 50 28C50 42 30 46 30 63M30 90V91",
  "+": "M30 26V74M6 50H54",
  "=": "M8 36H52M8 64H52",
  "-": "M10 50H50"
});

export const ADVANCE = 72;

/** The letters of the wordmark: colour, left edge and stroke. */
export const WORDMARK = /** @type {[number, number, string][]} */ ([[1, 8, "M0 60V0H40V60"], [1, 75, "M0 0V60H40V0"], [1, 142, "M0 60V0H64V60M32 0V60"], [2, 233, "M0 0H26L40 14V46L26 60H0Z"], [2, 300, "M0 0V60H40V0"], [2, 367, "M40 0H0V60H40M0 30H34"], [2, 434, "M0 0V60H36"]]);

export const HATCH = "M4 6L6 4M4 28L28 4M4 50L50 4M4 72L72 4M4 94L94 4M24 96L96 24M46 96L96 46M68 96L96 68M90 96L96 90";

/** From one tile to the next, where a tile is 100 wide. */
export const PITCH = 109;
