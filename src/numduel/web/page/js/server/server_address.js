// The public address of this server, for links to share.
import { request } from "./api.js";

const LOOPBACK = /^(localhost|127\..*|\[::1\])$/;
/** @type {Promise<{ base: string, isOnlyHere: boolean }> | null} */
let address = null;

/** Return the base URL of links, and whether they only work on this computer. */
export function getServerAddress() {
  address ??= request("GET /about")
    .catch(() => {
      address = null; // try again next time
      return { url: "", local: false };
    })
    .then(({ url, local }) => ({
      base: local || !url ? location.origin : url.replace(/\/$/, ""),
      isOnlyHere: local && LOOPBACK.test(location.hostname),
    }));
  return address;
}
