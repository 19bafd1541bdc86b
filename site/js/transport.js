// Requests to the worker that answers instead of a server. It replaces the page's own transport.js.
import { followRequest, sendRequest } from "./workers.js";

const EVENTS = "text/event-stream";

/**
 * Send a request and return the answer, as `fetch` does.
 * @param {string} address path and query
 * @param {RequestInit} options
 * @returns {Promise<Response>}
 */
export async function send(address, { method = "GET", headers, body, signal }) {
  const { pathname, search } = new URL(address, "http://worker");
  const text = JSON.stringify({
    method,
    path: pathname,
    query: search.slice(1),
    headers: headers ?? {},
    body: body ?? "",
  });
  if (pathname.endsWith("/events")) return openStream(text, signal ?? null);
  return toResponse(await sendRequest(text, signal ?? null));
}

/** Requests always arrive. */
export const isOnline = () => true;

/** Return the answer in a text of the worker. @param {string} text */
function toResponse(text) {
  const [status, type, body] = JSON.parse(text);
  return new Response(body, { status, headers: { "Content-Type": type } });
}

/**
 * Return an answer whose body is the stream of a match.
 * @param {string} text
 * @param {AbortSignal | null} signal
 * @returns {Promise<Response>}
 */
function openStream(text, signal) {
  const encoder = new TextEncoder();
  return new Promise((resolve, reject) => {
    /** @type {ReadableStreamDefaultController<Uint8Array>} */
    let controller;
    const body = new ReadableStream({ start: (own) => void (controller = own) });
    const response = new Response(body, { headers: { "Content-Type": EVENTS } });
    followRequest(text, signal, (event) => {
      resolve(response);
      controller.enqueue(encoder.encode(event));
    }).then((problem) => {
      if (problem) resolve(toResponse(problem));
      else controller.close();
    }, (error) => {
      reject(error);
      controller.error(error);
    });
  });
}
