// Where people find this server: the addresses of links that are handed on.
import { ask } from "./wire.js";

const LOOPBACK = /^(localhost|127\..*|\[::1\])$/;
/** @type {Promise<{ base: string, isOnlyHere: boolean }> | null} */
let asked = null;

/** Return the address that links begin with, and whether only this machine can follow them. */
export function whereabouts() {
  asked ??= ask("GET /about")
    .catch(() => {
      asked = null; // the next one who wants to know asks again
      return { url: "", local: false };
    })
    .then(({ url, local }) => ({
      base: local || !url ? location.origin : url.replace(/\/$/, ""),
      isOnlyHere: local && LOOPBACK.test(location.hostname),
    }));
  return asked;
}
