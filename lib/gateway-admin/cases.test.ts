import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const catalogue = readFileSync(join(root, "docs/gateway-cases.md"), "utf8");
const cases = [...catalogue.matchAll(/^(\d+)\. .+? → (.+)$/gm)].map(([, number, shown = ""]) => ({
  number: Number(number),
  shown: shown.split("; "),
}));

test("the cases are numbered without a gap", () => {
  expect(cases.map(({ number }) => number)).toEqual(Array.from({ length: 182 }, (_, index) => index + 1));
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
  if (!file || !existsSync(join(root, file))) return false;
  const text = readFileSync(join(root, file), "utf8");
  return ['"', "'", "`"].some((quote) => text.includes(quote + title + quote));
}
