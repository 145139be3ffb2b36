// `assay run` over a test run: conversations of rules with a sandbox model, judged by an evaluation.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { send } from "@/lib/http/testing/api";
import { type Assay, startAssay } from "./testing";

let assay: Assay;
let runTest: string;
beforeAll(async () => {
  assay = await startAssay();
  runTest = await createRunTest();
}, 120_000);
afterAll(() => assay?.stop());

const call = async (method: string, path: string, body?: unknown) => {
  const headers = { authorization: `Bearer ${assay.credentials.key}` };
  const answer = await send(assay.server.url, method, path, { headers, ...(body ? { body } : {}) });
  expect([answer.status, answer.status < 300 || answer.body.message]).toEqual([expect.any(Number), true]);
  return answer.body;
};

/** An agent that repeats what it hears, with an evaluation that asks it for an address. */
async function createRunTest(): Promise<string> {
  const { agent } = await call("POST", "/simulate/agent-definitions/create/", {
    agentName: "Parcel desk",
    agentType: "text",
    description: "You answer where parcels are.",
    target: { type: "description", model: "sandbox/echo" },
  });
  const { scenario } = await call("POST", "/simulate/scenarios/create/", {
    name: "Lost parcels",
    kind: "graph",
    generate_graph: true,
    generator_model: "deterministic",
    agent_definition_id: agent.id,
    no_of_rows: 10,
  });
  const progress = () => call("GET", `/simulate/scenarios/${scenario.id}/progress/`);
  await vi.waitFor(async () => expect((await progress()).status.toLowerCase()).toBe("completed"), 60_000);
  const templates: { id: string; name: string }[] = (await call("POST", "/model-hub/get-eval-template-names", {}))
    .result;
  const template = templates.find(({ name }) => name === "is_email")?.id;
  const made = await call("POST", "/simulate/run-tests/create/", {
    name: "Nightly",
    agentDefinitionId: agent.id,
    scenarioIds: [scenario.id],
    settings: { simulator_model: "scripted", max_turns: 3, measure_satisfaction: false },
    evaluationsConfig: [{ template_id: template, name: "Ends with an address", mapping: { text: "transcript" } }],
  });
  return made.id ?? made.result?.id;
}

const file = (more: string) => `kind: test-run\nrun_test: Nightly\n${more}`;

test("exits with 1 and names the calls that did not pass; the same build starts no new run", async () => {
  await assay.write("nightly.yaml", file("settings: { pass_rate: 0.9, coverage: 0.5 }\n"));
  const words = ["run", "nightly.yaml", "--json", "--build", randomUUID()];
  const first = await assay.run(words);
  expect([first.code, first.err]).toEqual([1, expect.stringMatching(/Conversations ended: 10 of 10/)]);
  const report = JSON.parse(first.out);
  expect(report.checks[0]).toMatchObject({ verdict: "failed", count: 10, failed: 10, required: 0.9 });
  expect(report.checks[0].failing[0]).toEqual({
    name: expect.stringMatching(/^Lost parcels, call #([1-9]|10)$/),
    reason: expect.stringContaining("Ends with an address"),
    url: expect.stringMatching(/\/simulation\/runs\/calls\/[\da-f-]{36}$/),
  });
  expect(report.checks[1]).toMatchObject({
    name: "Ends with an address",
    verdict: "reported",
    reasons: ["10 of 10 calls scored."],
    failed: 10,
  });
  const again = JSON.parse((await assay.run(words)).out);
  expect(again.run_id).toBe(report.run_id);
});

test("exits with 0 if the run meets its threshold", async () => {
  await assay.write("lenient.yaml", file("settings: { pass_rate: 0, coverage: 0.5 }\n"));
  const { code, out } = await assay.run(["run", "lenient.yaml"]);
  expect([code, out]).toEqual([0, expect.stringMatching(/^nightly|lenient/)]);
});

test("exits with 3 for an unknown run test", async () => {
  await assay.write("unknown.yaml", "kind: test-run\nrun_test: Nothing\n");
  const { code, err } = await assay.run(["run", "unknown.yaml"]);
  expect([code, err]).toEqual([3, "run_test: There is no test run Nothing.\n"]);
  expect(runTest).toMatch(/^[\da-f-]{36}$/);
});

test("Ctrl-C cancels the execution, and its build ends with 3, because it has no verdict", async () => {
  await assay.write("stopped.yaml", file("settings: { repeats: 20, concurrency: 1 }\n"));
  const words = ["run", "stopped.yaml", "--build", randomUUID()];
  const begun = assay.begin(words);
  await begun.says(/Conversations ended/);
  begun.child.kill("SIGTERM");
  const { code, err } = await begun.ended;
  expect([code, err]).toEqual([3, expect.stringContaining("The run is cancelled")]);
  const again = await assay.run(words);
  expect([again.code, again.out, again.err]).toEqual([3, "", expect.stringContaining("another --build")]);
});
