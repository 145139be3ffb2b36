// What runs are charged: models without a price, answers that become no turn, and results that the database does not take.
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callEvaluations, callTurns } from "@/db/schema";
import { createCaller, createOrganization } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { startTestProvider, verdict } from "@/lib/evaluation/runs/testing";
import { createTestTemplate } from "@/lib/evaluation/testing";
import { startTestGateway } from "@/lib/gateway-admin/testing";
import { getCallExecution } from "./calls/calls";
import { getExecutionVerdict } from "./executions/figures";
import {
  askingRow,
  callsIn,
  createRunTestOf,
  evaluationOf,
  executionOf,
  meansOf,
  playRun,
  polite,
  startRun,
} from "./testing";

let gateway: Awaited<ReturnType<typeof startTestGateway>>;
let provider: Awaited<ReturnType<typeof startTestProvider>>;
let context: Context;

beforeAll(async () => {
  gateway = await startTestGateway();
  provider = await startTestProvider({
    answer: (text) => (text.includes("json_schema") ? verdict("Pass") : "Your parcel 4711 is at the depot."),
  });
  context = await createCaller(gateway.db, await createOrganization(gateway.db));
});
afterAll(async () => {
  provider.stop();
  await gateway.close();
});

const played = { type: "description", model: "acme/unpriced", timeout_seconds: 30 };
const settings = { simulator_model: "scripted", concurrency: 1 };
const judged = async () => {
  const template = await createTestTemplate(context, {
    model: "acme/unpriced",
    instructions: "Is {{text}} polite?",
    required_keys: ["text"],
  });
  return evaluationOf(template, "Polite");
};

test("turns and judges without a price run once, and the cost is reported as unknown", async () => {
  const { run } = await createRunTestOf(
    context,
    [askingRow(), askingRow()],
    { settings, evaluations_config: [await judged()] },
    played,
  );
  const { execution_id } = await startRun(context, run.id);
  const before = provider.calls();
  await playRun(context, execution_id, meansOf(polite));
  // Of each call two turns of the agent and one judge.
  expect(provider.calls() - before).toBe(6);
  expect(await getExecutionVerdict(context, { test_execution_id: execution_id })).toMatchObject({
    done: true,
    calls: { passed: 2, total: 2 },
    spent_usd: null,
    unpriced_calls: 6,
  });
  const [call] = await callsIn(context, execution_id);
  expect(await getCallExecution(context, { call_execution_id: call?.id ?? "" })).toMatchObject({
    cost_usd: null,
    total_cost: null,
    customer_cost_cents: null,
    unpriced_calls: 3,
  });
  const turns = await gateway.db
    .select()
    .from(callTurns)
    .where(eq(callTurns.callId, call?.id ?? ""));
  expect(turns.map(({ costMicros, latencyMs }) => [costMicros, latencyMs === null])).toEqual([
    [null, true],
    [null, false],
    [null, true],
    [null, false],
  ]);
  const [evaluation] = await gateway.db
    .select()
    .from(callEvaluations)
    .where(eq(callEvaluations.callId, call?.id ?? ""));
  expect(evaluation).toMatchObject({ status: "completed", outcome: "scored", costMicros: null });
});

test("with a ceiling but no price, no further call starts, and the reason is shown", async () => {
  const ceiling = { ...settings, cost_ceiling_usd: 1 };
  const { run } = await createRunTestOf(context, [askingRow(), askingRow()], { settings: ceiling }, played);
  const { execution_id } = await startRun(context, run.id);
  await playRun(context, execution_id, meansOf(polite));
  const [first, second] = await callsIn(context, execution_id);
  expect(first?.status).toBe("completed");
  expect(second).toMatchObject({ status: "cancelled", cause: "ceiling" });
  expect(second?.endedReason).toMatch(/^The ceiling cannot be enforced: one of the models has no price\./);
});

/** Has the database refuse what `work` writes into a table. The condition is on the new row. */
async function refusing(table: string, condition: string, work: () => Promise<void>) {
  await gateway.db.execute(
    sql.raw(`
    create function refuse_row() returns trigger language plpgsql as $$ begin
      if ${condition} then raise exception 'value secret-of-a-row is refused'; end if; return new;
    end $$;
    create trigger refuse_row before insert or update on ${table} for each row execute function refuse_row();`),
  );
  try {
    await work();
  } finally {
    await gateway.db.execute(sql`drop function refuse_row cascade`);
  }
}
const internal = /Internal error, reference [0-9a-f]{8}\./;

test("a write that the database refuses fails only its call, and no model is called again", async () => {
  const { run } = await createRunTestOf(
    context,
    [askingRow(), askingRow({ script: JSON.stringify(["poison"]) }), askingRow()],
    { settings },
    played,
  );
  const { execution_id } = await startRun(context, run.id);
  const before = provider.calls();
  await refusing("call_turns", "new.content = 'poison'", () => playRun(context, execution_id, meansOf(polite)));
  const calls = await callsIn(context, execution_id);
  expect(calls.map(({ status }) => status)).toEqual(["completed", "failed", "completed"]);
  expect(calls[1]).toMatchObject({ verdict: "excluded", faultSide: "provider" });
  expect(calls[1]?.endedReason).toMatch(internal);
  // The agent is asked while the script's words are written.
  expect(provider.calls() - before).toBeLessThanOrEqual(5);
  expect((await executionOf(context, execution_id)).status).toBe("completed");
});

test("an evaluation that the database refuses becomes an error", async () => {
  const change = { settings, evaluations_config: [await judged()] };
  const { run } = await createRunTestOf(context, [askingRow()], change, played);
  const { execution_id } = await startRun(context, run.id);
  const before = provider.calls();
  await refusing("call_evaluations", "new.outcome = 'scored'", () => playRun(context, execution_id, meansOf(polite)));
  expect(provider.calls() - before).toBe(3);
  const [evaluation] = await gateway.db
    .select()
    .from(callEvaluations)
    .where(eq(callEvaluations.executionId, execution_id));
  expect(evaluation).toMatchObject({ status: "error", outcome: "error", costMicros: null });
  expect(evaluation?.reason).toMatch(internal);
  const [call] = await callsIn(context, execution_id);
  expect(call).toMatchObject({ status: "completed", unpriced: 3 });
});

test("unusable answers of the customer's model are charged to the call and the run", async () => {
  const silent = await startTestProvider({ answer: () => "" });
  const { run } = await createRunTestOf(context, [askingRow({ script: "" })], {
    settings: { simulator_model: "acme/judge" },
  });
  const { execution_id } = await startRun(context, run.id);
  await playRun(context, execution_id, meansOf(polite));
  silent.stop();
  // The customer was asked twice, 10 tokens in and out each, at 1 USD per million.
  expect(silent.calls()).toBe(2);
  const [call] = await callsIn(context, execution_id);
  expect(call).toMatchObject({ cause: "simulator_fault", turnCount: 0, costMicros: 40 });
  expect(await executionOf(context, execution_id)).toMatchObject({ spentMicros: 40, unpriced: 0 });
});
