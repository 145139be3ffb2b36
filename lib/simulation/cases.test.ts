import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const catalogue = readFileSync(join(root, "docs/simulation-cases.md"), "utf8");
const listed = (pattern: RegExp) =>
  [...catalogue.matchAll(pattern)].map(([, number, shown = ""]) => ({
    number: Number(number),
    shown: shown.split("; "),
  }));
const cases = listed(/^(\d+)\. .+? → (.+)$/gm);
const demands = listed(/^- B3\.(\d+)\. .+? → (.+)$/gm);
const FIRST = 42;

test("the cases are numbered without gaps", () => {
  expect(cases.map(({ number }) => number)).toEqual(Array.from({ length: cases.length }, (_, index) => FIRST + index));
});

test("each case has an existing test or decision, or is open", () => {
  const lost = [...cases, ...demands].flatMap(({ number, shown }) =>
    shown.filter((where) => !isThere(where)).map((where) => `${number}: ${where}`),
  );
  expect(lost).toEqual([]);
});

test("each of the ten demands has a test with its number", () => {
  expect(demands.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  const unnamed = demands.filter(
    ({ number, shown }) => !shown.some((where) => new RegExp(`B3\\.${number}\\b`).test(where)),
  );
  expect(unnamed).toEqual([]);
});

function isThere(where: string): boolean {
  if (where === "open") return true;
  const decision = /^\[decision \d{4}\]\((decisions\/[\w-]+\.md)\)$/.exec(where)?.[1];
  if (decision) return existsSync(join(root, "docs", decision));
  const [, file = "", title = ""] = /^`(.+?\.ts)`: (.+)$/.exec(where) ?? [];
  return file !== "" && existsSync(join(root, file)) && readFileSync(join(root, file), "utf8").includes(`"${title}"`);
}
