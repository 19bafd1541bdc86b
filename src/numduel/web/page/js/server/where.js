// Where people find this server: the addresses of links that are handed on.
import * as api from "./api.js";

const LOOPBACK = /^(localhost|127\..*|\[::1\])$/;
let asked = null;

/** The address that links begin with, and whether only this machine can follow them. */
export function whereabouts() {
  asked ??= api
    .about()
    .catch(() => ({ url: "", local: false }))
    .then(({ url, local }) => ({
      base: local || !url ? location.origin : url.replace(/\/$/, ""),
      isOnlyHere: local && LOOPBACK.test(location.hostname),
    }));
  return asked;
}
