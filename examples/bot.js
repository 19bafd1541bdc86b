#!/usr/bin/env node
// A bot that plays the legal move it has made least often, so that it visits new cells.
// It needs only Node.js (docs/bot-protocol.md).
const lines = require("node:readline").createInterface({ input: process.stdin });
const say = (message) => console.log(JSON.stringify(message));
let player = 1;

function choose({ moves, view }) {
  const own = view.plies.filter((ply) => ply.player === player).map((ply) => ply.move);
  const times = (move) => own.filter((made) => made === move).length;
  return moves.reduce((best, move) => (times(move) < times(best) ? move : best));
}

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") say({ type: "hello", protocol: 1, name: "wanderer" });
  if (message.type === "game") player = message.player;
  if (message.type === "turn") say({ type: "move", move: choose(message) });
});
