import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const catalogue = readFileSync(join(root, "docs/annotation-cases.md"), "utf8");
const cases = [...catalogue.matchAll(/^(\d+)\. .+?((?:,? `[^`]+\.test\.ts`)+)$/gm)].map(([, number, files = ""]) => ({
  number: Number(number),
  files: [...files.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file),
}));

test("the catalogue is numbered without gaps", () => {
  expect(cases.map(({ number }) => number)).toEqual(Array.from({ length: 83 }, (_, index) => index + 1));
});

test.each(cases)("each file that case $number names has a test for it", ({ number, files }) => {
  expect(files).not.toEqual([]);
  for (const file of files) {
    const titles = new RegExp(`\\(case ${number}\\)(?: \\(case \\d+\\))*"`);
    expect(`${file} ${titles.test(readFileSync(join(root, file), "utf8"))}`).toBe(`${file} true`);
  }
});
