// The facet of evaluations counts what the filters evaluation_id and verdict find.
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { evalSpanScores, projects } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import type { TraceFilters } from "@/lib/contracts/traces/trace-filters";
import { createEvalTask } from "@/lib/evaluation/tasks/tasks";
import { idOfName } from "@/lib/evaluation/templates/fingerprint";
import { exportTraces } from "./ingestion";
import { exportOf, hexId } from "./testing";
import { listTraceFacets } from "./trace-facets";
import { listTraces } from "./trace-list";

const database = suiteDatabase();
let context: Context;
let ids: { says: string; sees: string };

type Score = Pick<typeof evalSpanScores.$inferInsert, "passed" | "outcome">;
const scores: Score[] = [
  { passed: true, outcome: "scored" },
  { passed: false, outcome: "scored" },
  { passed: null, outcome: "unscored" },
  { passed: null, outcome: "error" },
  { passed: null, outcome: null },
];

beforeAll(async () => {
  context = await createCaller(database.db, await createOrganization(database.db));
  const { organizationId } = context.caller;
  // Trace n has 2 spans; the second one's verdict is the next of the list, and the last trace has no scores.
  const spans = scores.flatMap((_, index) => {
    const traceId = hexId(16);
    return [0, 1].map((number) => ({
      traceId,
      spanId: hexId(8),
      name: index % 2 ? "odd" : "even",
      from: index + number,
    }));
  });
  const lonely = { traceId: hexId(16), spanId: hexId(8), name: "even" };
  await exportTraces(context, exportOf({ "service.name": "shop" }, [...spans, lonely]));
  const [project] = await database.db.select().from(projects).where(eq(projects.organizationId, organizationId));
  const evaluation = {
    template_id: idOfName("contains"),
    mapping: { text: "span.output" },
    params: { keyword: "yes" },
    error_localizer: false,
  };
  const { id: taskId, evaluations } = await createEvalTask(context, {
    ...{ name: "Quality", project_id: project?.id ?? "", filters: {}, sampling_rate: 1, sampling_unit: "trace" },
    continuous: false,
    evaluations: [
      { ...evaluation, name: "Says yes" },
      { ...evaluation, name: "Sees no", params: { keyword: "no" } },
    ],
  });
  ids = { says: evaluations[0]?.id ?? "", sees: evaluations[1]?.id ?? "" };
  const own = { organizationId, taskId, projectId: project?.id ?? "" };
  await database.db.insert(evalSpanScores).values([
    ...spans.map(({ traceId, spanId }, index) => ({
      ...{ ...own, evaluationId: ids.says, traceId, spanId },
      ...scores[(Math.floor(index / 2) + (index % 2)) % scores.length],
    })),
    {
      ...own,
      evaluationId: ids.sees,
      traceId: spans[0]?.traceId ?? "",
      spanId: spans[0]?.spanId ?? "",
      outcome: "scored",
    },
  ]);
});

test.each<[string, TraceFilters]>([
  ["no filter", {}],
  ["a name", { name: "even" }],
  ["a chosen evaluation and verdict, which the facet leaves out", { verdict: "open" }],
])("the evaluation facet with %s", async (_, filters) => {
  const { evaluations } = await listTraceFacets(context, filters);
  expect(evaluations.map(({ name, task_name, evaluation_id }) => ({ name, task_name, evaluation_id }))).toEqual([
    { name: "Says yes", task_name: "Quality", evaluation_id: ids.says },
    { name: "Sees no", task_name: "Quality", evaluation_id: ids.sees },
  ]);
  const found = async (more: TraceFilters) =>
    (await listTraces(context, { page: 1, ...filters, verdict: undefined, ...more })).count;
  for (const { evaluation_id, count, verdicts } of evaluations) {
    expect(count).toBe(await found({ evaluation_id }));
    expect(verdicts.length).toBeGreaterThan(0);
    for (const { verdict, count: own } of verdicts) expect(own).toBe(await found({ evaluation_id, verdict }));
  }
});

test("an organization without tasks has no evaluation facet", async () => {
  const stranger = await createCaller(database.db, await createOrganization(database.db));
  await exportTraces(stranger, exportOf({ "service.name": "shop" }, [{ traceId: hexId(16), spanId: hexId(8) }]));
  expect((await listTraceFacets(stranger, {})).evaluations).toEqual([]);
});
