// A sandbox that answers what it likes, as code can that changes the program's module. NAME is one of the attacks.
const TILE = { label: "1", tokens: [], tags: [], move: null };
const LINK = {
  player: 1, start: 0, end: 0, jump: false, doubled: false, x: 1, y: 1, angle: 0, aside: 0, length: 1, thick: 1, round: 1,
  pieces: [], dots: [],
};
const table = (rows, more) => JSON.stringify({ answer: { you: [1], position: {
  picture: { rows, first: 0, facts: [] }, columns: 1, owners: rows.flat().map(() => []), last: null, links: [], plies: [],
  status: { kind: "turn", player: 1, moves: ["a"], winner: null }, words: { labels: ["a", "b"] }, said: [], prompt: "Move",
  ...more,
} } });
const run = (statements) => JSON.stringify({ progress: 0, statements });
const ATTACKS = {
  "flood": () => { for (;;) postMessage('{"progress": "x", "share": 0}'); },
  "long texts": () => { const text = "x".repeat(3e6); setInterval(() => postMessage(text), 30); },
  "nested": () => {
    const text = `{"progress": "x", "more": ${"[".repeat(4e5)}${"]".repeat(4e5)}}`;
    setInterval(() => postMessage(text), 26);
  },
  "buffers": () => { for (let n = 0; n < 5; n++) postMessage(new ArrayBuffer(1e8)); },
  "null": () => postMessage("null"),
  "many columns": () => postMessage(table([[TILE]], { columns: 1e7 })),
  "small columns": () => postMessage(table([[TILE]], { columns: 1e-6 })),
  "no columns": () => postMessage(table([[TILE]], { columns: 0 })),
  "many tiles": () => postMessage(table(Array(100).fill(Array(100).fill(TILE)))),
  "long labels": () => postMessage(table([Array(30).fill({ ...TILE, label: "8".repeat(2e4) })])),
  "many statements": () => postMessage(run(Array(9e3).fill([0, "a", "b", "c"]))),
  "long statements": () => setInterval(() => postMessage(run([[0, "", "x".repeat(4e5), ""]])), 300),
  "statements of many lines": () => postMessage(run([[0, "\n".repeat(9e5), "", ""]])),
  "statements of controls": () => postMessage(run([[0, "", "\u202e".repeat(3e5), ""]])),
  "statements of no text": () => postMessage(run([["length", "", "", ""]])),
  "no statements": () => postMessage('{"progress": 0}'),
  "statements of objects": () => postMessage(run([[0, {}, {}, {}]])),
  "no owners": () => postMessage(table([[TILE]], { owners: [] })),
  "many strokes": () => postMessage(table([[TILE]], { links: Array(999).fill({ ...LINK, dots: Array(99).fill(1) }) })),
};
onmessage = ({ data }) => {
  if (typeof data !== "string") postMessage('{"ready": true}');
  else if (JSON.parse(data).do === "load") postMessage('{"answer": {"id": "a", "title": "t", "summary": "s"}}');
  else ATTACKS[NAME]();
};
