import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "@/db/client";
import { gatewayKeys } from "@/db/schema";
import { createCaller, createOrganization } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { revokeGatewayKey } from "@/lib/gateway-admin/keys";
import { startTestGateway } from "@/lib/gateway-admin/testing";
import { deleteEvalLogs, getEvalLog, listEvalLogs } from "../logs/logs";
import { computedTemplates } from "../metrics";
import { builtInJudged, judgedTemplates } from "../templates/catalogue";
import { idOfName } from "../templates/fingerprint";
import { createTestTemplate } from "../testing";
import { runInPlayground } from "./playground";

let gateway: Awaited<ReturnType<typeof startTestGateway>>;
let context: Context;
let other: Context;

const fresh = async (db: Database) => createCaller(db, await createOrganization(db));

beforeAll(async () => {
  gateway = await startTestGateway();
  context = await fresh(gateway.db);
  other = await fresh(gateway.db);
});
afterAll(() => gateway.close());

type Input = Parameters<typeof runInPlayground>[1];
const run = (name: string, input: Partial<Input>, by = context) =>
  runInPlayground(by, { template_id: idOfName(name), ...input });
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );
const logsOf = (by: Context) => listEvalLogs(by, { limit: 1000 });

const mapping = { output: "You are all wonderful." };

describe("a computed template", () => {
  test("needs no key and no model, and reports its finding (case 13)", async () => {
    const { status, result, execution_time } = await run("contains", {
      mapping: { text: "a parcel" },
      params: { keyword: "parcel" },
    });
    expect([status, execution_time > 0]).toEqual([true, true]);
    expect(result).toMatchObject({
      output: "Passed",
      model: null,
      metadata: null,
      output_type: "Pass/Fail",
      outcome: "scored",
    });
    expect(Object.keys(result).toSorted()).toEqual([
      "fingerprint",
      "log_id",
      "metadata",
      "model",
      "outcome",
      "output",
      "output_type",
      "reason",
    ]);
  });

  test("that compares embeddings asks the run's model, and has no score without one", async () => {
    const mapping = { output: "a parcel", expected: "a parcel" };
    const named = await run("embedding_similarity", { mapping, model: "sandbox/embedding" });
    expect(named.result).toMatchObject({ output: 1, outcome: "scored", output_type: "score" });
    const unnamed = await run("embedding_similarity", { mapping });
    expect(unnamed.result).toMatchObject({
      output: null,
      outcome: "unscored",
      reason: expect.stringContaining("embeddings"),
    });
    expect(await getEvalLog(context, { log_id: unnamed.result.log_id ?? "" })).toMatchObject({
      score: null,
      status: "success",
    });
  });

  test("refuses unknown and unsuitable parameters", async () => {
    const failure = await refusal(run("contains", { mapping: { text: "x" }, params: { keyward: "x" } }));
    expect(failure).toMatchObject({
      kind: "invalid",
      message: expect.stringContaining("Unknown function params: keyward"),
    });
  });
});

describe("a judged template", () => {
  test("is asked through the gateway with a key of the organization, and leaves a complete log", async () => {
    const { result } = await run("toxicity", { mapping, model: "sandbox/judge" });
    expect(["Passed", "Failed"]).toContain(result.output);
    expect(result).toMatchObject({
      model: "sandbox/judge",
      reason: expect.stringContaining("sandbox"),
      outcome: "scored",
    });
    const log = await getEvalLog(context, { log_id: result.log_id ?? "" });
    expect(log).toMatchObject({
      values: mapping,
      output: { output: result.output },
      raw_answer: expect.stringContaining("explanation"),
      fingerprint: result.fingerprint,
      source: "Eval Playground",
      template_version: "V1",
    });
    const keys = await gateway.db
      .select()
      .from(gatewayKeys)
      .where(eq(gatewayKeys.organizationId, context.caller.organizationId));
    expect(keys.map(({ name }) => name)).toEqual(["Evaluations"]);
  });

  test("gives equal texts equal verdicts in the sandbox, and parallel first runs create one key", async () => {
    const by = await fresh(gateway.db);
    const runs = await Promise.all(
      Array.from({ length: 6 }, () => run("tone", { mapping, model: "sandbox/judge" }, by)),
    );
    expect(new Set(runs.map(({ result }) => JSON.stringify(result.output))).size).toBe(1);
    expect(runs[0]?.result.output).toEqual([expect.any(String)]);
    const keys = await gateway.db
      .select()
      .from(gatewayKeys)
      .where(eq(gatewayKeys.organizationId, by.caller.organizationId));
    expect(keys).toHaveLength(1);
  });

  test("keeps outputs unchanged: labels, scores with their choice, numbers (case 14)", async () => {
    const conversation = "user: hi\nassistant: hello";
    const often = await run("customer_agent_loop_detection", { mapping: { conversation }, model: "sandbox/judge" });
    expect(often.result.output).toEqual({ score: expect.any(Number), choice: expect.any(String) });
    const score = await run("completeness", { mapping: { input: "x", output: "y" }, model: "sandbox/judge" });
    expect(score.result.output).toEqual(expect.any(Number));
  });

  test("explains how to configure a missing judge, and logs the failed run", async () => {
    const before = await logsOf(context);
    const failure = await refusal(run("toxicity", { mapping }));
    expect(failure).toMatchObject({ kind: "invalid", message: expect.stringContaining("map turing_large") });
    const [log, ...rest] = await logsOf(context);
    expect(rest).toHaveLength(before.length);
    expect(log).toMatchObject({ status: "error", template_id: idOfName("toxicity") });
    const { output, outcome, score } = await getEvalLog(context, { log_id: log?.id ?? "" });
    expect([outcome, score, output.output]).toEqual(["error", null, null]);
  });

  test.each([
    ["sandbox/plain", "contains no JSON object"],
    ["sandbox/error-500", "Failed to run Eval due to the reason"],
    ["sandbox/cut", "Failed to run Eval due to the reason"],
    ["nobody/none", "is not configured"],
  ])("judged by %s ends in an error with its reason, never in a score", async (model, reason) => {
    const failure = await refusal(run("toxicity", { mapping, model }));
    expect(failure).toMatchObject({ kind: "invalid", message: expect.stringContaining(reason) });
    const [log] = await logsOf(context);
    expect(await getEvalLog(context, { log_id: log?.id ?? "" })).toMatchObject({
      outcome: "error",
      score: null,
      passed: null,
    });
  });

  test("is refused after its organization's key is revoked", async () => {
    const by = await fresh(gateway.db);
    await run("toxicity", { mapping, model: "sandbox/judge" }, by);
    const [key] = await gateway.db
      .select()
      .from(gatewayKeys)
      .where(eq(gatewayKeys.organizationId, by.caller.organizationId));
    await revokeGatewayKey({ ...by, scope: { organizationId: null, userId: null } }, { key_id: key?.id ?? "" });
    expect(await refusal(run("toxicity", { mapping, model: "sandbox/judge" }, by))).toMatchObject({ kind: "invalid" });
  });
});

describe("a template of custom code", () => {
  const own = async (code: string, change: object = {}) =>
    createTestTemplate(context, { instructions: null, model: null, required_keys: [], code, ...language, ...change });
  const language = { code_language: "javascript" } as const;
  const tried = async (code: string, change: object = {}) => {
    const template_id = await own(code, change);
    const mapping = { text: "abc", list: [1, 2] };
    return (await runInPlayground(context, { template_id, mapping, params: { most: 6 } })).result;
  };

  test("gets all mapped inputs and the run's parameters", async () => {
    const code = "const evaluate = ({ text, list }, { most }) => (text.length + list.length - 2) / most";
    expect(await tried(code, { output: "score" })).toMatchObject({ output: 0.5, outcome: "scored", model: null });
    expect(await tried(code)).toMatchObject({ output: "Passed", reason: "The code returned 0.5." });
    expect(await tried(code, { pass_threshold: 0.6 })).toMatchObject({ output: "Failed" });
  });

  test("that names its inputs gets only those, and can be part of a composite", async () => {
    const code = "const evaluate = (inputs) => Object.keys(inputs).length === 1";
    const named = await own(code, { required_keys: ["text"], output: "score" });
    const children = [{ template_id: named, weight: 1 }];
    const whole = await createTestTemplate(context, { output: "score", required_keys: ["text"], children });
    const mapping = { text: "abc", other: "x" };
    for (const template_id of [named, whole])
      expect((await runInPlayground(context, { template_id, mapping })).result).toMatchObject({ output: 1 });
  });

  test.each([
    ["loops", "for (;;) ;", /longer than 1 s/],
    ["calls itself", "return evaluate()", /too deep/],
    ["allocates", "const all = []; for (;;) all.push(new Array(1e6).fill(1))", /64 MB|longer than 1 s/],
    ["throws", "throw new Error('no luck')", /no luck/],
    ["answers NaN", "return 0 / 0", /not a finite number/],
    ["answers an object", "return { score: {} }", /not a finite number/],
    ["answers nothing", "", /no score/],
  ])("that %s has no score, and gives the reason", async (_, body, reason) => {
    const result = await tried(`function evaluate() { ${body} }`);
    expect(result).toMatchObject({ output: null, outcome: "unscored", reason: expect.stringMatching(reason) });
    const log = await getEvalLog(context, { log_id: result.log_id ?? "" });
    expect(log).toMatchObject({ score: null, passed: null, outcome: "unscored" });
  });

  test("of a person whose code loops does not block the organization's other people", async () => {
    const { organizationId: id, workspaceId } = context.caller;
    const colleague = await createCaller(gateway.db, { id, workspaceId });
    const order: string[] = [];
    const by = (person: Context, code: string) =>
      run("custom_code_evaluation", { mapping: { text: "abc" }, params: { code } }, person).then(() =>
        order.push(person === colleague ? "colleague" : "loops"),
      );
    const looping = Array.from({ length: 4 }, () => by(context, "function evaluate() { for (;;) ; }"));
    await Promise.all([by(colleague, "const evaluate = () => 1"), ...looping]);
    expect(order.indexOf("colleague")).toBeLessThanOrEqual(1);
  });

  test("passed as a parameter to the built-in one sees the inputs, too", async () => {
    const code = "const evaluate = ({ text }) => text === 'abc'";
    const { result } = await run("custom_code_evaluation", { mapping: { text: "abc" }, params: { code } });
    expect(result).toMatchObject({ output: "Passed", outcome: "scored" });
  });
});

describe("inputs", () => {
  test("of a built-in template are all required (case 16)", async () => {
    const failure = await refusal(run("toxicity", { mapping: { output: " " } }));
    expect(failure).toMatchObject({
      kind: "invalid",
      message: "No input received for 'output'. Please check your input.",
    });
  });

  test("of a custom template may be incomplete (case 17)", async () => {
    const template_id = await createTestTemplate(context);
    const { result } = await runInPlayground(context, { template_id, mapping: { input: "x", output: "[]" } });
    expect(result.warnings).toEqual([
      expect.objectContaining({ type: "partial_input", empty_keys: ["output"], filled_keys: ["input"] }),
    ]);
    expect(await refusal(runInPlayground(context, { template_id, mapping: { input: "" } }))).toMatchObject({
      kind: "invalid",
    });
  });
});

describe("the catalogue", () => {
  const file = (type: string, bytes: string) => `data:${type};base64,${bytes}`;
  const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const valueFor = (key: string): string => {
    if (/image/.test(key)) return file("image/png", PIXEL);
    if (/audio/.test(key)) return file("audio/wav", Buffer.from("RIFF$\0\0\0WAVEfmt ").toString("base64"));
    if (/pdf/.test(key)) return file("application/pdf", Buffer.from("%PDF-1.4").toString("base64"));
    return "The parcel is at the depot.";
  };
  const inputsOf = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, valueFor(key)]));

  test("every computed template runs without a key or a model", async () => {
    const by = await fresh(gateway.db);
    const values: Record<string, unknown> = { code: "return 1", keyword: "depot" };
    for (const { name, keys, params } of computedTemplates) {
      const required = Object.entries(params).filter(([, { required }]) => required);
      const chosen = required.map(([key, { type }]) => [key, values[key] ?? (type === "string" ? "a" : 3)]);
      const { status, result } = await run(name, { mapping: inputsOf(keys), params: Object.fromEntries(chosen) }, by);
      expect([name, status, result.model, result.outcome]).toEqual([name, true, null, expect.stringMatching(/scored/)]);
      expect(result.reason, name).toMatch(/\S/);
    }
    const { organizationId } = by.caller;
    expect(await gateway.db.$count(gatewayKeys, eq(gatewayKeys.organizationId, organizationId))).toBe(0);
  });

  test("every judged template gets a verdict from the sandbox judge", async () => {
    const own: Record<string, Record<string, unknown>> = {
      deterministic_evals: { choices: ["There", "Lost"], rule_prompt: "Where is the parcel?", multi_choice: false },
    };
    for (const { name, definition } of judgedTemplates.map(builtInJudged)) {
      const { status, result } = await run(name, {
        mapping: inputsOf(definition.required_keys),
        model: "sandbox/judge",
        params: own[name] ?? {},
      });
      expect([name, status, result.model, result.outcome]).toEqual([name, true, "sandbox/judge", "scored"]);
    }
  });
});

test("another organization's template does not exist (case 12)", async () => {
  const template_id = await createTestTemplate(other);
  const failure = await refusal(runInPlayground(context, { template_id, mapping: { input: "x" } }));
  expect(failure).toMatchObject({
    kind: "invalid",
    detail: { fields: { template_id: ["There is no such evaluation template."] } },
  });
});

test("a run whose log cannot be written has no log id, but is otherwise complete (case 15)", async () => {
  const unlogged = { ...context, caller: { ...context.caller, workspaceId: "no workspace" } };
  const { result } = await run("contains", { mapping: { text: "x" }, params: { keyword: "x" } }, unlogged);
  expect(result).toMatchObject({ output: "Passed", log_id: null });
});

test("a composite template scores the weighted mean of its parts", async () => {
  const part = (name: string, weight: number) => ({ template_id: idOfName(name), weight });
  const template_id = await createTestTemplate(context, {
    output: "score",
    instructions: null,
    required_keys: ["text"],
    aggregation: "weighted_avg",
    children: [part("one_line", 3), part("is_url", 1)],
  });
  const { result } = await runInPlayground(context, { template_id, mapping: { text: "One line." } });
  expect(result).toMatchObject({ output: 0.75, outcome: "scored", reason: expect.stringContaining("one_line: 1") });
});

test("people see and delete only logs of their own organization (case 19)", async () => {
  const { result } = await run("contains", { mapping: { text: "x" }, params: { keyword: "x" } });
  const log_id = result.log_id ?? "";
  expect(await refusal(getEvalLog(other, { log_id }))).toMatchObject({ kind: "notFound" });
  expect(await refusal(deleteEvalLogs(other, { log_ids: [log_id] }))).toMatchObject({ kind: "invalid" });
  expect(await listEvalLogs(context, { log_id, limit: 100 })).toMatchObject([
    { id: log_id, template_name: "contains" },
  ]);
  expect(await deleteEvalLogs(context, { log_ids: [log_id] })).toEqual({ deleted: 1 });
  expect(await refusal(getEvalLog(context, { log_id }))).toMatchObject({ kind: "notFound" });
  expect(await listEvalLogs(context, { log_id, limit: 100 })).toEqual([]);
});
