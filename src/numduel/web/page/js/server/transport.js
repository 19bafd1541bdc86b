// The only module that uses HTTP. The edition without a server replaces this file.

/**
 * Send a request and return the answer, as `fetch` does.
 * @param {string} address path and query
 * @param {RequestInit} options
 * @returns {Promise<Response>}
 */
export const send = (address, options) => fetch(address, { ...options, cache: "no-store" });

/** Return whether requests can arrive. */
export const isOnline = () => navigator.onLine;
