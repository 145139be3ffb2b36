// Makes what the server publishes of the documentation: each page as Markdown below /docs, and /llms.txt, which lists them for models.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const MAX_DESCRIPTION = 200;

/** A page's paths have forward slashes on every system. */
const pagesIn = (folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".md"))
    .sort();

const LINK = /\[([^\]\n]*)\]\((?:<([^>\n]+)>|([^)\s]+))\)/g;

/** Links to files that are not published become their words. */
export function publishedText(page, text, pages) {
  return text.replaceAll(LINK, (link, words, bracketed, plain) => {
    const [path] = (bracketed ?? plain).split("#");
    if (path === "" || /^[a-z]+:/.test(path)) return link;
    return pages.includes(posix.normalize(posix.join(posix.dirname(page), path))) ? link : words;
  });
}

/** A page's title, and its first sentence without links. */
export function headOf(text) {
  const title = /^# (.+)$/m.exec(text)?.[1] ?? "";
  const paragraph = text.split(/\n\s*\n/).find((part) => /^(?!```)[A-Za-z`*[]/.test(part));
  const plain = (paragraph ?? "").replaceAll("\n", " ").replaceAll(LINK, "$1").replaceAll(/[*`]/g, "");
  const sentence = /^.+?[.:](?=\s|$)/.exec(plain)?.[0] ?? plain;
  return { title, description: sentence.replace(/:$/, ".").slice(0, MAX_DESCRIPTION) };
}

const sections = [
  ["Start", (page) => ["README.md", "start.md", "glossary.md"].includes(page)],
  ["Command line and pipelines", (page) => ["command-line.md", "pipelines.md"].includes(page)],
  ["Annotate", (page) => page.startsWith("annotate/")],
  ["Evaluate", (page) => page.startsWith("evaluate/")],
  ["Simulate", (page) => page.startsWith("simulate/")],
  ["Gateway", (page) => page.startsWith("gateway/")],
  ["Traces and clients", (page) => !page.includes("/") && !page.endsWith("-cases.md")],
  ["Deploy", (page) => page.startsWith("deploy/")],
  ["Optional", (page) => page.startsWith("develop/") || /^(?:decisions\/README|[\w-]+-cases)\.md$/.test(page)],
];

export function llmsText(texts) {
  const left = new Set(texts.keys());
  const parts = sections.map(([title, has]) => {
    const pages = [...left].filter(has);
    for (const page of pages) left.delete(page);
    const lines = pages.map((page) => {
      const head = headOf(texts.get(page));
      return `- [${head.title}](/docs/${page})${head.description ? `: ${head.description}` : ""}`;
    });
    return [`## ${title}`, "", ...lines].join("\n");
  });
  return `${[
    "# Assay",
    "> An open platform on which teams evaluate, simulate and annotate their AI applications, with an OpenAI-compatible request gateway.",
    "The API is described at /openapi.json. Models call it over the Model Context Protocol at /mcp, with an API key. The command line is at /assay.mjs, and the JSON Schemas of its files at /assay-run.schema.json and /assay-prompt.schema.json.",
    ...parts,
  ].join("\n\n")}\n`;
}

/** Writes them into a folder of public files, each page whole. */
export function makeDocs(target = join(root, "public")) {
  const source = join(root, "docs");
  const pages = pagesIn(source);
  const texts = new Map(pages.map((page) => [page, readFileSync(join(source, page), "utf8")]));
  const draft = join(target, `docs.${process.pid}`);
  for (const [page, text] of texts) {
    mkdirSync(join(draft, dirname(page)), { recursive: true });
    writeFileSync(join(draft, page), publishedText(page, text, pages));
  }
  rmSync(join(target, "docs"), { recursive: true, force: true });
  renameSync(draft, join(target, "docs"));
  writeFileSync(join(target, "llms.txt"), llmsText(texts));
}
