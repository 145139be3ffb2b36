// The command without a reader of what it writes.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCommand } from "@/scripts/command.mjs";

let folder: string;
let command: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-pipes-"));
  command = await makeCommand(join(folder, "assay.mjs"));
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([["api", "createEmptyDataset"], ["login"]])(
  "Ctrl-C ends assay %s, which waits for its input",
  async (...words) => {
    const child = spawn(process.execPath, [command, ...words], {
      stdio: ["pipe", "pipe", "pipe"],
      env: { NODE_ENV: "production" },
    });
    let notes = "";
    child.stderr.on("data", (data) => {
      notes += data;
    });
    await new Promise((resolve) => setTimeout(resolve, 2000));
    child.kill("SIGINT");
    const [code] = await once(child, "close");
    expect([code, notes]).toEqual([3, "Stopped by SIGINT.\n"]);
  },
  20_000,
);

test("a closed error stream does not change how the command ends", async () => {
  const child = spawn(process.execPath, [command, "fly"], { stdio: ["ignore", "pipe", "pipe"] });
  child.stderr.destroy();
  const [code] = await once(child, "exit");
  expect(code).toBe(3);
});
