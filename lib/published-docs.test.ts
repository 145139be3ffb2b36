// What models read of the documentation.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { headOf, makeDocs, publishedText } from "@/scripts/docs.mjs";

const folder = mkdtempSync(join(tmpdir(), "assay-docs-"));
makeDocs(folder);
// Again, as every start does.
makeDocs(folder);
afterAll(() => rmSync(folder, { recursive: true }));

const pagesIn = (path: string) =>
  readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .sort();
const published = pagesIn(join(folder, "docs"));
const textOf = (path: string) => readFileSync(join(folder, path), "utf8");

test("every page is published at its path", () => {
  expect(published).toEqual(pagesIn("docs"));
  expect(textOf("docs/evaluate/README.md")).toContain("# Evaluate");
});

test("every link of a published page leads to a published page or another site", () => {
  const outside = published.flatMap((page) => {
    const links = textOf(join("docs", page)).matchAll(/\]\((?:<([^>\n]+)>|([^)\s]+))\)/g);
    return [...links]
      .map(([, bracketed, plain]) => (bracketed ?? plain ?? "").split("#")[0] ?? "")
      .filter((path) => path !== "" && !/^[a-z]+:/.test(path))
      .filter((path) => !published.includes(join(page, "..", path)))
      .map((path) => `${page}: ${path}`);
  });
  expect(outside).toEqual([]);
});

test("llms.txt lists each page once with its address and description, but no single decisions", () => {
  const text = textOf("llms.txt");
  expect(text).toMatch(/^# Assay\n\n> .+\n\n/);
  const listed = [...text.matchAll(/\]\(\/docs\/([^)]+)\)/g)].map(([, page = ""]) => page);
  expect(new Set(listed).size).toBe(listed.length);
  const expected = published.filter((page) => !/^decisions\/\d/.test(page));
  expect([...listed].sort()).toEqual(expected);
  expect(text).toContain("- [Evaluate](/docs/evaluate/README.md): An evaluation says how good an answer is.");
  expect(text.length).toBeLessThan(20_000);
});

test.each<[text: string, expected: string]>([
  ["[a](b.md#c)", "[a](b.md#c)"],
  ["[a](../x/y.md)", "[a](../x/y.md)"],
  ["[a](https://example.com)", "[a](https://example.com)"],
  ["[a](#b)", "[a](#b)"],
  ["[a](../../CONTRIBUTING.md)", "a"],
  ["[a](<../../app/(studio)/b.ts>)", "a"],
])("%s is published as %s", (text, expected) => {
  expect(publishedText("f/p.md", text, ["f/b.md", "x/y.md"])).toBe(expected);
});

test("a page's description is its first sentence", () => {
  expect(headOf("# A `b`\n\n| x |\n\n[Some](x.md) *words*: more. Others.\n")).toEqual({
    title: "A `b`",
    description: "Some words.",
  });
  expect(headOf("# Only\n")).toEqual({ title: "Only", description: "" });
});
