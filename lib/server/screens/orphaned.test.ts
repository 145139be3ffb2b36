// The process of the screens, whose server is killed while Next still loads.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { isAlive } from "@/lib/embedded/processes";

const folder = mkdtempSync(join(tmpdir(), "assay-orphaned-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const module = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`;
/** In the place of Next: it says that it loads, and never ends. */
const endless = (code: string): string =>
  module(`process.stdout.write("loading " + process.pid + "\\n"); ${code}; export default null;`);
const hooks = (loads: string): string =>
  module(`export const resolve = (name, context, next) =>
  name === "next" ? { url: ${JSON.stringify(endless(loads))}, shortCircuit: true } : next(name, context);`);
const preload = (loads: string): string =>
  module(`import { register } from "node:module"; register(${JSON.stringify(hooks(loads))});`);

test.each([
  ["waits", "setInterval(() => {}, 1000); await new Promise(() => {})"],
  // As Next does: on a busy machine for many seconds.
  ["is busy", "for (;;);"],
])(
  "the screens process ends with its server while it loads Next and %s, leaving no folder",
  async (_, loads) => {
    const program = join(import.meta.dirname, "../../../scripts/screens.mjs");
    const own = join(folder, "screens");
    const options = { dev: true, hostname: "127.0.0.1", port: 1, socket: join(own, "socket"), folder: own };
    const code = `require("fs").mkdirSync(${JSON.stringify(own)});
    const options = JSON.stringify({ ...${JSON.stringify(options)}, serverPid: process.pid });
    const execArgv = ["--import", ${JSON.stringify(preload(loads))}];
    require("child_process").fork(${JSON.stringify(program)}, [options], { execArgv });`;
    const server = spawn(process.execPath, ["-e", code], { stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    server.stdout.on("data", (data: Buffer) => {
      output += data;
    });
    await expect.poll(() => output, { timeout: 20_000 }).toContain("loading");
    const pid = Number(/loading (\d+)/.exec(output)?.[1]);
    expect(isAlive(pid)).toBe(true);
    server.kill("SIGKILL");
    try {
      await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false);
      expect(existsSync(own)).toBe(false);
    } finally {
      if (isAlive(pid)) process.kill(pid, "SIGKILL");
    }
  },
  60_000,
);
