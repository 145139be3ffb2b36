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

test("a closed error stream does not change how the command ends", async () => {
  const child = spawn(process.execPath, [command, "fly"], { stdio: ["ignore", "pipe", "pipe"] });
  child.stderr.destroy();
  const [code] = await once(child, "exit");
  expect(code).toBe(3);
});
