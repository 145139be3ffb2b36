// No rejection is swallowed unseen: a handler of `.catch` has to look at its error. It uses the error itself, or it is made by
// `lib/rejections.ts` or `logIgnored`. `.then(yes, no)` asks whether something works, and may. Tests may do otherwise.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript-5";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const folders = ["app", "bench", "db", "inngest", "lib", "scripts"];
const isTest = (file: string): boolean => /\.(test|spec)\.tsx?$|(^|\/)testing(\/|\.)/.test(file);

/** The lines of handlers that look at no error. */
function bareCatches(text: string): number[] {
  const source = ts.createSourceFile("a.tsx", text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const lines: number[] = [];
  const visit = (node: ts.Node): void => {
    const handler = handlerIn(node);
    if (handler && !looksAtError(handler))
      lines.push(source.getLineAndCharacterOfPosition(handler.getStart()).line + 1);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return lines;
}

function handlerIn(node: ts.Node): ts.Expression | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { text } = node.expression.name;
  const [first, second] = node.arguments;
  if (text === "catch") return first;
  return text === "then" && /^(undefined|null)$/.test(first?.getText() ?? "") ? second : undefined;
}

function looksAtError(handler: ts.Expression): boolean {
  if (!ts.isArrowFunction(handler) && !ts.isFunctionExpression(handler))
    return !/^(noop|identity)$/.test(handler.getText());
  const [parameter] = handler.parameters;
  if (!parameter) return false;
  if (!ts.isIdentifier(parameter.name)) return true;
  const name = parameter.name.text;
  const uses = (node: ts.Node): boolean =>
    (ts.isIdentifier(node) && node.text === name) || (ts.forEachChild(node, uses) ?? false);
  return uses(handler.body);
}

test.each([
  ["work().catch(() => null)", true],
  ["work().catch(async () => null)", true],
  ["work()\n  .catch(\n    () => {\n      throw other();\n    },\n  )", true],
  ["work()?.catch(() => {})", true],
  ["work().catch(function () { return null; })", true],
  ["work().catch((_error) => null)", true],
  ["work().catch((error) => null)", true],
  ["work().catch((error: unknown) => ({ ...error }))", false],
  ["work().catch(noop)", true],
  ["work().then(undefined, () => null)", true],
  ["work().then(\n  () => true,\n  () => false,\n)", false],
  ["work().then(() => null)", false],
  ["work().then(done, (error) => report(error))", false],
  ["work().catch(whenNotFound(() => null))", false],
  ["work().catch((error) => { report(error); })", false],
  ["work().catch(async (error) => { await undo(); throw error; })", false],
  ["const text = '.catch(() => null)'; // .catch(() => null)", false],
  ["schema.catch(false)", false],
])("%s", (text, isBare) => {
  expect(bareCatches(text).length).toBe(isBare ? 1 : 0);
});

test("no source silently swallows a rejection", () => {
  const files = folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
    )
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !isTest(file));
  expect(files.length).toBeGreaterThan(900);
  const found = files.flatMap((file) => {
    const text = readFileSync(join(root, file), "utf8");
    // Reading is quick, parsing is not.
    if (!/\.(catch|then)\(/.test(text)) return [];
    return bareCatches(text).map((line) => `${file}:${line}`);
  });
  expect(found).toEqual([]);
});
