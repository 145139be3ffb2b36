// Sizes and words: what is over a limit today is listed in house-rules.exceptions.json, and that list only shrinks. After an
// improvement, write it again with `npx vitest run --project unit lib/house-rules --update`.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript-5";
import { expect, test } from "vitest";
import { oddPhrases } from "./testing/odd-phrases";

const MAX_FILE_LINES = 220;
const MAX_FUNCTION_LINES = 50;
const MAX_FOLDER_FILES = 25;

/** Words that name nothing: a name is a noun of the thing. */
const BANNED_NAMES = new Set(
  "said told given asked place held counted standing wanted means piece pieces purse shelf arriving".split(" "),
);
const root = join(import.meta.dirname, "..");
const isTest = (file: string): boolean => /\.(test|spec)\.tsx?$|(^|\/)testing(\/|\.)/.test(file);
const allFiles = ["app", "bench", "cli", "db", "e2e", "inngest", "lib", "scripts"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  )
  .filter((file) => /\.(?:tsx?|mjs)$/.test(file))
  // Written by a script; and these name the phrases.
  .filter(
    (file) => !["lib/client/operations.ts", "lib/house-rules.test.ts", "lib/testing/odd-phrases.ts"].includes(file),
  )
  .toSorted();
/** The product itself: sizes count here as well. */
const files = allFiles.filter((file) => /\.tsx?$/.test(file) && !file.startsWith("e2e") && !isTest(file));
const products = new Set(files);

interface Findings {
  longFunctions: number;
  bannedNames: number;
  bannedPhrases: number;
}

/** By its name a file's syntax is known: in JSX, the type parameters of an arrow function would open an element. */
function findingsIn(text: string, file: string): Findings {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lineAt = (position: number): number => source.getLineAndCharacterOfPosition(position).line;
  const findings = { longFunctions: 0, bannedNames: 0, bannedPhrases: text.match(oddPhrases)?.length ?? 0 };
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && "body" in node && node.body) {
      const body = node.body as ts.Node; // safe: the body of a function is a block or an expression
      if (lineAt(body.getEnd()) - lineAt(body.getStart()) > MAX_FUNCTION_LINES) findings.longFunctions += 1;
    }
    const name = declaredName(node);
    if (name !== null && BANNED_NAMES.has(name.toLowerCase())) findings.bannedNames += 1;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return findings;
}

/** The name that a node declares: of a variable, a parameter, a function, a type, or a member of one. */
function declaredName(node: ts.Node): string | null {
  const declares =
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isNamedTupleMember(node) ||
    ts.isClassDeclaration(node);
  return declares && node.name && ts.isIdentifier(node.name) ? node.name.text : null;
}

const filesPerFolder = (): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const file of files) counts[dirname(file)] = (counts[dirname(file)] ?? 0) + 1;
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > MAX_FOLDER_FILES));
};

function exceptions(): string {
  const found: Record<string, Record<string, number>> = {
    longFiles: {},
    longFunctions: {},
    largeFolders: filesPerFolder(),
    bannedNames: {},
    bannedPhrases: {},
  };
  const note = (rule: string, file: string, count: number): void => {
    if (count > 0) Object.assign(found[rule] ?? {}, { [file]: count });
  };
  for (const file of allFiles) {
    const text = readFileSync(join(root, file), "utf8");
    const findings = findingsIn(text, file);
    note("bannedNames", file, findings.bannedNames);
    note("bannedPhrases", file, findings.bannedPhrases);
    if (!products.has(file)) continue;
    const lines = text.split("\n").length - 1;
    note("longFiles", file, lines > MAX_FILE_LINES ? lines : 0);
    note("longFunctions", file, findings.longFunctions);
  }
  return `${JSON.stringify(found, null, 2)}\n`;
}

test.each<[string, Findings]>([
  ["const said = 1;", { longFunctions: 0, bannedNames: 1, bannedPhrases: 0 }],
  ["interface Held { told: string }", { longFunctions: 0, bannedNames: 2, bannedPhrases: 0 }],
  ["const { given } = row; work((place) => place);", { longFunctions: 0, bannedNames: 2, bannedPhrases: 0 }],
  ['fail("It is no JSON."); // Whoever reads it', { longFunctions: 0, bannedNames: 0, bannedPhrases: 2 }],
  [`function f() {\n${"a();\n".repeat(50)}}`, { longFunctions: 1, bannedNames: 0, bannedPhrases: 0 }],
  [`function f() {\n${"a();\n".repeat(49)}}`, { longFunctions: 0, bannedNames: 0, bannedPhrases: 0 }],
  ["const of = <T>(value: T) => value; const told = 1;", { longFunctions: 0, bannedNames: 1, bannedPhrases: 0 }],
])("%j", (text, expected) => {
  expect(findingsIn(text, "a.ts")).toEqual(expected);
});

test("only the listed exceptions exceed a limit", async () => {
  await expect(exceptions()).toMatchFileSnapshot("house-rules.exceptions.json");
});
