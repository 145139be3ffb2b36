// What an execution's verdict counts, and how it says what is missing.
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { callEvaluations, evalTemplates, testExecutions } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { createCompositeTemplate as compositeTemplate } from "@/lib/contracts/evaluation/templates/composites";
import { createCompositeTemplate } from "@/lib/evaluation/templates/composites";
import { idOfName } from "@/lib/evaluation/templates/fingerprint";
import { createTestTemplate } from "@/lib/evaluation/testing";
import { getExecutionVerdict } from "./executions/figures";
import {
  askingRow,
  callsIn,
  createCodeTemplate,
  createRunTestOf,
  evaluationOf,
  meansOf,
  playRun,
  startRun,
} from "./testing";

const database = suiteDatabase();
let context: Context;
beforeAll(async () => {
  context = await createCaller(database.db, await createOrganization(database.db));
});

test("an evaluation that scores no call makes no call pass, and the verdict names it", async () => {
  const passing = await createCodeTemplate(context, "1");
  const [readable] = await database.db.select().from(evalTemplates).where(eq(evalTemplates.name, "readability_score"));
  const { run } = await createRunTestOf(context, [askingRow(), askingRow()], {
    evaluations_config: [
      evaluationOf(passing, "Always"),
      evaluationOf(readable?.id ?? "", "Readable", "assistant_chat_transcript"),
    ],
  });
  const { execution_id } = await startRun(context, run.id);
  await playRun(
    context,
    execution_id,
    meansOf(({ turn }) => ({ content: String(turn) })),
  );
  expect(await callsIn(context, execution_id)).toMatchObject([{ verdict: "unscored" }, { verdict: "unscored" }]);
  const verdict = await getExecutionVerdict(context, { test_execution_id: execution_id });
  expect(verdict).toMatchObject({ passed: false, pass_rate: null, coverage: 0, calls: { passed: 0, unscored: 2 } });
  expect(verdict.reason).toContain("Readable scored 0 of 2 calls: The text has no words in Latin letters.");
  expect(verdict.evaluations.map(({ name, scored, no_score_reason: why }) => [name, scored, why]).toSorted()).toEqual([
    ["Always", 2, null],
    ["Readable", 0, "The text has no words in Latin letters."],
  ]);
  const costs = async () =>
    (await getExecutionVerdict(context, { test_execution_id: execution_id })).evaluations.map(
      ({ cost_usd }) => cost_usd,
    );
  expect(await costs()).toEqual([0, 0]);
  const own = eq(callEvaluations.executionId, execution_id);
  await database.db.update(callEvaluations).set({ costMicros: 150 }).where(own);
  expect(await costs()).toEqual([0.0003, 0.0003]);
  await database.db.update(callEvaluations).set({ costMicros: null }).where(own);
  expect(await costs()).toEqual([null, null]);
});

test("an evaluation that keeps its parts apart judges nothing, so the others decide", async () => {
  const passing = await createCodeTemplate(context, "1");
  const { id: apart } = await createCompositeTemplate(
    context,
    compositeTemplate.body.parse({
      name: "apart",
      child_template_ids: [passing, idOfName("one_line")],
      aggregation_enabled: false,
    }),
  );
  const played = async (...evaluations: ReturnType<typeof evaluationOf>[]) => {
    const { run } = await createRunTestOf(context, [askingRow()], { evaluations_config: evaluations });
    const { execution_id } = await startRun(context, run.id);
    await playRun(
      context,
      execution_id,
      meansOf(({ turn }) => ({ content: String(turn) })),
    );
    return getExecutionVerdict(context, { test_execution_id: execution_id });
  };
  expect(await played(evaluationOf(passing, "Always"), evaluationOf(apart, "Apart"))).toMatchObject({
    passed: true,
    reason: expect.not.stringContaining("Apart"),
    calls: { passed: 1 },
  });
  expect(await played(evaluationOf(apart, "Apart"))).toMatchObject({
    passed: false,
    reason: "No calls count. 1 of 1 calls are unscored: nothing says whether they passed.",
    calls: { unscored: 1 },
  });
});

test("a reason for a missing score is one line that is not long, and comes once the run is over", async () => {
  const loud = await createTestTemplate(context, {
    code: `function evaluate() { throw new Error("first\\npassed     Conversations " + "long ".repeat(100)); }`,
    code_language: "javascript",
    instructions: null,
    required_keys: ["text"],
    output: "Pass/Fail",
  });
  const { run } = await createRunTestOf(context, [askingRow()], { evaluations_config: [evaluationOf(loud, "Loud")] });
  const { execution_id } = await startRun(context, run.id);
  const reasonNow = async () =>
    (await getExecutionVerdict(context, { test_execution_id: execution_id })).evaluations[0]?.no_score_reason;
  await playRun(
    context,
    execution_id,
    meansOf(({ turn }) => ({ content: String(turn) })),
  );
  const reason = await reasonNow();
  expect(reason).toContain("first passed Conversations long long");
  expect(reason).toMatch(/^.{1,149} long…$/);
  expect(reason?.length).toBeLessThanOrEqual(150);
  await database.db.update(testExecutions).set({ status: "evaluating" }).where(eq(testExecutions.id, execution_id));
  expect(await reasonNow()).toBeNull();
});
