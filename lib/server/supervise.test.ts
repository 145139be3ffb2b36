import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isAlive } from "@/lib/embedded/processes";

const supervisor = join(import.meta.dirname, "../../scripts/supervise.mjs");
const signals = join(import.meta.dirname, "../../scripts/signals.mjs");
let folder: string;
let running: ChildProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "assay-supervise-"));
});
afterEach(() => {
  running?.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

/** Supervises a program that notes each of its starts and then does as it is written; `words` are what it was started with. */
function supervise(program: string, options: { patienceMs?: number } = {}) {
  const path = join(folder, "program.mjs");
  const notes = `import { appendFileSync } from "node:fs"; appendFileSync("${folder}/pids", process.pid + "\\n"); const words = process.argv.slice(2).join(" ");`;
  const stay = `process.on("disconnect", () => process.exit(1)); setInterval(() => {}, 1000);`;
  writeFileSync(path, `${notes} ${stay} ${program}`);
  const script = join(folder, "start.mjs");
  writeFileSync(
    script,
    `import { supervise } from ${JSON.stringify(supervisor)}; supervise(${JSON.stringify(path)}, ${JSON.stringify(options)});`,
  );
  const child = spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "pipe"] });
  running = child;
  let output = "";
  child.stderr.on("data", (data) => {
    output += data;
  });
  return { child, output: () => output, ended: once(child, "exit") };
}
const pids = (): number[] =>
  readFileSync(join(folder, "pids"), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map(Number);
const started = (times: number) => vi.waitFor(() => expect(pids()).toHaveLength(times), 10_000);

test("a killed server restarts, at first at once, then after growing waits, with the reason", async () => {
  const { output } = supervise(`appendFileSync("${folder}/told", words + ";"); process.send("ready");`);
  for (const round of [1, 2]) {
    await started(round);
    await new Promise((resolve) => setTimeout(resolve, 300)); // until its message is there
    process.kill(pids().at(-1) ?? 0, "SIGKILL");
  }
  await started(3);
  const line = "The server ended (SIGKILL, as when the machine runs out of memory) and restarts";
  expect(output()).toBe(`${line}.\n${line} in 0.25 s.\n`);
  // The third start notes its id first, and only then what it was started with.
  await vi.waitFor(() => expect(readFileSync(join(folder, "told"), "utf8")).toBe(";--again;--again;"), 10_000);
});

test("a server that exits with a failure restarts, even if the restart fails", async () => {
  const ends = `if (!existsSync("${folder}/once")) { writeFileSync("${folder}/once", ""); process.send("ready", () => process.exit(7)); } else process.exit(1);`;
  const { output } = supervise(`const { existsSync, writeFileSync } = await import("node:fs"); ${ends}`);
  await started(3);
  expect(output()).toContain("ended (code 7) and restarts.");
  expect(output()).toContain("ended (code 1) and restarts in 0.25 s.");
});

test("a server that runs out of memory says so", async () => {
  const { output } = supervise(`process.send("ready", () => process.abort());`);
  await started(2);
  expect(output()).toContain("ended (SIGABRT, as when it runs out of memory)");
});

test("a start that fails is not repeated and keeps its exit code", async () => {
  const { ended, output } = supervise("process.exit(3);");
  expect(await ended).toEqual([3, null]);
  expect([pids().length, output()]).toEqual([1, ""]);
});

test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
  "%s reaches the server, whose exit code is passed on",
  async (signal) => {
    const { child, ended } = supervise(
      `for (const name of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(name, () => setTimeout(() => process.exit(0), 100)); process.send("ready");`,
    );
    await started(1);
    await wait(300);
    child.kill(signal);
    expect(await ended).toEqual([0, null]);
    expect(pids().filter(isAlive)).toEqual([]);
  },
);

describe("a server that does not end", () => {
  const program = () =>
    `for (const name of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(name, () => appendFileSync("${folder}/heard", name + ";")); process.send("ready");`;
  const heard = () => vi.waitFor(() => readFileSync(join(folder, "heard"), "utf8"), 10_000);

  test("is killed by a second signal, but not by the echo of the first", async () => {
    const { child, ended } = supervise(program());
    await started(1);
    await wait(300);
    child.kill("SIGINT");
    await heard();
    child.kill("SIGINT");
    await wait(600);
    expect(pids().filter(isAlive)).toHaveLength(1);
    child.kill("SIGTERM");
    expect(await ended).toEqual([143, null]);
    expect([await heard(), pids().filter(isAlive)]).toEqual(["SIGINT;", []]);
  });

  test("is killed when time is up, and the log says so", async () => {
    const { child, ended, output } = supervise(program(), { patienceMs: 500 });
    await started(1);
    await wait(300);
    child.kill("SIGTERM");
    expect(await ended).toEqual([1, null]);
    expect(output()).toBe("The server did not stop within 0.5 s and was killed.\n");
    expect(pids().filter(isAlive)).toEqual([]);
  });
});

describe("npm as the parent process", () => {
  const { start } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8")).scripts;

  async function runByNpm() {
    const scripts = join(folder, "scripts");
    mkdirSync(scripts);
    writeFileSync(join(folder, "package.json"), JSON.stringify({ scripts: { start } }));
    const program = join(folder, "program.mjs");
    writeFileSync(
      program,
      `import { appendFileSync } from "node:fs"; appendFileSync("${folder}/pids", process.pid + "\\n");
      const end = () => { appendFileSync("${folder}/ended", "in order"); process.exit(0); };
      for (const name of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(name, () => setTimeout(end, 1500));
      process.on("disconnect", () => process.exit(1)); setInterval(() => {}, 1000); process.send("ready");`,
    );
    writeFileSync(
      join(scripts, "start.mjs"),
      `import { endWithNpm } from ${JSON.stringify(signals)}; import { supervise } from ${JSON.stringify(supervisor)};
      endWithNpm(); supervise(${JSON.stringify(program)});`,
    );
    const npm = spawn("npm", ["start"], { cwd: folder, stdio: "ignore" });
    running = npm;
    await started(1);
    await wait(500);
    return npm;
  }

  test.each(["SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"] as const)("stops the server cleanly on %s", async (signal) => {
    const npm = await runByNpm();
    npm.kill(signal);
    await vi.waitFor(() => expect(pids().filter(isAlive)).toEqual([]), 10_000);
    expect(readFileSync(join(folder, "ended"), "utf8")).toBe("in order");
  });
});

test("a supervisor told to stop during a wait does not restart the server", async () => {
  const { child, ended, output } = supervise(`process.send("ready", () => process.exit(9));`);
  await vi.waitFor(() => expect(output()).toContain("restarts in 1 s"), 10_000);
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

describe("a standby server", () => {
  /** It serves at once, or on a message, and notes that it does. */
  const program = () => `
    if (words === "--again --standby") await new Promise((resolve) => process.once("message", resolve));
    appendFileSync("${folder}/served", process.pid + "\\n");
    process.send({ standby: true });`;
  const served = () => readFileSync(join(folder, "served"), "utf8").trimEnd().split("\n").map(Number);
  const serves = (pid: number | undefined) => vi.waitFor(() => expect(served().at(-1)).toBe(pid), 10_000);

  test("replaces each killed server at once and ends with the supervisor", async () => {
    const { child, ended, output } = supervise(program());
    for (const round of [1, 2]) {
      await started(round + 1);
      expect(served()).toEqual(pids().slice(0, round));
      process.kill(served().at(-1) ?? 0, "SIGKILL");
      await serves(pids()[round]);
    }
    expect(output()).not.toContain("again in");
    await started(4);
    child.kill("SIGTERM");
    await ended;
    await vi.waitFor(() => expect(pids().filter(isAlive)).toEqual([]));
  });

  test("may end by itself: the server then restarts", async () => {
    supervise(program());
    await started(2);
    const [server = 0, other = 0] = pids();
    process.kill(other, "SIGKILL");
    await vi.waitFor(() => expect(isAlive(other)).toBe(false));
    process.kill(server, "SIGKILL");
    await started(3);
    await serves(pids()[2]);
  });

  test("may not be ready when the server ends at once: the server then restarts", async () => {
    supervise(program());
    await vi.waitFor(() => expect(served()).toHaveLength(1), 10_000);
    process.kill(served()[0] ?? 0, "SIGKILL");
    await started(2);
    await serves(pids()[1]);
  });
});
