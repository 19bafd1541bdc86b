// SHA-256, to verify a sealed board. Browsers provide it only over HTTPS.

/** Return the first prime numbers. @param {number} count */
const primes = (count) => {
  /** @type {number[]} */
  const found = [];
  for (let number = 2; found.length < count; number++) {
    if (found.every((prime) => number % prime)) found.push(number);
  }
  return found;
};
/** Return the first 32 bits of the fractional part. @param {number} root */
const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32) >>> 0;
const START = primes(8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = primes(64).map((prime) => fraction(Math.cbrt(prime)));
/** @type {(word: number, by: number) => number} */
const rotate = (word, by) => (word >>> by) | (word << (32 - by));

/** Return the SHA-256 of a text (as UTF-8), in hex. @param {string} text */
export function sha256(text) {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const words = new DataView(padded.buffer);
  words.setUint32(padded.length - 8, Math.floor((bytes.length * 8) / 2 ** 32));
  words.setUint32(padded.length - 4, (bytes.length * 8) >>> 0);
  const state = [...START];
  for (let at = 0; at < padded.length; at += 64) mix(state, words, at);
  return state.map((word) => word.toString(16).padStart(8, "0")).join("");
}

/** Mix one 64-byte block into the state. @param {number[]} state @param {DataView} words @param {number} at */
function mix(state, words, at) {
  const w = new Uint32Array(64);
  for (let i = 0; i < 16; i++) w[i] = words.getUint32(at + i * 4);
  for (let i = 16; i < 64; i++) {
    const low = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ (w[i - 15] >>> 3);
    const high = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ (w[i - 2] >>> 10);
    w[i] = w[i - 16] + low + w[i - 7] + high;
  }
  let [a, b, c, d, e, f, g, last] = state;
  for (let i = 0; i < 64; i++) {
    const one =
      (last +
        (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) +
        ((e & f) ^ (~e & g)) +
        ROUNDS[i] +
        w[i]) >>>
      0;
    const two =
      ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) >>> 0;
    [last, g, f, e, d, c, b, a] = [g, f, e, (d + one) >>> 0, c, b, a, (one + two) >>> 0];
  }
  [a, b, c, d, e, f, g, last].forEach((word, i) => (state[i] = (state[i] + word) >>> 0));
}
