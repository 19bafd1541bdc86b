// A request to the browser to keep this page's data even when it runs out of space.

let isAsked = false;

/**
 * Ask once for each visit, after the player's first move: then there is something to keep. Some browsers ask the
 * player, others decide themselves. If they refuse, the data stays until the browser needs the space.
 */
export async function askToKeepData() {
  if (isAsked) return;
  isAsked = true;
  const { storage } = navigator;
  if (!storage?.persist || (await storage.persisted())) return;
  await storage.persist();
}
