// The README and the guides in docs, for tests of what they show.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

export interface Block {
  /** Relative to the project's folder. */
  page: string;
  text: string;
}

/** Without the decision records. */
export const guides: readonly string[] = [
  "README.md",
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md") && !file.startsWith("decisions"))
    .map((file) => join("docs", file)),
].sort();

/** The blocks of code of a page in a language. */
export const blocksOf = (page: string, language: string): Block[] =>
  [
    ...readFileSync(join(root, page), "utf8").matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, "gm")),
  ].map(([, text = ""]) => ({ page, text }));
