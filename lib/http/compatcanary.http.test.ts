// An independent scanner of OpenAI-compatible APIs, as its user runs it.
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rebuildProjection } from "@/lib/gateway-admin/projection";
import { bearer, createCredentials, send } from "./testing/api";
import { type Mounted, mounts, sharedMount } from "./testing/mounts";

const scanner = join(dirname(createRequire(import.meta.url).resolve("compatcanary")), "cli.js");

describe.each(mounts)("on the %s mount", (mount) => {
  let server: Mounted;
  let key: string;
  beforeAll(async () => {
    server = await sharedMount(mount);
    await rebuildProjection(); // on the Next mount only a job does so
    const headers = bearer(await createCredentials(server.db));
    const made = await send(server.url, "POST", "/-/keys", { headers, body: { name: "Scanner" } });
    key = made.body.key;
  }, 120_000);
  afterAll(() => server?.stop());

  test.each([
    ["chat", "sandbox/chat", "/v1"],
    ["modern", "sandbox/chat", "/v1"],
    ["modern", "sandbox/echo", "/v1/v1"],
  ])("compatcanary gives its profile %s 100 points with %s at %s", async (profile, model, base) => {
    const options = ["--base-url", `${server.url}${base}`, "--model", model, "--profile", profile];
    // It exits with 1 where a probe fails; the report says which.
    const scan = [scanner, "scan", ...options, "--format", "json", "--fail-on", "never"];
    const { stdout } = await promisify(execFile)(process.execPath, scan, {
      env: { ...process.env, OPENAI_API_KEY: key },
    });
    const report = JSON.parse(stdout);
    expect(report.results.filter(({ status }: { status: string }) => status !== "pass")).toEqual([]);
    expect([report.score, report.compatible]).toEqual([100, true]);
  });
});
