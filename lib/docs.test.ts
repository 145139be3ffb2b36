// Every link between the Markdown files leads somewhere, no page is too long, and the prose is plain.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { oddPhrases } from "./testing/odd-phrases";

const root = join(import.meta.dirname, "..");
const documents = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".md"))
  .map((file) => join("docs", file));
const pages = ["README.md", "CONTRIBUTING.md", ...documents];
const textOf = (page: string): string => readFileSync(join(root, page), "utf8");
const withoutCode = (text: string): string => text.replaceAll(/^```[\s\S]*?^```$/gm, "").replaceAll(/`[^`\n]*`/g, "");

/** What GitHub makes of headings: lower case, hyphens for spaces, no punctuation. */
function anchorsOf(page: string): string[] {
  const headings = textOf(page)
    .replaceAll(/^```[\s\S]*?^```$/gm, "")
    .matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function problemOf(page: string, target: string): string | null {
  const [path = "", anchor] = target.split("#");
  const file = path === "" ? page : relative(root, join(root, dirname(page), path));
  if (!existsSync(join(root, file))) return `${page}: ${target} does not exist`;
  if (anchor === undefined || statSync(join(root, file)).isDirectory()) return null;
  return anchorsOf(file).includes(anchor) ? null : `${page}: ${target} has no such heading`;
}

test("links lead to existing files and headings", () => {
  const problems = pages.flatMap((page) =>
    [...withoutCode(textOf(page)).matchAll(/\]\((?:<([^>\n]+)>|([^)\s]+))\)/g)]
      .map(([, bracketed, plain]) => bracketed ?? plain ?? "")
      .filter((target) => !/^[a-z]+:/.test(target))
      .map((target) => problemOf(page, target))
      .filter((problem) => problem !== null),
  );
  expect(problems).toEqual([]);
});

// Lists in which people look something up may be long.
const lists = ["docs/glossary.md", "docs/decisions/README.md", "docs/evaluate/metrics.md"];
const isList = (page: string): boolean => lists.includes(page) || page.endsWith("-cases.md");
const limitOf = (page: string): number => (page === "README.md" ? 700 : 1500);

test("a page has at most 1,500 words, the README 700", () => {
  const long = pages
    .filter((page) => !isList(page))
    .map((page) => ({ page, words: textOf(page).split(/\s+/).filter(Boolean).length }))
    .filter(({ page, words }) => words > limitOf(page));
  expect(long).toEqual([]);
});

test("every page of a folder is listed in the folder's README", () => {
  const unlisted = documents
    .filter((page) => !page.endsWith("README.md") && dirname(page) !== "docs")
    .map((page) => ({ index: join(dirname(page), "README.md"), name: basename(page) }))
    .filter(({ index, name }) => !textOf(index).includes(`(${name}`));
  expect(unlisted).toEqual([]);
});

/** The sentences of a page, without code, tables, headings, and the test titles that cases name. */
function sentencesOf(page: string): string[] {
  const prose = withoutCode(textOf(page))
    .replaceAll(/^[|#].*$/gm, "")
    .replaceAll(/→.*$/gm, "")
    .replaceAll(/\]\([^)]*\)/g, "]");
  return prose
    .split(/\n\s*\n|\n\s*(?:-|\d+\.) /)
    .flatMap((paragraph) => paragraph.replaceAll("\n", " ").split(/(?<=[.!?:;])\s+/));
}

// The page about metrics is written by the metrics, and the glossary names the words that it replaces.
const prosePages = pages.filter((page) => !["docs/evaluate/metrics.md", "docs/glossary.md"].includes(page));

test("the prose contains no odd phrases", () => {
  const found = prosePages.flatMap((page) =>
    sentencesOf(page)
      .filter((sentence) => sentence.search(oddPhrases) >= 0)
      .map((sentence) => `${page}: ${sentence}`),
  );
  expect(found).toEqual([]);
});

test("a sentence has at most 40 words", () => {
  const long = prosePages.flatMap((page) =>
    sentencesOf(page)
      .filter((sentence) => sentence.split(/\s+/).length > 40)
      .map((sentence) => `${page}: ${sentence}`),
  );
  expect(long).toEqual([]);
});
