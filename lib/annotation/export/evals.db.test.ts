// What evaluations have said of an export's sources.
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  callEvaluations,
  datasetRows,
  evalSpanScores,
  evalTemplates,
  testExecutionEvaluations,
  traces,
} from "@/db/schema";
import { createCaller, createOrganization, createRows, suiteDatabase } from "@/db/testing/factories";
import { addItems } from "@/lib/annotation/contents/items";
import { createTestQueue } from "@/lib/annotation/testing/queues";
import { type ExportedItem, exportedItems } from "@/lib/contracts/annotation/exported";
import { createEvalTask } from "@/lib/evaluation/tasks/tasks";
import { createTestRun, createTestTemplate } from "@/lib/evaluation/testing";
import type { FileOutput } from "@/lib/http/respond";
import { createTestExecution } from "@/lib/simulation/testing";
import { exportTraces } from "@/lib/traces/ingestion";
import { exportOf, hexId } from "@/lib/traces/testing";
import { exportQueue } from "./download";

const database = suiteDatabase();

test("an export shows evaluations: a row's newest run, tasks of spans and traces, a call's last", async () => {
  const { db } = database;
  const organization = await createOrganization(db);
  const owner = await createCaller(db, organization, "Owner");
  const { queue_id } = await createTestQueue(owner, organization, { items: 0 });
  const templateId = await createTestTemplate(owner, { required_keys: ["input"] });
  await db
    .update(evalTemplates)
    .set({ tags: ["TONE"] })
    .where(eq(evalTemplates.id, templateId));
  const endedAt = new Date("2026-05-04T03:02:01.000Z");

  const [rowId = "", silent = ""] = await createRows(db, organization, ["judged", "not judged"]);
  const [row] = await db.select().from(datasetRows).where(eq(datasetRows.id, rowId));
  const dataset = row?.datasetId ?? "";
  await createTestRun(owner, dataset, [{ rowId, score: 0, passed: false, output: "Failed", endedAt }], { templateId });
  await createTestRun(
    owner,
    dataset,
    [
      { rowId, score: 1, passed: true, output: "Passed", reason: "Kind.", endedAt },
      { rowId, repeat: 1, outcome: "error", reason: "No judge.", endedAt: new Date(endedAt.getTime() + 1) },
    ],
    { templateId },
  );
  // The outputs of an experiment are others than the row's.
  await createTestRun(owner, dataset, [{ rowId, score: 0, passed: false, output: "Failed", endedAt }], { templateId });
  await db.execute(sql`
    update eval_runs set task = '{"kind": "outputs"}'::jsonb
    where id = (select id from eval_runs where dataset_id = ${dataset} order by created_at desc limit 1)`);

  const [traceId, spanId] = [hexId(16), hexId(8)];
  await exportTraces(owner, exportOf({ "service.name": "shop" }, [{ traceId, spanId }]));
  const [trace] = await db.select().from(traces).where(eq(traces.traceId, traceId));
  const projectId = trace?.projectId ?? "";
  const task = await createEvalTask(owner, {
    ...{ name: "task", project_id: projectId, filters: {}, sampling_rate: 1, sampling_unit: "trace" },
    continuous: true,
    evaluations: [{ template_id: templateId, mapping: { input: "span.input" }, error_localizer: false }],
  });
  const evaluation = task.evaluations[0];
  await db.insert(evalSpanScores).values({
    ...{
      organizationId: organization.id,
      taskId: task.id,
      evaluationId: evaluation?.id ?? "",
      projectId,
      spanId,
      traceId,
    },
    ...{ outcome: "scored", score: 0.5, output: 0.5, reason: "Half.", scoredAt: endedAt },
  });

  const { executionId, callIds } = await createTestExecution(owner, [{ status: "completed" }]);
  const request = {
    executionId,
    bindingId: crypto.randomUUID(),
    name: "Polite",
    templateId,
    versionNumber: 1,
    fingerprint: "f",
  };
  const [first, last] = await db
    .insert(testExecutionEvaluations)
    .values([1, 2].map((generation) => ({ ...request, generation, mapping: {}, params: {}, config: {} })))
    .returning();
  const verdictOf = (evaluationId = "", passed = true) =>
    ({ callId: callIds[0] ?? "", evaluationId, executionId, outcome: "scored", passed, updatedAt: endedAt }) as const;
  await db.insert(callEvaluations).values([verdictOf(first?.id, false), verdictOf(last?.id)]);

  const sources = [
    ["dataset_row", rowId],
    ["dataset_row", silent],
    ["observation_span", spanId],
    ["trace", trace?.id ?? ""],
    ["call_execution", callIds[0] ?? ""],
  ] as const;
  const items = sources.map(([source_type, source_id]) => ({ source_type, source_id }));
  expect((await addItems(owner, { queue_id, items })).errors).toEqual([]);

  const { content } = (await exportQueue(owner, { queue_id, export_format: "json" })) as FileOutput;
  const file: unknown = JSON.parse(await new Response(content).text());
  expect(exportedItems.parse(file)).toEqual(file);
  const { result } = file as { result: ExportedItem[] }; // safe: it has just been parsed
  const plain = { explanation: "", tags: ["TONE"], outcome: "scored", error: false, error_message: null };
  const at = { ...plain, created_at: endedAt.toISOString() };
  const half = { ...at, name: evaluation?.name, score: 0.5, output: 0.5, passed: null, explanation: "Half." };
  expect(result.map(({ evals }) => evals)).toMatchObject([
    {
      Right: [
        { ...at, name: "Right", score: 1, output: "Passed", passed: true, explanation: "Kind." },
        { outcome: "error", score: null, error: true, error_message: "No judge.", explanation: "No judge." },
      ],
    },
    {},
    { [evaluation?.name ?? ""]: half },
    { [evaluation?.name ?? ""]: half },
    { Polite: { ...at, name: "Polite", passed: true, output: null, score: null } },
  ]);
  expect(result[1]?.evals).toEqual({});
});
