// Requests to the worker that answers instead of a server. It replaces the page's own transport.js.
import { createToken } from "../browser/seats.js";
import { startLoading } from "./loading.js";
import { askToKeepData } from "./persistence.js";
import { STATIC_ROUTES } from "./static_data.js";
import { addressOf } from "./version.js";
import { followRequest, sendRequest, whenReady } from "./workers.js";

const BASE = "/api/v1";
const EVENTS = "text/event-stream";

setTimeout(startLoading); // after the first screen is drawn

/**
 * Send a request and return the answer, as `fetch` does. Before Python is ready it waits.
 * @param {string} address path and query
 * @param {RequestInit} options
 * @returns {Promise<Response>}
 */
export async function send(address, { method = "GET", headers, body, signal }) {
  const { pathname, search } = new URL(address, "http://worker");
  const route = pathname.slice(BASE.length);
  if (method === "GET" && !search && STATIC_ROUTES.includes(route)) {
    const found = await readFile(route);
    if (found) return found;
  }
  const text = JSON.stringify({
    method,
    path: pathname,
    query: search.slice(1),
    headers: headers ?? {},
    body: body ?? "",
    ...(method === "POST" && { key: createToken() }), // after a failure it is sent again: then a match is created once
  });
  if (pathname.endsWith("/events")) return openStream(text, signal ?? null);
  const answer = toResponse(await sendRequest(text, signal ?? null));
  if (answer.ok && pathname.endsWith("/actions")) askToKeepData().catch(() => {}); // it is only a wish
  return answer;
}

/** Requests always arrive. */
export const isOnline = () => true;

/** Return the answer of a route from its file; null if it can't be read, and the worker has to answer. @param {string} route */
async function readFile(route) {
  const answer = await fetch(addressOf(`data${route}.json`)).catch(() => null);
  return answer?.ok ? answer : null;
}

/** Return the answer in a text of the worker. @param {string} text */
function toResponse(text) {
  const [status, type, body] = JSON.parse(text);
  return new Response(body, { status, headers: { "Content-Type": type } });
}

/**
 * Return an answer whose body is the stream of a match. The caller's time limit counts from when Python is ready.
 * @param {string} text
 * @param {AbortSignal | null} signal
 * @returns {Promise<Response>}
 */
async function openStream(text, signal) {
  await whenReady();
  const encoder = new TextEncoder();
  return new Promise((resolve, reject) => {
    /** @type {ReadableStreamDefaultController<Uint8Array>} */
    let controller;
    const body = new ReadableStream({ start: (own) => void (controller = own) });
    const response = new Response(body, { headers: { "Content-Type": EVENTS } });
    followRequest(text, signal, (event) => {
      resolve(response);
      controller.enqueue(encoder.encode(event));
    }).then(
      (problem) => {
        if (problem) resolve(toResponse(problem));
        else controller.close();
      },
      (error) => {
        reject(error);
        controller.error(error);
      },
    );
  });
}
