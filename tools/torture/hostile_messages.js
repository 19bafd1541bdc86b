// A sandbox that changes true answers at random, as code could that has left Python. The game file is the seed.
// ANSWERS is replaced by the true answers, by question.
const answers = ANSWERS;
let state = 1;
const random = () => (state = (state * 1664525 + 1013904223) % 2 ** 32) / 2 ** 32;
const pick = (list) => list[Math.floor(random() * list.length)];

let deep = [];
for (let depth = 0; depth < 3000; depth++) deep = [deep];

const ODD = [
  null, true, -1, 0, 2, 1e9, 1e308, -0.5, 2 ** 53, "", "1", "<img src=x onerror=alert(1)>", "\u202e\u001b[31m\u0000",
  "x".repeat(19_999), "x".repeat(30_000), "8".repeat(3_000), "\n".repeat(15_000), [], {}, [[]], Array(150).fill(1),
  Array(5_000).fill([1, 2]), Array(3_000).fill("a"), deep, JSON.parse('{"__proto__": {"label": "x"}, "constructor": 2, "then": 3}'),
]; // prettier-ignore

/** Yield every place of a value: an array or object, and a key in it. */
function* places(value) {
  if (typeof value !== "object" || value === null) return;
  for (const key of Object.keys(value)) {
    yield [value, key];
    yield* places(value[key]);
  }
}

/** Return an answer with some changes, or without if it gets too deep for them. */
function changeOrNot(answer) {
  try {
    return change(answer);
  } catch {
    return JSON.stringify({ answer });
  }
}

function change(answer) {
  const whole = { answer: structuredClone(answer) };
  for (let left = Math.floor(random() * 4); left > 0; left--) {
    const [holder, key] = pick([...places(whole)]) ?? [whole, "answer"];
    const how = random();
    if (how < 0.5) holder[key] = structuredClone(pick(ODD));
    else if (how < 0.6) delete holder[key];
    else if (how < 0.75 && Array.isArray(holder)) holder.push(...Array(pick([1, 5, 120, 3_000])).fill(holder[key]));
    else if (how < 0.9) holder[key] = structuredClone(pick([...places(whole)])[0]);
    else holder[pick(["more", "error", "failed", "progress"])] = structuredClone(pick(ODD));
    if (JSON.stringify(whole).length > 3e6) break;
  }
  return JSON.stringify(whole);
}

onmessage = ({ data }) => {
  if (typeof data !== "string") return postMessage('{"ready": true}');
  const question = JSON.parse(data);
  if (question.do === "load") state = Number(question.text) || 1;
  for (let left = Math.floor(random() * 3); left > 0; left--) {
    const share = random() < 0.7 ? random() : pick(ODD);
    postMessage(JSON.stringify({ progress: random() < 0.7 ? "Working…" : pick(ODD), share }));
  }
  postMessage(question.do === "load" && random() < 0.9 ? JSON.stringify({ answer: answers.load }) : changeOrNot(answers[question.do]));
};
