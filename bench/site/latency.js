// Play a game and return the times of its moves, replies, hints and review, in ms.
const CHOICES = "[role=gridcell][aria-disabled=false], .ask button[data-move]";
const find = (selector) => document.querySelector(selector);
const seq = () => find("[role=grid][data-seq]")?.dataset.seq;

/** Do something, wait until the page shows its result, and return how long it took. */
function time(action, isDone) {
  return new Promise((resolve) => {
    const start = performance.now();
    const look = () => {
      if (!isDone()) return;
      observer.disconnect();
      resolve(performance.now() - start);
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
    action();
    look();
  });
}

async function play(game, maxMoves) {
  const times = { move: [], reply: [], hint: [], review: [] };
  await time(
    () => (location.hash = `#/play/${game}?opponent=perfect&seat=1`),
    () => find("dialog[open] [data-do=create]:enabled"),
  );
  await time(
    () => find("[data-do=create]").click(),
    () => !find("dialog[open]") && find(CHOICES),
  );
  const match = location.hash;
  for (let count = 0; count < maxMoves && !find(".verdict-card"); count++) {
    const words = find(".words").textContent;
    const hint = [...document.querySelectorAll("[data-tool=hint]")].find((tool) => tool.checkVisibility());
    times.hint.push(
      await time(
        () => hint.click(),
        () => ![words, "Thinking…"].includes(find(".words").textContent),
      ),
    );
    const before = seq();
    const choices = document.querySelectorAll(CHOICES);
    const start = performance.now();
    times.move.push(
      await time(
        () => choices[count % choices.length].click(),
        () => seq() !== before || find(".verdict-card"),
      ),
    );
    await time(
      () => {},
      () => find(CHOICES) || find(".verdict-card"),
    );
    times.reply.push(performance.now() - start);
  }
  times.review.push(
    await time(
      () => (location.hash = `${match}/review`),
      () => find(".moments-head") && find(".stage:not(.unfilled) .graph"),
    ),
  );
  return times;
}
globalThis.play = play;
