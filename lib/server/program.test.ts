import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, onTestFinished, test } from "vitest";
import { compile, inAscii } from "@/scripts/program.mjs";

const root = join(import.meta.dirname, "../..");

test.each([
  [String.raw`"–•’".match(/[–•]+(?:x|\’)$/)[0]`],
  [`/[😀-😂]/u.test("😁") && !/[😀-😂]/u.test("😃")`],
  [String.raw`"\\é" + '\é' + ${"`\\n…`"}`],
  [String.raw`["ß".length, "😀".length, "\u00e9"]`],
])("%s means the same in ASCII", (code) => {
  const written = inAscii(code);
  expect(written).toMatch(/^[\0-\x7f]*$/);
  expect(runInNewContext(written)).toEqual(runInNewContext(code));
});

const program = (answer: number) => `import { setTimeout as wait } from "node:timers/promises";
interface Asked { question: string }
export async function main({ question }: Asked): Promise<void> {
  const { AsyncLocalStorage } = await import("node:async_hooks");
  console.log(question, new AsyncLocalStorage().run(${answer}, () => ${answer}), import.meta.url.startsWith("file:"));
  setTimeout(() => console.log(new Error("told").stack), 1);
  setTimeout(() => undefined, 100);
}`;

test("a program runs with its cached code, can import later, and reports source lines", async () => {
  const folder = mkdtempSync(join(tmpdir(), "assay-program-"));
  const name = `test-${process.pid}`;
  const source = join(folder, "program.ts");
  const made = join(root, ".next/cache/assay-server");
  const kept = () => readdirSync(made).filter((file) => file.startsWith(name) && file.endsWith(".code"));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
    for (const file of readdirSync(made)) if (file.startsWith(name)) rmSync(join(made, file));
  });
  const run = async (answer: number) => {
    writeFileSync(source, program(answer));
    const compiled = await compile(source, name);
    const script = `import { runCompiled } from ${JSON.stringify(join(root, "scripts/compiled.mjs"))};
      await runCompiled(${JSON.stringify(compiled)}, "main", { question: "What?" }, { keptAfterMs: 20 });`;
    return execFileSync(process.execPath, ["--input-type=module", "--eval", script], { encoding: "utf8" });
  };
  const expected = /^What\? 7 true\nError: told\n.*program\.ts:6:32\)?\n/;
  expect(await run(7)).toMatch(expected);
  const [first] = kept();
  const written = statSync(join(made, first ?? "")).mtimeMs;
  expect(await run(7)).toMatch(expected);
  expect(kept()).toEqual([first]);
  expect(statSync(join(made, first ?? "")).mtimeMs).toBe(written); // what is rejected is written again
  // As long, and still another program.
  expect(await run(8)).toMatch(/^What\? 8 true\n/);
  expect(kept()).toHaveLength(1);
  expect(kept()).not.toContain(first);
});
