import { type ChildProcess, fork, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isAlive } from "@/lib/embedded/processes";
import { type KeptProcess, keepRunning } from "./keep-running";

let folder: string;
let kept: KeptProcess | undefined;
let output: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "assay-kept-"));
  output = [];
  // A suite that ran before in this worker may still write about its own Redis.
  const isOwn = (line: unknown) => !String(line).startsWith("Redis ");
  vi.spyOn(console, "error").mockImplementation((line) => void (isOwn(line) && output.push(`${line}\n`)));
});
afterEach(async () => {
  await kept?.stop();
  kept = undefined;
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** Keeps a program running that notes each of its starts and then does as it is written. */
function keep(
  program: string,
  start = (): ChildProcess => fork(join(folder, "program.mjs"), { execArgv: [] }),
): KeptProcess {
  const notes = `import { appendFileSync } from "node:fs"; appendFileSync("${folder}/pids", process.pid + "\\n");`;
  writeFileSync(join(folder, "program.mjs"), `${notes} process.on("message", () => process.exit(0)); ${program}`);
  kept = keepRunning({ name: "The child", start, patienceMs: 500 });
  return kept;
}
const refuse = (): never => {
  throw new Error("out of memory");
};
const pids = (): number[] => readFileSync(join(folder, "pids"), "utf8").trimEnd().split("\n").map(Number);
const started = (times: number) => vi.waitFor(() => expect(pids()).toHaveLength(times), 10_000);

test("a child that ends restarts, at first at once, then after growing waits, with the reason", async () => {
  await keep(`process.send("ready");`).ready;
  for (const round of [1, 2]) {
    await started(round);
    process.kill(pids().at(-1) ?? 0, "SIGKILL");
  }
  await started(3);
  expect(output).toEqual([
    "The child ended (SIGKILL) and restarts.\n",
    "The child ended (SIGKILL) and restarts in 0.25 s.\n",
  ]);
});

test("a first child that ends before it is ready fails the start", async () => {
  await expect(keep("process.exit(3);").ready).rejects.toThrow("The child ended (code 3) before it was ready");
  expect(pids()).toHaveLength(1);
});

test("a child that cannot be spawned is retried", async () => {
  const outcomes = [() => fork(join(folder, "program.mjs"), { execArgv: [] }), () => spawn(join(folder, "none"))];
  const child = keep(`process.send("ready", () => process.exit(1));`, () => (outcomes.shift() ?? refuse)());
  await child.ready;
  await vi.waitFor(() => expect(output).toHaveLength(3), 10_000);
  expect(output[1]).toContain("ENOENT");
  expect(output[2]).toContain("out of memory");
});

test.each([
  ["by itself", ""],
  ["at the latest after a while", `process.removeAllListeners("message"); process.on("message", () => {});`],
])("after a stop the child ends %s and does not restart", async (_, program) => {
  const child = keep(`${program} process.send("ready");`);
  await child.ready;
  await child.stop();
  expect(pids().filter(isAlive)).toEqual([]);
  expect(output).toEqual([]);
});

test("a stop during the wait prevents the restart", async () => {
  const child = keep(`process.send("ready", () => process.exit(9));`);
  await vi.waitFor(() => expect(output).toHaveLength(2), 10_000);
  await child.stop();
  const starts = pids().length;
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(pids()).toHaveLength(starts);
});
