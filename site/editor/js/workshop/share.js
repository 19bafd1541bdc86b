// A game file in a link: deflated, as base64url, in the fragment of the address.
import { MAX_FRAGMENT_CHARS } from "../browser/fragment.js";

/** Longest file that a link may hold, in bytes. */
export const MAX_FILE_BYTES = 200_000;

const START = "#code=";

/** Return the fragment of a file; null if it would be too long. @param {string} text */
export async function writeShare(text) {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > MAX_FILE_BYTES) return null;
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  const signs = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
  const fragment = START + btoa(signs).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return fragment.length <= MAX_FRAGMENT_CHARS ? fragment : null;
}

/** Return whether a fragment claims to hold a file. @param {string} hash */
export const isShare = (hash) => hash.startsWith(START);

/** Return the file in a fragment; null if it is cut, changed or too long. @param {string} hash */
export async function readShare(hash) {
  const value = hash.slice(START.length);
  if (hash.length > MAX_FRAGMENT_CHARS || !/^[A-Za-z0-9_-]+$/.test(value)) return null;
  try {
    const signs = atob(value.replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(signs, (sign) => sign.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new TextDecoder("utf-8", { fatal: true }).decode(await readBytes(stream));
  } catch {
    return null;
  }
}

/** Return the bytes of a stream; throw an error when there are too many. @param {ReadableStream<Uint8Array>} stream */
async function readBytes(stream) {
  const reader = stream.getReader();
  const chunks = [];
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer());
    size += value.length;
    if (size > MAX_FILE_BYTES) throw new RangeError("The file is too long.");
    chunks.push(/** @type {BlobPart} */ (value));
  }
}
