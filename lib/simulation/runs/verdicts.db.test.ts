// What an execution's verdict counts, and how it says what is missing.
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { evalTemplates } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
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
});
