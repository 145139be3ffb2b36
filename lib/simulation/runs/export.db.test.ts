// What leaves an execution: its calls as CSV, and the figures of a version over all run tests.
import { beforeAll, expect, test } from "vitest";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import type { FileOutput } from "@/lib/http/respond";
import { createTestExecution } from "../testing";
import { listVersionCalls } from "./calls/list-calls";
import { getVersionEvalSummary } from "./executions/eval-summaries";
import { exportTestExecution } from "./executions/export";
import {
  askingRow,
  createCodeTemplate,
  createRunTestOf,
  evaluationOf,
  meansOf,
  playRun,
  polite,
  startRun,
} from "./testing";

const database = suiteDatabase();
let context: Context;
let other: Context;
beforeAll(async () => {
  const organization = await createOrganization(database.db);
  context = await createCaller(database.db, organization);
  other = await createCaller(database.db, await createOrganization(database.db));
});

const csvOf = async (id: string, by = context) => {
  const { content } = (await exportTestExecution(by, { test_execution_id: id })) as FileOutput; // safe: `file` contracts answer one
  return new Response(content).text();
};

test("an execution exports rows, transcripts and verdicts as CSV, with formulas made harmless", async () => {
  const template = await createCodeTemplate(context, "1");
  const rows = [askingRow({ city: '=HYPERLINK("x")' }), askingRow({ city: 'Riga, "old"' })];
  const { run, agentId, versionId } = await createRunTestOf(context, rows, {
    evaluations_config: [evaluationOf(template, "Polite")],
  });
  const { execution_id } = await startRun(context, run.id);
  await playRun(context, execution_id, meansOf(polite));
  const text = await csvOf(execution_id);
  const header = text.slice(0, text.indexOf("\r\n")).split(",");
  expect(header.slice(0, 3)).toEqual(["call_id", "number", "scenario_name"]);
  expect(header.slice(header.indexOf("scenario.persona"))).toEqual([
    "scenario.persona",
    "scenario.situation",
    "scenario.script",
    "scenario.city",
    "evaluation.Polite",
    "evaluation.Polite.reason",
    "transcript",
  ]);
  expect(text).toContain(`,"'=HYPERLINK(""x"")",`);
  expect(text).toContain(',"Riga, ""old""",');
  expect(text).toContain(',Passed,looked at it,"user: Where is my parcel 4711?\nassistant: Your parcel 4711 is at');
  expect(text.match(/,completed,passed,,,script_ended,/g)).toHaveLength(2);

  const version = { agent_id: agentId, version_id: versionId };
  const calls = await listVersionCalls(context, { ...version, page: 1, limit: 1, status: "completed" });
  expect(calls).toMatchObject({ count: 2, results: [{ test_execution_id: execution_id, agent_version: "v1" }] });
  expect(await getVersionEvalSummary(context, version)).toMatchObject([
    {
      result: [{ name: "Polite", total_cells: 2, scored: 2, output: { pass_count: 2 } }],
      total_pass_rate: 100,
      total_pass_rate_interval: { low: expect.closeTo(34.2, 1), high: 100 },
    },
  ]);
  const strangers = [
    () => csvOf(execution_id, other),
    () => listVersionCalls(other, { ...version, page: 1, limit: 1 }),
    () => getVersionEvalSummary(other, version),
  ];
  for (const ask of strangers) await expect(ask()).rejects.toMatchObject({ kind: "notFound" });
});

test("the export contains every call once, in order, across pages", async () => {
  const { executionId } = await createTestExecution(
    context,
    Array.from({ length: 101 }, (_, number) => (number === 40 ? { deletedAt: new Date() } : {})),
  );
  const lines = (await csvOf(executionId)).trim().split("\r\n").slice(1);
  const numbers = Array.from({ length: 101 }, (_, number) => number).filter((number) => number !== 40);
  expect(lines.map((line) => Number(line.split(",")[1]))).toEqual(numbers);
});
