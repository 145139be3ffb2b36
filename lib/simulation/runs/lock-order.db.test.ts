// Requests and jobs lock a call before its evaluations, so that none waits for another in a circle.
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { callEvaluations, callExecutions } from "@/db/schema";
import { createCaller, createOrganization } from "@/db/testing/factories";
import { transaction } from "@/db/transaction";
import type { Context } from "@/lib/context";
import { sendChatMessage as sendContract } from "@/lib/contracts/simulation/runs/chat";
import { startTestProvider, verdict } from "@/lib/evaluation/runs/testing";
import { createTestTemplate } from "@/lib/evaluation/testing";
import { startTestGateway } from "@/lib/gateway-admin/testing";
import { updateCallExecution } from "./calls/calls";
import { sendChatMessage } from "./play/chat";
import { createCallBatch, startChatExecution } from "./start/start";
import { askingRow, createRunTestOf, evaluationOf, meansOf, playRun, polite } from "./testing";

let gateway: Awaited<ReturnType<typeof startTestGateway>>;
let provider: Awaited<ReturnType<typeof startTestProvider>>;
let context: Context;

beforeAll(async () => {
  gateway = await startTestGateway();
  provider = await startTestProvider({ answer: () => verdict("Pass") });
  context = await createCaller(gateway.db, await createOrganization(gateway.db));
});
afterAll(async () => {
  provider.stop();
  await gateway.close();
});

/** A call that waits for a judge that costs. */
async function callToJudge() {
  const template = await createTestTemplate(context, {
    model: "acme/unpriced",
    instructions: "Is {{text}} polite?",
    required_keys: ["text"],
  });
  const change = { evaluations_config: [evaluationOf(template, "Polite")] };
  const { run } = await createRunTestOf(context, [askingRow()], change, { type: "client" });
  const { execution_id } = await startChatExecution(context, { run_test_id: run.id });
  const { call_execution_ids } = await createCallBatch(context, { test_execution_id: execution_id });
  const call_execution_id = call_execution_ids[0] ?? "";
  for (const body of [{ initiate_chat: true }, { messages: [{ role: "user", content: "At the depot." }] }])
    await sendChatMessage(context, { call_execution_id, ...sendContract.body.parse(body) });
  await updateCallExecution(context, { call_execution_id, status: "completed", ended_reason: null });
  return { execution_id, call_execution_id };
}

test("storing an evaluation's result waits for the call without locking the evaluation", async () => {
  const { execution_id, call_execution_id } = await callToJudge();
  const results = eq(callEvaluations.callId, call_execution_id);
  const playing = await transaction(gateway.db, async (tx) => {
    await tx.select().from(callExecutions).where(eq(callExecutions.id, call_execution_id)).for("no key update");
    const played = playRun(context, execution_id, meansOf(polite));
    await vi.waitFor(
      async () =>
        expect(
          await gateway.db.execute(sql`select 1 from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`),
        ).toHaveLength(1),
      { timeout: 10_000 },
    );
    expect(await tx.select().from(callEvaluations).where(results).for("update", { skipLocked: true })).toHaveLength(1);
    return { played };
  });
  await playing.played;
  expect(await gateway.db.select().from(callEvaluations).where(results)).toMatchObject([{ status: "completed" }]);
});
