// An independent scanner of OpenAI-compatible APIs, as its user runs it.
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { bearer, createCredentials, send } from "./testing/api";
import { mounts, sharedMount } from "./testing/mounts";

const scanner = join(dirname(createRequire(import.meta.url).resolve("compatcanary")), "cli.js");

describe.each(mounts)("on the %s mount", (mount) => {
  test.each([
    ["chat", "sandbox/chat", "/v1"],
    ["modern", "sandbox/chat", "/v1"],
    ["modern", "sandbox/echo", "/v1/v1"],
  ])("compatcanary gives its profile %s 100 points with %s at %s", async (profile, model, base) => {
    const { url, db } = await sharedMount(mount);
    const owner = await createCredentials(db);
    const made = await send(url, "POST", "/-/keys", { headers: bearer(owner), body: { name: "Scanner" } });
    const options = ["--base-url", `${url}${base}`, "--model", model, "--profile", profile, "--format", "json"];
    const env = { ...process.env, OPENAI_API_KEY: made.body.key };
    const { stdout } = await promisify(execFile)(process.execPath, [scanner, "scan", ...options], { env });
    const report = JSON.parse(stdout);
    expect(report.results.filter(({ status }: { status: string }) => status !== "pass")).toEqual([]);
    expect([report.score, report.compatible]).toEqual([100, true]);
  });
});
