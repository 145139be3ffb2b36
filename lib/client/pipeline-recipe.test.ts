// The scripts run as they are printed, against a server that answers as the contracts say.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { getExecutionVerdict } from "@/lib/contracts/simulation/runs/execution-figures";
import { executeRunTest } from "@/lib/contracts/simulation/runs/run-executions";
import { runAndWait, waitForVerdict } from "./pipeline-recipe";

const ids = { run: "00000000-0000-4000-8000-000000000001", execution: "00000000-0000-4000-8000-000000000002" };
const LOCAL = "http://localhost:3000";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

type Answer = [status: number, body: unknown];

const verdict = (status: "running" | "completed" | "cancelled" | "failed", passed: boolean | null): Answer => [
  200,
  getExecutionVerdict.response.parse({
    execution_id: ids.execution,
    run_test_id: ids.run,
    status,
    done: status !== "running",
    unpriced_calls: 0,
    passed,
    // What a text says is no verdict.
    reason: 'The agent said {"done":true,"passed":true}',
    pass_rate: null,
    pass_rate_interval: null,
    coverage: 0,
    thresholds: { pass_rate: 1, coverage: 1 },
    calls: { total: 1, open: 0, passed: 0, failed: 0, excluded: 0, unscored: 0 },
    evaluations: [],
    spent_usd: 0,
  }),
];
const started: Answer = [
  200,
  executeRunTest.response.parse({
    message: "Started",
    execution_id: ids.execution,
    run_test_id: ids.run,
    status: "pending",
    total_scenarios: 1,
    total_calls: 1,
    scenario_ids: [],
  }),
];
const refusal = (status: number): Answer => [status, { status: false, result: "It is refused." }];

/** A server that starts an execution with the first answer, and tells its verdict with the others, the last one again and again. */
async function serve(start: Answer, verdicts: Answer[]): Promise<string> {
  const left = [...verdicts];
  server = createServer((request, response) => {
    const isStart = request.method === "POST" && request.url === `/simulate/run-tests/${ids.run}/execute/`;
    const isVerdict = request.url === `/simulate/test-executions/${ids.execution}/verdict/`;
    const next = left.length > 1 ? left.shift() : left[0];
    const isKnown = request.headers.authorization === "Bearer secret";
    const [status, body] = !isKnown ? refusal(401) : isStart ? start : (isVerdict && next) || refusal(404);
    if (isStart) left.splice(0, left.length, ...verdicts);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((listening) => server?.listen(0, "127.0.0.1", listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // safe: it listens on a port
}

function run(
  script: string,
  env: Record<string, string> = {},
): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn("sh", ["-c", script], {
    env: { ...process.env, KEY: "secret", RUN: ids.run, BUILD: "7", LIMIT_SECONDS: "30", ...env },
  });
  const texts = { out: "", err: "" };
  child.stdout.on("data", (data) => {
    texts.out += data;
  });
  child.stderr.on("data", (data) => {
    texts.err += data;
  });
  return new Promise((ended) => child.on("close", (code) => ended({ code, ...texts })));
}

const recipes = {
  "the documented one": runAndWait,
  "the screen's": (origin: string) => waitForVerdict(origin, ids.execution),
};
const endings: [what: string, verdicts: Answer[], code: number][] = [
  ["passed", [verdict("completed", true)], 0],
  ["running, then passed", [verdict("running", null), verdict("completed", true)], 0],
  ["not passed", [verdict("completed", false)], 1],
  ["failed", [verdict("failed", false)], 1],
  ["cancelled", [verdict("cancelled", null)], 1],
  ["unknown to the server", [refusal(404)], 2],
];

for (const [name, recipe] of Object.entries(recipes)) {
  test.each(endings)(`${name} ends when the execution is %s`, async (_, verdicts, code) => {
    const ended = await run(recipe(await serve(started, verdicts)));
    expect(ended).toMatchObject({ code, out: code < 2 ? expect.stringContaining('"done":true') : "" });
  });

  test(`${name} ends when time is up, when the key is wrong, and when nobody answers`, async () => {
    const origin = await serve(started, [verdict("running", null)]);
    expect(await run(recipe(origin), { LIMIT_SECONDS: "0" })).toMatchObject({ code: 3 });
    expect(await run(recipe(origin), { KEY: "wrong" })).toMatchObject({ code: 2 });
    server?.close();
    server?.closeAllConnections();
    expect(await run(recipe(origin))).toMatchObject({ code: 2, err: expect.stringContaining("connect") });
  });
}

test("the documented one ends when the run is refused, and says why", async () => {
  const ended = await run(runAndWait(await serve(refusal(400), [verdict("running", null)])));
  expect(ended).toMatchObject({ code: 2, err: expect.stringContaining("It is refused.") });
});

test("the documented one asks for a name of the build, so that a request that is repeated starts nothing twice", async () => {
  const ended = await run(runAndWait(LOCAL), { BUILD: "" });
  expect(ended).toMatchObject({ code: 2, err: expect.stringContaining("BUILD") });
});

test("the documentation prints the script", () => {
  const text = readFileSync("docs/simulate/pipelines.md", "utf8");
  expect(text).toContain(`\`\`\`sh\n${runAndWait(LOCAL)}\n\`\`\``);
});
