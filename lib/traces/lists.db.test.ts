// Every list of traced data runs on an index in its own order, over tables of tens of thousands of rows.
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "@/db/client";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import type { TraceFilters } from "@/lib/contracts/traces/trace-filters";
import { planFlaws } from "@/lib/testing/plans";
import { listProjects, listProjectTable } from "./projects";
import { listPrototypeRuns } from "./prototype-runs";
import { listSessions } from "./sessions";
import { listSpans } from "./spans";
import { listTraceFacets } from "./trace-facets";
import { listTraces } from "./trace-list";

const database = suiteDatabase();
const TRACES = 100_000;
let context: Context;
const ids = { project: randomUUID(), session: randomUUID(), trace: randomUUID(), evaluation: randomUUID() };

beforeAll(async () => {
  const organization = await createOrganization(database.db);
  context = await createCaller(database.db, organization);
  const owner = sql`${organization.id}::uuid`;
  const { db } = database;
  await db.execute(sql`
    insert into projects (id, organization_id, workspace_id, name)
    select case number when 1 then ${ids.project}::uuid else gen_random_uuid() end, ${owner}, ${organization.workspaceId}::uuid,
      'project ' || number from generate_series(1, 900) as number`);
  await db.execute(sql`
    insert into prototype_runs (organization_id, workspace_id, name, prompt, status)
    select ${owner}, ${organization.workspaceId}::uuid, 'run', 'prompt', 'pass' from generate_series(1, 900)`);
  await db.execute(sql`
    insert into trace_sessions (id, organization_id, project_id, session_id)
    select case number when 1 then ${ids.session}::uuid else gen_random_uuid() end, ${owner}, ${ids.project}::uuid, 's' || number
    from generate_series(1, 25000) as number`);
  await db.execute(sql`
    insert into traces (id, organization_id, project_id, trace_id, session_id, status, name, started_at, latency_ms, total_tokens,
      cost_usd, user_id, is_internal, terms)
    select case number when 1 then ${ids.trace}::uuid else gen_random_uuid() end, ${owner}, ${ids.project}::uuid,
      md5(number::text), case when number % 100 = 1 then ${ids.session}::uuid end, 'OK', 'answer',
      '2026-01-01'::timestamptz + number * interval '1 second', random() * 1000, (random() * 1000)::int, random(), 'u' || number,
      number % 2 = 0, array['name=answer', 'status=' || case when number % 500 = 0 then 'ERROR' else 'OK' end,
        'error=' || (number % 500 = 0)::text, 'user=u' || number % 1000, 'model=m' || number % 2]
    from generate_series(1, ${TRACES}) as number`);
  await db.execute(sql`
    insert into spans (organization_id, project_id, trace_id, span_id, is_entry, name, kind, observation_type, status, status_message,
      started_at, attributes, resource, events, links)
    select ${owner}, ${ids.project}::uuid, md5(number::text), left(md5('s' || number), 16), true, 'answer', 'CLIENT', 'llm', 'OK', '',
      '2026-01-01'::timestamptz + number * interval '1 second', '{}', '{}', '[]', '[]'
    from generate_series(1, 25000) as number`);
  await db.execute(sql`
    insert into eval_span_scores (organization_id, task_id, evaluation_id, project_id, span_id, trace_id, outcome, passed)
    select ${owner}, gen_random_uuid(), ${ids.evaluation}::uuid, ${ids.project}::uuid, left(md5('s' || number), 16),
      md5(number::text), case when number % 1000 = 0 then 'error' else 'scored' end,
      case when number % 1000 > 0 then number % 2 = 0 end
    from generate_series(1, ${TRACES}) as number`);
  await db.execute(sql`analyze`);
});

const filters: [name: string, filters: TraceFilters][] = [
  ["no filter", {}],
  ["internal ones too", { include_internal: true }],
  ["a project", { project_id: ids.project }],
  ["a session", { session_id: ids.session }],
  ["a common status", { status: "OK" }],
  ["a rare status", { status: "ERROR" }],
  ["an error in a project", { project_id: ids.project, has_error: true }],
  ["a common model", { model: "m1" }],
  ["a name", { name: "answer" }],
  ["a rare user", { user: "u7" }],
  ["a tag of none", { tag: "none" }],
  ["a time", { since: "2026-01-01T10:00:00Z", until: "2026-01-01T10:05:00Z" }],
  ["a rare latency", { min_latency_ms: 995 }],
  ["a common latency", { max_latency_ms: 900 }],
  ["rare tokens", { min_tokens: 100, max_tokens: 104 }],
  ["a rare cost", { min_cost_usd: 0.999 }],
  ["a part of a name", { search: "answ" }],
  ["a trace id", { search: "c4ca4238a0b923820dcc509a6f75849b" }],
  ["a common verdict", { verdict: "failed" }],
  ["a rare verdict", { verdict: "error" }],
  ["an evaluation", { evaluation_id: ids.evaluation }],
  ["annotated ones", { annotated: true }],
  ["others than annotated ones", { annotated: false }],
];

const flawsOf = (work: (context: Context) => Promise<unknown>) =>
  planFlaws(database.url, (db: Database) => work({ ...context, db }));

test.each(filters)("the list of traces with %s has a good query plan", async (_, chosen) => {
  expect(await flawsOf((at) => listTraces(at, { page: 1, limit: 50, ...chosen }))).toEqual([]);
  const next = { page: 1, limit: 50, after: ids.trace, ...chosen };
  expect(await flawsOf((at) => listTraces(at, next))).toEqual([]);
});

test("facets read only the newest traces", async () => {
  const work = (db: Database) => listTraceFacets({ ...context, db }, { has_error: false });
  // They sort the values that they have counted.
  expect(await planFlaws(database.url, work, { sorted: Number.POSITIVE_INFINITY })).toEqual([]);
});

test.each<[string, (at: Context) => Promise<unknown>]>([
  ["spans", (at) => listSpans(at, { page: 1, project_id: ids.project })],
  ["spans of a type", (at) => listSpans(at, { page: 1, project_id: ids.project, observation_type: "llm" })],
  ["sessions", (at) => listSessions(at, { page: 1 })],
  ["sessions of a project", (at) => listSessions(at, { page: 1, project_id: ids.project })],
  ["projects", (at) => listProjects(at, { page: 1 })],
  ["projects of the table", (at) => listProjectTable(at, { page_number: 0, page_size: 10 })],
  ["prototype runs", (at) => listPrototypeRuns(at, { page: 1 })],
])("%s", async (_, work) => {
  expect(await flawsOf(work)).toEqual([]);
});
