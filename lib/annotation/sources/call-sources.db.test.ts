// Simulated calls in queues, and the default queues of agents.
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { agentDefinitions, callExecutions, callTurns, queueItems, runTests } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import { addItems } from "@/lib/annotation/contents/items";
import { getOrCreateDefaultQueue } from "@/lib/annotation/queues/default-queues";
import { getQueue } from "@/lib/annotation/queues/queues";
import { queuesForSource } from "@/lib/annotation/queues/source-queues";
import { createScore } from "@/lib/annotation/scores/score-sources";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import { annotateDetail } from "@/lib/annotation/work/detail";
import type { Context } from "@/lib/context";
import { createTestAgent } from "@/lib/simulation/scenarios/testing";
import { createTestExecution } from "@/lib/simulation/testing";

const database = suiteDatabase();
let owner: Context;
let stranger: Context;
let queue: TestQueue;
let agent: string;
let executionId: string;
let callIds: string[];

const tracking = { id: "1", type: "function" as const, function: { name: "track", arguments: "{}" } };
const ended = { status: "completed" as const, startedAt: new Date(0), endedAt: new Date(4500), turnCount: 2 };
const reference = (index: number) => ({ source_type: "call_execution" as const, source_id: callIds[index] ?? "" });

beforeAll(async () => {
  const organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
  stranger = await createCaller(database.db, await createOrganization(database.db), "Owner");
  queue = await createTestQueue(owner, organization, { items: 0 });
  agent = await createTestAgent(owner);
  const row = { city: { value: "Riga", column_id: "c", dataset_id: "d", data_type: "text" as const } };
  const metrics = { avg_latency_ms: 320, csat_score: 4 };
  const made = await createTestExecution(owner, [
    { ...ended, row, metrics, verdict: "failed", faultSide: "agent" },
    { status: "ongoing" },
    ended,
  ]);
  ({ executionId, callIds } = made);
  await database.db.update(runTests).set({ agentDefinitionId: agent }).where(eq(runTests.id, made.runTestId));
  const turns = [
    { role: "user" as const, content: "My parcel is late.", messages: [] },
    {
      role: "assistant" as const,
      content: "I am sorry.",
      messages: [
        { role: "assistant" as const, content: null, tool_calls: [tracking] },
        { role: "tool" as const, content: "Late.", tool_call_id: "1" },
        { role: "assistant" as const, content: "I am sorry." },
      ],
    },
  ];
  await database.db
    .insert(callTurns)
    .values(turns.map((turn, number) => ({ callId: callIds[0] ?? "", number, ...turn })));
});

test("an ended call can be added, and is shown without its evaluation results", async () => {
  const items = [reference(0), reference(1)];
  expect(await addItems(owner, { queue_id: queue.queue_id, items })).toMatchObject({
    added: 1,
    errors: [{ ...items[1], error: `Not finished yet: call_execution=${callIds[1]}. The call has not ended.` }],
  });
  const [entry] = await queuesForSource(owner, reference(0));
  const { item } = await annotateDetail(owner, {
    queue_id: queue.queue_id,
    item_id: entry?.item?.id ?? "",
    reserve: false,
  });
  expect(item.source_preview).toEqual({
    type: "call_execution",
    name: "1",
    status: "completed",
    duration_seconds: 4.5,
    simulation_call_type: "text",
    response_time_ms: 320,
    avg_agent_latency_ms: 320,
  });
  expect(item.source_content).toMatchObject({
    agent_name: "Agent",
    agent_version: 1,
    test_execution_id: executionId,
    input: { city: "Riga" },
    output: [
      { role: "user", content: "My parcel is late.", tool_calls: [] },
      { role: "assistant", content: "I am sorry.", tool_calls: [tracking] },
    ],
    metrics: { avg_latency_ms: 320 },
    end_time: "1970-01-01T00:00:04.500Z",
  });
  expect(JSON.stringify(item.source_content)).not.toContain("csat");
});

test("a score goes to the default queue of the call's agent, which is made once (case 41)", async () => {
  const score = { ...reference(2), label_id: queue.labelId, value: 4, score_source: "human" as const };
  const { queue_id } = await createScore(owner, score);
  expect(await getOrCreateDefaultQueue(owner, { agent_definition_id: agent })).toMatchObject({
    action: "fetched",
    queue: { id: queue_id, name: expect.stringMatching(/^Default - /), is_default: true },
  });
  expect(await getQueue(owner, { queue_id: queue_id ?? "" })).toMatchObject({ agent_definition: agent });
});

test("a filter selects calls of an execution or of one kind, but never another organization's", async () => {
  const where = (column_id: string, filter_value: string) => ({
    column_id,
    filter_config: { filter_op: "equals", filter_value },
  });
  const select = async (context: Context, change: object = {}) => {
    const { queue_id } = await createTestQueue(
      context,
      { id: context.caller.organizationId, workspaceId: context.caller.workspaceId },
      { items: 0 },
    );
    const filter = [where("test_execution_id", executionId), where("status", "completed")];
    const selection = {
      mode: "filter" as const,
      source_type: "call_execution" as const,
      filter,
      exclude_ids: [],
      ...change,
    };
    return (await addItems(context, { queue_id, selection })).added;
  };
  expect(await select(owner)).toBe(2);
  expect(await select(owner, { exclude_ids: [callIds[0] ?? ""] })).toBe(1);
  expect(await select(owner, { filter: [where("agent_definition_id", agent)], is_voice_call: false })).toBe(2);
  expect(await select(owner, { is_voice_call: true })).toBe(0);
  expect(await select(owner, { filter: [where("verdict", "failed"), where("fault_side", "agent")] })).toBe(1);
  expect(await select(owner, { filter: [where("fault_side", "simulator")] })).toBe(0);
  expect(await select(stranger)).toBe(0);
  await expect(select(owner, { filter: [where("run_test_id", "none")] })).rejects.toMatchObject({ kind: "invalid" });
});

test.each([
  ["equals", 2.5, 0],
  ["not_equals", 2.5, 3],
  ["greater_than", 1.5, 2],
  ["less_than_or_equal", 3_000_000_000, 3],
  ["greater_than_or_equal", "1e20", 0],
  ["less_than", -0.5, 0],
])("a filter compares the turns of calls with any number: %s %s", async (filter_op, filter_value, added) => {
  const made = await createTestExecution(owner, [ended, ended, { ...ended, turnCount: 1 }]);
  const workspace = { id: owner.caller.organizationId, workspaceId: owner.caller.workspaceId };
  const { queue_id } = await createTestQueue(owner, workspace, { items: 0 });
  const filter = [
    { column_id: "test_execution_id", filter_config: { filter_op: "equals", filter_value: made.executionId } },
    { column_id: "turn_count", filter_config: { filter_op, filter_value } },
  ];
  const selection = { mode: "filter" as const, source_type: "call_execution" as const, filter, exclude_ids: [] };
  expect((await addItems(owner, { queue_id, selection })).added).toBe(added);
});

test("a selection adds calls that began together in the order of their numbers", async () => {
  const made = await createTestExecution(owner, Array(12).fill(ended));
  const { queue_id } = await createTestQueue(
    owner,
    { id: owner.caller.organizationId, workspaceId: owner.caller.workspaceId },
    { items: 0 },
  );
  const filter = [
    { column_id: "test_execution_id", filter_config: { filter_op: "equals", filter_value: made.executionId } },
  ];
  const selection = { mode: "filter" as const, source_type: "call_execution" as const, filter, exclude_ids: [] };
  await addItems(owner, { queue_id, selection });
  const items = await database.db
    .select({ id: queueItems.sourceId })
    .from(queueItems)
    .where(eq(queueItems.queueId, queue_id))
    .orderBy(queueItems.order);
  expect(items.map(({ id }) => id)).toEqual(made.callIds);
});

test("another organization's and deleted calls are not found; a deleted agent has no queue", async () => {
  const answer = await addItems(stranger, {
    queue_id: (
      await createTestQueue(
        stranger,
        { id: stranger.caller.organizationId, workspaceId: stranger.caller.workspaceId },
        { items: 0 },
      )
    ).queue_id,
    items: [reference(0)],
  });
  expect(answer.errors).toMatchObject([{ error: `Not found: call_execution=${callIds[0]}` }]);
  await expect(getOrCreateDefaultQueue(stranger, { agent_definition_id: agent })).rejects.toMatchObject({
    kind: "notFound",
  });
  await database.db
    .update(callExecutions)
    .set({ deletedAt: new Date() })
    .where(eq(callExecutions.id, callIds[0] ?? ""));
  expect(await queuesForSource(owner, reference(0))).toEqual([]);
  await database.db.update(agentDefinitions).set({ deletedAt: new Date() }).where(eq(agentDefinitions.id, agent));
  await expect(getOrCreateDefaultQueue(owner, { agent_definition_id: agent })).rejects.toMatchObject({
    kind: "notFound",
  });
});
