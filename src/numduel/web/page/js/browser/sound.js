// Short sounds for those who want them, made by the browser itself.
import { settings } from "./settings.js";

const NOTES = { turn: [587, 784], move: [523], end: [523, 659, 784], refused: [196] };
/** @type {AudioContext | null} */
let context = null;

/** Play a sound, if the person wants any. @param {keyof typeof NOTES} name */
export function beep(name) {
  if (settings().sound !== "on" || typeof AudioContext === "undefined") return;
  if (navigator.userActivation?.hasBeenActive === false) return; // until then browsers are silent
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  const { currentTime, destination } = context;
  for (const [number, pitch] of NOTES[name].entries()) {
    const begin = currentTime + number * 0.11;
    const tone = context.createOscillator();
    const loudness = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.0001, begin);
    loudness.gain.exponentialRampToValueAtTime(0.18, begin + 0.015);
    loudness.gain.exponentialRampToValueAtTime(0.0001, begin + 0.2);
    tone.connect(loudness).connect(destination);
    tone.start(begin);
    tone.stop(begin + 0.22);
  }
}
