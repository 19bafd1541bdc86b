// Your answers to the exam, saved in this browser by the version of the exam.
import { read, write } from "./storage.js";

/** @typedef {Record<string, string>} ExamAnswers moves by question */

/** @returns {Record<string, ExamAnswers>} */
const readAll = () => read("exam", {});

/** Return your answers to a version of the exam. @param {number} version */
export const readAnswers = (version) => readAll()[version] ?? {};

/** Save your answers to a version of the exam. @param {number} version @param {ExamAnswers} answers */
export const saveAnswers = (version, answers) => write("exam", { ...readAll(), [version]: answers });
