// What the first steps show is executed as it is pasted, and each step ticks itself.
import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rebuildProjection } from "@/lib/gateway-admin/projection";
import { bearer, type Credentials, createCredentials, send } from "@/lib/http/testing/api";
import { type Mounted, startMount } from "@/lib/http/testing/mounts";
import { languages, snippetOf } from "./snippets";
import { stepsOf } from "./steps";

let server: Mounted;
let credentials: Credentials;
/** The shell's snippets write files. Node's find their packages in this checkout. */
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-snippets-"));
  server = await startMount("stand-alone");
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true });
});

const firstSteps = async () =>
  (await send(server.url, "GET", "/accounts/first-steps/", { headers: bearer(credentials) })).body.result;

const execute = (program: string, args: string[], cwd?: string) =>
  promisify(execFile)(program, args, { cwd, env: { ...process.env, ASSAY_API_KEY: credentials.key } });

/** TypeScript's snippets have no types in them, so that Node runs them too. */
const programs = {
  curl: (code: string) => execute("sh", ["-e", "-c", code], folder),
  typescript: (code: string) => execute(process.execPath, ["--input-type=module", "--eval", code]),
};

test.each(["curl", "typescript"] as const)("the %s snippet of each step completes it", async (language) => {
  credentials = await createCredentials(server.db);
  await rebuildProjection();
  expect(await firstSteps()).toEqual({ trace: null, request: null, rows: null, invitation: null, run: null });
  for (const name of ["trace", "request", "rows", "invitation"] as const) {
    await programs[language](snippetOf(name, language, server.url));
    // The log of requests is written in batches.
    await expect.poll(async () => (await firstSteps())[name]).toEqual(expect.stringMatching(/^\d{4}-/));
  }
});

test.each(["curl", "typescript"] as const)(
  "the first trace of %s shows a question and its answer",
  async (language) => {
    credentials = await createCredentials(server.db);
    await programs[language](snippetOf("trace", language, server.url));
    const list = async () =>
      (await send(server.url, "GET", "/tracer/traces/", { headers: bearer(credentials) })).body.results;
    await expect
      .poll(list)
      .toMatchObject([{ input_preview: "Where is my parcel?", output_preview: "At the depot.", models: ["my-model"] }]);
  },
);

test("other organizations do not see the completed steps", async () => {
  credentials = await createCredentials(server.db);
  expect(Object.values(await firstSteps()).filter((at) => at !== null)).toEqual([]);
});

const hasPython = spawnSync("python3", ["--version"]).status === 0;

test.skipIf(!hasPython)("Python snippets compile, and those that need no package run", async () => {
  credentials = await createCredentials(server.db);
  await rebuildProjection();
  for (const { name } of stepsOf(await firstSteps())) {
    const code = snippetOf(name, "python", server.url);
    if (name !== "run") await execute("python3", ["-c", `compile(${JSON.stringify(code)}, "snippet", "exec")`]);
    if (!code.includes("pip install") && name !== "run") {
      await execute("python3", ["-c", code]);
      await expect.poll(async () => (await firstSteps())[name]).toEqual(expect.stringMatching(/^\d{4}-/));
    }
  }
  expect(languages).toContain("python");
});
