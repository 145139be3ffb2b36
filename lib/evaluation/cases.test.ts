import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const catalogue = readFileSync(join(root, "docs/evaluation-cases.md"), "utf8");
const cases = [...catalogue.matchAll(/^(\d+)\. .+? → (.+)$/gm)].map(([, number, shown = ""]) => ({
  number: Number(number),
  shown: shown.split("; "),
}));
const FIRST = 12;

test("the cases are numbered without a gap", () => {
  expect(cases.map(({ number }) => number)).toEqual(Array.from({ length: 30 }, (_, index) => FIRST + index));
});

test("each case names an existing test or decision, or is open", () => {
  const lost = cases.flatMap(({ number, shown }) =>
    shown.filter((where) => !isThere(where)).map((where) => `${number}: ${where}`),
  );
  expect(lost).toEqual([]);
});

function isThere(where: string): boolean {
  if (where === "open") return true;
  const decision = /^\[decision \d{4}\]\((decisions\/[\w-]+\.md)\)$/.exec(where)?.[1];
  if (decision) return existsSync(join(root, "docs", decision));
  const [, file = "", title = ""] = /^`(.+?\.ts)`: (.+)$/.exec(where) ?? [];
  return file !== "" && existsSync(join(root, file)) && readFileSync(join(root, file), "utf8").includes(`"${title}"`);
}
