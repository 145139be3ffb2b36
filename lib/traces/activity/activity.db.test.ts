import { and, eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { projects } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { wilson } from "@/lib/estimate";
import { exportTraces } from "../ingestion";
import { EXPORT_EPOCH_MS, exportOf, hexId, type TestSpan } from "../testing";
import { getProjectActivity } from "./activity";

const database = suiteDatabase();
const member = async (): Promise<Context> => createCaller(database.db, await createOrganization(database.db), "Member");
const HOUR = 3_600_000;
const timeOf = (offset: number) => new Date(EXPORT_EPOCH_MS + offset).toISOString();
let context: Context;
let project: string;

const send = async (spans: readonly TestSpan[]) => {
  await exportTraces(context, exportOf({ "service.name": "shop" }, spans));
  const [row] = await database.db
    .select()
    .from(projects)
    .where(and(eq(projects.name, "shop"), eq(projects.organizationId, context.caller.organizationId)));
  return row?.id ?? "";
};

describe("a project's traces", () => {
  const request = (hour: number, index: number): TestSpan[] => {
    const [traceId, root] = [hexId(16), hexId(8)];
    const from = hour * HOUR + index * 1000;
    const isError = index === 0;
    return [
      {
        ...{ traceId, spanId: root, name: "answer", from, to: from + 100 * (index + 1) },
        ...(isError ? { status: { code: 2, message: "no" } } : {}),
        values: { "user.id": index % 2 ? "ann" : "bob" },
      },
      {
        ...{ traceId, spanId: hexId(8), parentSpanId: root, name: "chat", from, to: from + 50 },
        values: { "gen_ai.request.model": hour === 0 ? "small" : "large", "gen_ai.usage.input_tokens": 10 },
      },
    ];
  };
  const ask = (input: Omit<Parameters<typeof getProjectActivity>[1], "project_id"> = {}) =>
    getProjectActivity(context, { project_id: project, from: timeOf(0), to: timeOf(5 * HOUR), ...input });
  beforeAll(async () => {
    context = await member();
    project = await send([
      ...Array.from({ length: 10 }, (_, index) => request(0, index)).flat(),
      ...Array.from({ length: 4 }, (_, index) => request(3, index)).flat(),
      // Has not ended.
      { traceId: hexId(16), spanId: hexId(8), name: "open", from: 3 * HOUR, to: null },
    ]);
  });

  test("are counted in total and by hour", async () => {
    const found = await ask();
    expect(found).toMatchObject({ step: "hour", is_estimated: false, sampled_traces: 15, verdicts: [], feedback: [] });
    expect(found.total).toMatchObject({ requests: 15, ended: 14, errors: 2, total_tokens: 140, cost_usd: null });
    expect(found.total).toMatchObject({ without_tokens: 1, without_cost: 15, requests_interval: null });
    expect(found.total.error_rate.value).toBeCloseTo(2 / 14);
    const busy = found.steps.filter(({ requests }) => requests > 0);
    expect(busy.map(({ requests, errors }) => [requests, errors])).toEqual([
      [10, 1],
      [5, 1],
    ]);
    // 100, 200, … 1,000 ms.
    expect(busy[0]?.latency_p50_ms).toEqual({ value: 500, interval: { low: 100, high: 1000 } });
    expect(busy[0]?.latency_p95_ms).toEqual({ value: 1000, interval: null });
    expect(found.steps.every(({ from }, index) => index === 0 || from === found.steps[index - 1]?.to)).toBe(true);
  });

  test("can be split by model, name and user", async () => {
    const split = async (by: "model" | "name" | "user") =>
      (await ask({ split: by })).groups.map(({ value, requests, errors }) => [value, requests, errors]);
    expect(await split("model")).toEqual([
      ["small", 10, 1],
      ["large", 4, 1],
    ]);
    expect(await split("name")).toEqual([
      ["answer", 14, 2],
      ["chat", 14, 2],
      ["open", 1, 0],
    ]);
    expect(await split("user")).toEqual([
      ["ann", 7, 0],
      ["bob", 7, 2],
    ]);
  });

  test.each([
    ["status", { status: "ERROR" }, 2],
    ["model", { model: "large" }, 4],
    ["name", { name: "open" }, 1],
    ["user", { user: "ann" }, 7],
    ["several", { user: "bob", model: "small", status: "ERROR" }, 1],
    ["the end of the range", { to: timeOf(3 * HOUR) }, 10],
    ["nothing that is there", { model: "unknown" }, 0],
  ] as const)("can be filtered by %s", async (_, filter, requests) => {
    expect((await ask(filter)).total.requests).toBe(requests);
  });

  test("have verdicts and feedback", async () => {
    const [trace] = await database.db.execute<{ id: string; trace_id: string; span_id: string }>(sql`
      select id, trace_id, root_span_id as span_id from traces where project_id = ${project}::uuid and name = 'answer'
      order by started_at limit 1`);
    const [label] = await database.db.execute<{ id: string }>(sql`
      insert into labels (organization_id, workspace_id, name, type, settings)
      values (${context.caller.organizationId}, ${context.caller.workspaceId}, 'Helpful', 'thumbs_up_down', '{}') returning id`);
    for (const [type, id, value] of [
      ["trace", trace?.id, "up"],
      ["observation_span", trace?.span_id, "down"],
    ])
      await database.db.execute(sql`
        insert into scores (organization_id, workspace_id, source_type, source_id, label_id, label_version, value, score_source)
        values (${context.caller.organizationId}, ${context.caller.workspaceId}, ${type}, ${id}, ${label?.id}, 1,
          ${JSON.stringify({ value })}::jsonb, 'api')`);
    // The scores are given now, and count at the time of their trace.
    expect((await ask()).feedback).toMatchObject([{ label: "Helpful", count: 2, mean: 0.5 }]);
    expect((await ask({ model: "large" })).feedback).toEqual([]);
  });

  test("have feedback whose spans of one trace belong together", async () => {
    const [label] = await database.db.execute<{ id: string }>(sql`
      insert into labels (organization_id, workspace_id, name, type, settings)
      values (${context.caller.organizationId}, ${context.caller.workspaceId}, 'Agreed', 'thumbs_up_down', '{}') returning id`);
    await database.db.execute(sql`
      insert into scores (organization_id, workspace_id, source_type, source_id, label_id, label_version, value, score_source)
      select ${context.caller.organizationId}, ${context.caller.workspaceId}, source.type, source.id, ${label?.id}, 1,
        jsonb_build_object('value', case when trace.nth % 2 = 0 then 'up' else 'down' end), 'api'
      from (select *, row_number() over (order by started_at) as nth from traces where project_id = ${project}::uuid
        and name = 'answer') as trace
      cross join lateral (values ('trace', trace.id::text), ('observation_span', trace.root_span_id)) as source(type, id)`);
    const [agreed] = (await ask()).feedback;
    // Two scores each of 14 traces, all alike: Wilson's interval of 14.
    expect(agreed).toMatchObject({ label: "Agreed", count: 28, mean: 0.5 });
    const { low, high } = wilson(0.5, 13);
    expect([agreed?.interval?.low, agreed?.interval?.high]).toEqual([expect.closeTo(low, 6), expect.closeTo(high, 6)]);
  });

  test("are visible to their organization only", async () => {
    const stranger = await member();
    const refused = getProjectActivity(stranger, { project_id: project });
    await expect(refused).rejects.toMatchObject({ kind: "notFound" });
  });
});

test("a great number of traces is estimated, within its intervals", async () => {
  context = await member();
  project = await send([{ traceId: hexId(16), spanId: hexId(8) }]);
  const count = 80_000;
  await database.db.execute(sql`
    insert into traces (organization_id, project_id, trace_id, status, name, started_at, latency_ms, total_tokens, terms)
    select ${context.caller.organizationId}, ${project}, md5(number::text),
      case when number % 10 = 0 then 'ERROR' else 'OK' end, 'many',
      ${timeOf(10 * 24 * HOUR)}::timestamptz + number * interval '10 s', number * 7919 % 1000 + 1, 7,
      array['name=many', case when number % 100 = 0 then 'model=rare' else 'model=common' end]
    from generate_series(1, ${count}) as number`);
  await database.db.execute(sql`analyze traces`);
  const whole = { project_id: project, from: timeOf(9 * 24 * HOUR), to: timeOf(20 * 24 * HOUR) };
  const found = await getProjectActivity(context, { ...whole, split: "model" });
  expect(found.is_estimated).toBe(true);
  expect(found.sampled_traces).toBeLessThan(60_000);
  const { requests, requests_interval: interval, error_rate, latency_p50_ms: p50 } = found.total;
  expect(interval?.low).toBeLessThan(count);
  expect(interval?.high).toBeGreaterThan(count);
  expect(Math.abs(requests / count - 1)).toBeLessThan(0.05);
  expect(error_rate.interval?.low).toBeLessThan(0.1);
  expect(error_rate.interval?.high).toBeGreaterThan(0.1);
  expect(p50.interval?.low).toBeLessThan(501);
  expect(p50.interval?.high).toBeGreaterThan(499);
  expect(found.groups.map(({ value }) => value)).toEqual(["common", "rare"]);
  // What is rare is counted, not estimated.
  const rare = await getProjectActivity(context, { ...whole, model: "rare" });
  expect(rare).toMatchObject({ is_estimated: false, total: { requests: count / 100 } });
});
