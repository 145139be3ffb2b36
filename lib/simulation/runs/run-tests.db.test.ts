// What a run test is made of, who sees it, and what goes with it when it is deleted.
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { callExecutions, callTurns, evalBindings, evalLogs, workspaces } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { applyEvalGroup as applyContract } from "@/lib/contracts/evaluation/apply-group";
import * as runExecutionsContracts from "@/lib/contracts/simulation/runs/run-executions";
import * as contracts from "@/lib/contracts/simulation/runs/run-tests";
import { applyEvalGroup } from "@/lib/evaluation/groups/apply";
import { createEvalGroup } from "@/lib/evaluation/groups/groups";
import { idOfName } from "@/lib/evaluation/templates/fingerprint";
import { createTestTemplate } from "@/lib/evaluation/testing";
import { createScenarioOfRows, createTestExecution } from "../testing";
import { listCallLogs } from "./calls/call-events";
import { analyzeCallBranch } from "./calls/call-path";
import { getCallExecution, getCallLocalizations } from "./calls/calls";
import { listRunTestCalls } from "./calls/list-calls";
import { deleteTestExecutions } from "./executions/end-executions";
import { compareEvalSummaries, getEvalSummary } from "./executions/eval-summaries";
import { getRunTestStatus, getTestExecution, listRunTestExecutions } from "./executions/executions";
import { addEvalConfigs, deleteEvalConfig, getEvalConfigStructure, updateEvalConfig } from "./run-tests/eval-configs";
import {
  deleteRunTest,
  getRunTest,
  listRunTestScenarios,
  listRunTests,
  updateRunTest,
  updateRunTestComponents,
} from "./run-tests/run-tests";
import { settleExecution } from "./settle";
import { rerunTestExecutions, runNewEvals } from "./start/rerun";
import { executeRunTest, startChatExecution } from "./start/start";
import {
  askingRow,
  callsIn,
  createCodeTemplate,
  createRunTestOf,
  evaluationOf,
  executionOf,
  meansOf,
  playRun,
  polite,
  startRun,
} from "./testing";

const database = suiteDatabase();
let context: Context;
let stranger: Context;
/** Of the same organization, in another workspace. */
let neighbour: Context;
let depot: string;
beforeAll(async () => {
  const organization = await createOrganization(database.db);
  context = await createCaller(database.db, organization);
  stranger = await createCaller(database.db, await createOrganization(database.db));
  const workspaceId = randomUUID();
  await database.db.insert(workspaces).values({ id: workspaceId, organizationId: organization.id, name: "Next door" });
  neighbour = { ...context, caller: { ...context.caller, workspaceId } };
  depot = await createCodeTemplate(context, 'text.includes("depot") ? 1 : 0');
});

const outsiders = () => [stranger, neighbour];
const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );
const notFound = { kind: "notFound" };
const invalid = (...fields: string[]) => ({
  kind: "invalid",
  detail: { fields: Object.fromEntries(fields.map((field) => [field, expect.any(Array)])) },
});

test("a run test belongs to its workspace, and foreign agents and scenarios are refused (case 60)", async () => {
  const made = await createRunTestOf(context, [askingRow()]);
  expect(made.run).toMatchObject({
    workspace: context.caller.workspaceId,
    organization: context.caller.organizationId,
    scenarios: [made.scenarioId],
    agent_version: null,
  });
  const pinned = await createRunTestOf(context, [askingRow()], {
    agent_definition_id: made.agentId,
    agent_version: made.versionId,
    scenario_ids: [made.scenarioId],
  });
  expect(pinned.run.agent_version).toMatchObject({ id: made.versionId, name: "v1" });
  expect(Object.values(pinned.run.agent_version?.configuration_snapshot ?? { none: null })).not.toContain(null);
  expect(pinned.run.agent_definition_detail).toMatchObject({ latest_version_id: made.versionId, latest_version: 1 });
  for (const outsider of outsiders()) {
    const theirs = await createScenarioOfRows(outsider, [askingRow()]);
    for (const [change, field] of [
      [{ agent_definition_id: theirs.agentId }, "agent_definition_id"],
      [{ scenario_ids: [made.scenarioId, theirs.scenarioId] }, "scenario_ids"],
      [{ agent_definition_id: made.agentId, agent_version: theirs.versionId }, "agent_version"],
    ] as const)
      expect(await refused(createRunTestOf(context, [askingRow()], change))).toMatchObject(invalid(field));
  }
  const name = made.run.name.toUpperCase();
  expect(await refused(createRunTestOf(context, [askingRow()], { name }))).toMatchObject(invalid("name"));
});

test("an update changes agent, scenarios and evaluations with the rest, all or nothing", async () => {
  const evaluations_config = [evaluationOf(depot, "Depot"), evaluationOf(depot, "Kept")];
  const { run, agentId, versionId } = await createRunTestOf(context, [askingRow()], { evaluations_config });
  const other = await createRunTestOf(context, [askingRow()]);
  const theirs = await createRunTestOf(context, [askingRow()], { evaluations_config: [evaluationOf(depot, "Theirs")] });
  const shown = async () => {
    const { name, agent_definition, agent_version, scenarios, evals } = await getRunTest(context, {
      run_test_id: run.id,
    });
    return [name, agent_definition, agent_version?.id ?? null, scenarios, evals.map((one) => one.name)];
  };
  const update = (change: object) => updateRunTest(context, { run_test_id: run.id, ...change });
  const removed = [run.evals[0]?.id ?? "", theirs.run.evals[0]?.id ?? "", randomUUID()];
  await update({
    name: `${run.name} now`,
    agent_definition_id: agentId,
    agent_version: versionId,
    scenario_ids: [other.scenarioId],
    remove_eval_config_ids: removed,
    // The name of one that is removed is free.
    evaluations_config: [evaluationOf(depot, "depot")],
  });
  const changed = [`${run.name} now`, agentId, versionId, [other.scenarioId], ["Kept", "depot"]];
  expect(await shown()).toEqual(changed);
  expect((await getRunTest(context, { run_test_id: theirs.run.id })).evals).toHaveLength(1);
  for (const [change, field] of [
    [{ agent_definition_id: randomUUID() }, "agent_definition_id"],
    [{ agent_version: other.versionId }, "agent_version"],
    [{ scenario_ids: [randomUUID()] }, "scenario_ids"],
    [{ evaluations_config: [evaluationOf(depot, "KEPT")] }, "name"],
    [{ evaluations_config: [evaluationOf(randomUUID(), "New")] }, "evaluations_config.0.template_id"],
  ] as const) {
    expect(await refused(update({ name: "Half", ...change }))).toMatchObject(invalid(field));
    expect(await shown()).toEqual(changed);
  }
  await update({ agent_definition_id: other.agentId });
  expect((await shown()).slice(1, 3)).toEqual([other.agentId, null]);
  await update({ name: "Only a name" });
  expect(await shown()).toEqual(["Only a name", other.agentId, null, [other.scenarioId], ["Kept", "depot"]]);
});

test("a run test is not found from another workspace or organization (case 62)", async () => {
  const { run, scenarioId } = await createRunTestOf(context, [askingRow()]);
  const execution_id = (await startRun(context, run.id)).execution_id;
  const [evaluation] = (
    await addEvalConfigs(context, { run_test_id: run.id, evaluations_config: [evaluationOf(depot, "Depot")] })
  ).created_eval_configs;
  const own = { run_test_id: run.id };
  const one = { ...own, eval_config_id: evaluation?.id ?? "" };
  const chosen = { ...own, test_execution_ids: [execution_id], select_all: false };
  const plain = { ...own, scenario_ids: [], select_all: false, settings: {} };
  const page = { ...own, page: 1 };
  const operations: Record<string, (by: Context) => Promise<unknown>> = {
    getRunTest: (by) => getRunTest(by, own),
    updateRunTest: (by) => updateRunTest(by, { ...own, name: "Mine now" }),
    updateRunTestComponents: (by) => updateRunTestComponents(by, { ...own, scenarios: [scenarioId] }),
    deleteRunTest: (by) => deleteRunTest(by, own),
    executeRunTest: (by) => executeRunTest(by, plain),
    startChatExecution: (by) => startChatExecution(by, own),
    getRunTestStatus: (by) => getRunTestStatus(by, own),
    listRunTestScenarios: (by) => listRunTestScenarios(by, page),
    listRunTestExecutions: (by) => listRunTestExecutions(by, page),
    listRunTestCalls: (by) => listRunTestCalls(by, page),
    deleteTestExecutions: (by) => deleteTestExecutions(by, chosen),
    rerunTestExecutions: (by) => rerunTestExecutions(by, { ...chosen, rerun_type: "eval_only", only_failed: false }),
    runNewEvals: (by) => runNewEvals(by, { ...chosen, eval_config_ids: [one.eval_config_id] }),
    addEvalConfigs: (by) => addEvalConfigs(by, { ...own, evaluations_config: [evaluationOf(depot, "Another")] }),
    updateEvalConfig: (by) => updateEvalConfig(by, { ...one, name: "Mine now", run: false }),
    getEvalConfigStructure: (by) => getEvalConfigStructure(by, one),
    deleteEvalConfig: (by) => deleteEvalConfig(by, one),
    getEvalSummary: (by) => getEvalSummary(by, own),
    compareEvalSummaries: (by) => compareEvalSummaries(by, { ...own, execution_ids: execution_id }),
  };
  for (const [name, ask] of Object.entries(operations))
    for (const outsider of outsiders()) expect([name, await refused(ask(outsider))]).toMatchObject([name, notFound]);
  expect((await getRunTest(context, own)).evals).toHaveLength(1);
});

test("an execution's status follows from its calls (case 72)", async () => {
  for (const [statuses, status] of [
    [["ongoing", "analyzing", "completed"], "running"],
    [["analyzing", "completed"], "evaluating"],
    [["completed", "failed"], "completed"],
    [["failed", "failed"], "failed"],
  ] as const) {
    const calls = statuses.map((one) => ({ status: one }));
    const { runTestId, executionId } = await createTestExecution(context, calls, { status: "running" });
    await settleExecution(database.db, executionId, new Date());
    expect(await getRunTestStatus(context, { run_test_id: runTestId })).toMatchObject({ status });
  }
});

test("a call's path is compared with its branch, with call counts per edge and logs", async () => {
  const scenarioId = randomUUID();
  const tool = { function: { name: "send_refund" } };
  const nodes = [
    { name: "greet", prompt: "greet", isStart: true },
    { name: "parcel", prompt: "parcel" },
    { name: "refund", type: "tool", tool },
  ];
  const edges = [
    { from: "greet", to: "parcel", condition: { prompt: "where is it" } },
    { from: "greet", to: "refund", condition: { prompt: "money back" } },
  ];
  const scenario = { name: "Ways", description: "", kind: "graph", source: "", dataset_id: null, simulator: {} };
  const agent = { id: randomUUID(), name: "A", type: "text", version_id: randomUUID(), version: 1, snapshot: {} };
  const pinned = { agent, scenarios: { [scenarioId]: { ...scenario, graph: { nodes, edges } } } };
  const branch = { value: "greet -> parcel", column_id: randomUUID(), dataset_id: randomUUID(), data_type: "text" };
  const fault = { side: "agent" as const, kind: "agent_role_break" as const, message: "Speaks as the customer." };
  const call = { scenarioId, status: "completed" as const, cause: "customer_ended" as const };
  const row = { conversation_branch: branch };
  const { callIds, executionId } = await createTestExecution(
    context,
    [
      {
        ...call,
        row,
        endedAt: new Date(),
        faults: [{ ...fault, evidence: { turn: 1, text: "x" } }],
        verdict: "failed",
      },
      { ...call, row },
      { ...call },
    ],
    { pinned },
  );
  const transcripts = [["Hello.", "A refund? There it is."], ["Hello.", "Your parcel is here."], ["Hello."]];
  await database.db.insert(callTurns).values(
    transcripts.flatMap((texts, index) =>
      texts.map((content, number) => {
        const role = number === 0 ? ("user" as const) : ("assistant" as const);
        const called = { id: "1", type: "function", function: { name: "send_refund", arguments: "{}" } };
        const tool_calls = content.startsWith("A refund") ? [called] : [];
        return { callId: callIds[index] ?? "", number, role, content, messages: [{ role, content, tool_calls }] };
      }),
    ),
  );
  const analyze = (index: number, by = context) => analyzeCallBranch(by, { call_execution_id: callIds[index] ?? "" });
  const left = await analyze(0);
  expect(left).toMatchObject({
    outcome: "left",
    expected_path: ["greet", "parcel"],
    walked_path: ["greet", "refund"],
    coverage: 0.5,
    left_at: { node: "greet", expected: "parcel", taken: "refund", turn: 1 },
    calls_compared: 2,
  });
  expect(left.edges).toMatchObject([
    { to: "parcel", expected: true, walked: false, calls: 1, share: 0.5 },
    { to: "refund", expected: false, walked: true, calls: 1, share: 0.5 },
  ]);
  expect(left.nodes[2]).toMatchObject({ name: "refund", turns: [1], evidence: ["send_refund", "refund"] });
  expect(await analyze(1)).toMatchObject({ outcome: "followed", coverage: 1, left_at: null });
  expect(await analyze(2)).toMatchObject({ outcome: null, expected_path: [], walked_path: [], coverage: null });
  const plain = await createTestExecution(context, [{}]);
  const bare = { call_execution_id: plain.callIds[0] ?? "" };
  expect(await analyzeCallBranch(context, bare)).toMatchObject({ has_graph: false, nodes: [], edges: [] });

  const logs = (change: object = {}) =>
    listCallLogs(context, { call_execution_id: callIds[0] ?? "", page: 1, ...change });
  expect((await logs()).results.map(({ category, level, turn }) => [category, level, turn])).toEqual([
    ["call", "info", null],
    ["customer", "info", 0],
    ["agent", "info", 1],
    ["tool", "info", 1],
    ["fault", "error", 1],
    ["call", "info", null],
    ["call", "info", null],
  ]);
  expect(await logs({ level: "error" })).toMatchObject({ count: 1, results: [{ category: "fault" }] });
  expect(await logs({ search: "REFUND" })).toMatchObject({ count: 2, results: [{ turn: 1 }, { category: "tool" }] });
  expect(await logs({ page: 2, limit: 6 })).toMatchObject({ count: 7, results: [{ message: "Verdict: failed" }] });
  expect(await refused(logs({ page: 3, limit: 6 }))).toMatchObject(notFound);
  for (const outsider of outsiders()) expect(await refused(analyze(0, outsider))).toMatchObject(notFound);
  await deleteTestExecutions(context, {
    run_test_id: await runTestOf(executionId),
    test_execution_ids: [executionId],
    select_all: false,
  });
  expect(await refused(logs())).toMatchObject(notFound);
});

const runTestOf = async (id: string) => (await executionOf(context, id)).runTestId;

test("deleting a run test deletes its evaluations and executions, and deleting an execution deletes its calls (case 74)", async () => {
  const evaluations_config = [evaluationOf(depot, "Depot")];
  const { run } = await createRunTestOf(context, [askingRow(), askingRow()], { evaluations_config });
  const [first, second] = [await startRun(context, run.id), await startRun(context, run.id)];
  const deleted = (executionId: string) =>
    callsIn(context, executionId).then((calls) => calls.map(({ deletedAt }) => deletedAt !== null));
  const one = { run_test_id: run.id, test_execution_ids: [first.execution_id, randomUUID()], select_all: false };
  expect(await deleteTestExecutions(context, one)).toMatchObject({ deleted: 1 });
  expect(await deleteTestExecutions(context, one)).toMatchObject({ deleted: 0 });
  expect([await deleted(first.execution_id), await deleted(second.execution_id)]).toEqual([
    [true, true],
    [false, false],
  ]);
  expect((await listRunTestExecutions(context, { run_test_id: run.id, page: 1 })).count).toBe(1);
  await deleteRunTest(context, { run_test_id: run.id });
  expect(await deleted(second.execution_id)).toEqual([true, true]);
  const bindings = await database.db.select().from(evalBindings).where(eq(evalBindings.targetId, run.id));
  expect(bindings.map(({ deletedAt }) => deletedAt !== null)).toEqual([true]);
  for (const gone of [
    () => deleteRunTest(context, { run_test_id: run.id }),
    () => getTestExecution(context, { test_execution_id: second.execution_id, page: 1, limit: 30 }),
  ])
    expect(await refused(gone())).toMatchObject(notFound);
});

describe("an evaluation of a run test", () => {
  const add = (run_test_id: string, ...evaluations_config: ReturnType<typeof evaluationOf>[]) =>
    addEvalConfigs(context, { run_test_id, evaluations_config });

  test("needs a unique name, in any case, and an existing template (case 75)", async () => {
    const { run } = await createRunTestOf(context, [askingRow()]);
    await add(run.id, evaluationOf(depot, "Depot"));
    const theirs = await createTestTemplate(stranger);
    for (const [body, field] of [
      [[evaluationOf(depot, "DEPOT")], "name"],
      [[evaluationOf(depot, "Twice"), evaluationOf(depot, "twice")], "name"],
      [[evaluationOf(theirs, "Theirs")], "evaluations_config.0.template_id"],
      [[evaluationOf(randomUUID(), "Nobody's")], "evaluations_config.0.template_id"],
      [[evaluationOf(depot, "Nothing", "")], "evaluations_config.0.mapping.text"],
    ] as const)
      expect(await refused(add(run.id, ...body))).toMatchObject(invalid(field));
    const atOnce = await Promise.all(["Race", "race"].map((name) => refused(add(run.id, evaluationOf(depot, name)))));
    expect(atOnce.filter((one) => one === null)).toHaveLength(1);
    // A name that is free again can be given again.
    const { evals } = await getRunTest(context, { run_test_id: run.id });
    expect(evals.map(({ name }) => name.toLowerCase())).toEqual(["depot", "race"]);
    await deleteEvalConfig(context, { run_test_id: run.id, eval_config_id: evals[0]?.id ?? "" });
    await add(run.id, evaluationOf(depot, "Depot"));
  });

  test("that changes template keeps known mappings and drops its parameters (case 75)", async () => {
    const { run } = await createRunTestOf(context, [askingRow()]);
    const code = {
      code: "function evaluate() { return 1; }",
      code_language: "javascript" as const,
      instructions: null,
    };
    const before = await createTestTemplate(context, { ...code, required_keys: ["text", "other"] });
    const added = await add(
      run.id,
      evaluationOf(before, "Switched", "transcript", {
        mapping: { text: "transcript", other: "call.status" },
        config: { params: { keyword: "parcel" } },
        filters: [{ column_id: "x", filter_config: { filter_type: "text", filter_op: "is_not_null" } }],
      }),
    );
    const one = { run_test_id: run.id, eval_config_id: added.created_eval_configs[0]?.id ?? "", run: false };
    const change = (fields: object) => updateEvalConfig(context, { ...one, ...fields });
    expect(await refused(change({ template_id: randomUUID() }))).toMatchObject(invalid("template_id"));
    expect(await refused(change({ mapping: { text: "transcript", stale: "x" } }))).toMatchObject(
      invalid("mapping.stale"),
    );
    const unknown = { template_id: idOfName("contains"), config: { params: { keyword: "parcel", colour: "red" } } };
    expect(await refused(change(unknown))).toMatchObject(invalid("config.params.colour"));
    expect(await change({ template_id: depot })).toMatchObject({ template_id: depot, mapping: { text: "transcript" } });
    expect(await change({ name: "Renamed", filters: [] })).toMatchObject({ name: "Renamed", filters: [] });
    expect((await getEvalConfigStructure(context, one)).config).not.toHaveProperty("params");
  });

  test("applying a group adds evaluations to the run test, in its own workspace only (case 40)", async () => {
    const evaluations_config = [evaluationOf(depot, "Depot")];
    const { run } = await createRunTestOf(context, [askingRow()], { evaluations_config });
    const other = await createCodeTemplate(context, "1");
    const group = await createEvalGroup(context, { name: "Nightly", eval_template_ids: [depot, other] });
    const apply = (by: Context, change: object = {}) =>
      applyEvalGroup(
        by,
        applyContract.body.parse({
          eval_group_id: group.id,
          page_id: "SIMULATE",
          filters: { simulate_id: run.id },
          mapping: { text: "transcript", unknown: "x" },
          ...change,
        }),
      );
    const made = await apply(context);
    expect(made).toMatchObject([{ eval_group: "Nightly", mapping: { text: "transcript" } }, { eval_group: "Nightly" }]);
    await Promise.all([apply(context, { deselected_evals: [depot] }), apply(context, { deselected_evals: [depot] })]);
    const { evals } = await getRunTest(context, { run_test_id: run.id });
    expect(evals.slice(0, 3)).toMatchObject([{ name: "Depot" }, ...(made ?? []).map(({ id, name }) => ({ id, name }))]);
    expect(new Set(evals.map(({ name }) => name)).size).toBe(5);
    expect(evals[1]).toMatchObject({ eval_group: "Nightly", status: "NotStarted", version_number: 1 });
    const add = (by: Context, change: object) =>
      addEvalConfigs(by, {
        run_test_id: run.id,
        evaluations_config: [evaluationOf(depot, "By hand", "transcript", change)],
      });
    expect((await add(context, { eval_group: group.id })).created_eval_configs).toMatchObject([
      { eval_group: "Nightly" },
    ]);
    expect(await refused(add(context, { eval_group: depot }))).toMatchObject(
      invalid("evaluations_config.0.eval_group"),
    );
    const { execution_id } = await startRun(context, run.id);
    await playRun(context, execution_id, meansOf(polite));
    const [call] = await callsIn(context, execution_id);
    const shown = await getCallExecution(context, { call_execution_id: call?.id ?? "" });
    expect(Object.values(shown.eval_metrics)).toHaveLength(6);
    expect(await refused(apply(neighbour))).toMatchObject(notFound);
    await deleteRunTest(context, { run_test_id: run.id });
    expect(await refused(apply(context))).toMatchObject(notFound);
  });
});

test("the evaluation summary can be empty, narrows to one execution, and refuses foreign ones (case 76)", async () => {
  const bare = await createRunTestOf(context, [askingRow()]);
  expect(await getEvalSummary(context, { run_test_id: bare.run.id })).toEqual([]);
  const evaluations_config = [evaluationOf(depot, "Depot")];
  const { run } = await createRunTestOf(context, [askingRow()], { evaluations_config });
  const [good, bad] = [await startRun(context, run.id), await startRun(context, run.id)];
  await playRun(context, good.execution_id, meansOf(polite));
  await playRun(
    context,
    bad.execution_id,
    meansOf(() => ({ content: "No idea." })),
  );
  const summary = async (execution_id?: string) =>
    (await getEvalSummary(context, { run_test_id: run.id, execution_id }))[0]?.result[0];
  expect(await summary()).toMatchObject({ scored: 2, output: { pass: 50, fail: 50 } });
  expect(await summary(good.execution_id)).toMatchObject({ scored: 1, output: { pass: 100 } });
  expect(await summary(bad.execution_id)).toMatchObject({ scored: 1, output: { pass: 0 } });
  expect(
    await compareEvalSummaries(context, {
      run_test_id: run.id,
      execution_ids: JSON.stringify([good.execution_id, bad.execution_id]),
    }),
  ).toMatchObject({
    [good.execution_id]: [{ result: [{ output: { pass: 100 } }] }],
    [bad.execution_id]: [{ result: [{ output: { pass: 0 } }] }],
  });
  const elsewhere = await startRun(context, bare.run.id);
  await deleteTestExecutions(context, {
    run_test_id: run.id,
    test_execution_ids: [bad.execution_id],
    select_all: false,
  });
  for (const id of [randomUUID(), elsewhere.execution_id, bad.execution_id])
    expect(await refused(summary(id))).toMatchObject(notFound);
});

test("a call lists its evaluations' error localizations, in its own workspace only (case 77)", async () => {
  const evaluations_config = [evaluationOf(depot, "Depot", "transcript", { error_localizer: true })];
  const { run } = await createRunTestOf(context, [askingRow()], { evaluations_config });
  const { execution_id } = await startRun(context, run.id);
  await playRun(
    context,
    execution_id,
    meansOf(() => ({ content: "I do not know. Nobody does." })),
  );
  const [call] = await callsIn(context, execution_id);
  const tasks = (by: Context, id = call?.id ?? "") => getCallLocalizations(by, { call_execution_id: id });
  const listed = await tasks(context);
  expect(listed).toMatchObject({
    total_tasks: 1,
    error_localizer_tasks: [{ eval_name: "Depot", status: expect.any(String), error_details: null }],
  });
  await database.db.update(evalLogs).set({ deletedAt: new Date() });
  expect(await tasks(context)).toMatchObject({ total_tasks: 0 });
  for (const outsider of outsiders()) expect(await refused(tasks(outsider))).toMatchObject(notFound);
  expect(await refused(tasks(context, randomUUID()))).toMatchObject(notFound);
  await database.db
    .update(callExecutions)
    .set({ deletedAt: new Date() })
    .where(eq(callExecutions.id, call?.id ?? ""));
  expect(await refused(tasks(context))).toMatchObject(notFound);
});

test("lists are paged, stay in their workspace, and refuse unknown values (case 78)", async () => {
  const search = `paged ${randomUUID()}`;
  const runs = [];
  for (const number of [1, 2, 3])
    runs.push(await createRunTestOf(context, [askingRow()], { name: `${search} ${number}` }));
  const page = { page: 1, limit: 2 };
  const names = async (input: object, by = context) => {
    const { results, count } = await listRunTests(by, { ...page, search, ...input });
    return [count, ...results.map(({ name }) => name.slice(-1))];
  };
  expect(await names({})).toEqual([3, "3", "2"]);
  expect(await names({ page: 2 })).toEqual([3, "1"]);
  expect(await refused(names({ page: 3 }))).toMatchObject(notFound);
  for (const outsider of outsiders()) expect(await names({}, outsider)).toEqual([0]);
  expect(await names({ simulation_type: "prompt" })).toEqual([0]);
  const [{ run } = { run: { id: "" } }] = runs;
  for (let times = 0; times < 3; times += 1) await startRun(context, run.id);
  const own = { run_test_id: run.id };
  for (const list of [listRunTestExecutions, listRunTestCalls] as const) {
    expect(await list(context, { ...own, ...page })).toMatchObject({ count: 3, page: 1, limit: 2, results: [{}, {}] });
    expect((await list(context, { ...own, page: 2, limit: 2 })).results).toHaveLength(1);
    expect((await list(context, { ...own, ...page, status: "completed" })).count).toBe(0);
  }
  for (const { query } of [
    contracts.listRunTests,
    runExecutionsContracts.listRunTestExecutions,
    runExecutionsContracts.listRunTestCalls,
    contracts.listRunTestScenarios,
  ])
    expect(query.safeParse({ colour: "red" }).success).toBe(false);
});
