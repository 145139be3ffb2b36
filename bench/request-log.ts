// Pages and searches in a long request log with its spans, and the cost of its inverted index for writes.
//   npx tsx bench/request-log.ts [requests] [rounds]
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { createCaller, createOrganization } from "@/db/testing/factories";
import { storeRequests } from "@/lib/gateway-admin/requests/store-requests";
import { bearer, createCredentials } from "@/lib/http/testing/api";
import { createProject } from "@/lib/traces/projects";
import { type InProject, type NewSegment, newSegment, segmented } from "@/lib/traces/segments/build";
import type { Line } from "@/lib/traces/segments/lines";
import { ask, median } from "./client";
import { startEnvironment } from "./environment";
import { out } from "./print";

const requests = Number(process.argv[2] ?? 1_000_000);
const rounds = Number(process.argv[3] ?? 21);
const CHUNK = 50_000;
const WRITTEN = 10_000;
const BATCH = 500;

/** Spans of a segment. */
const LINES = 40;

const traceIdOf = (organizationId: string, number: string) => sql`md5(${organizationId} || ${sql.raw(number)}::text)`;
const spanIdOf = (number: string) => sql`left(md5(${sql.raw(number)}::text), 16)`;

const uuidOf = (prefix: string, number: string) =>
  sql.raw(`('${prefix}-0000-4000-8000-' || lpad((${number})::text, 12, '0'))`);

/** 200 keys, 10,000 users, 12 models, one request in fifty refused. */
async function fill(db: Database, organizationId: string, count: number): Promise<void> {
  for (let start = 1; start <= count; start += CHUNK) {
    await db.execute(sql`
      insert into gateway_requests (organization_id, key_id, request_id, operation, requested_model, provider, model, end_user,
        status, code, started_at, latency_ms, is_stream, input_tokens, output_tokens, cost_micros, trace_id, span_id, terms)
      select ${organizationId}, key::uuid, 'req_' || md5(made.nth::text), 'chat', model, 'acme', model, person, status, code,
        now() - (${count} - made.nth) * interval '2 seconds', latency, made.nth % 2 = 0, 200, 300, cost,
        ${traceIdOf(organizationId, "made.nth")}, ${spanIdOf("made.nth")},
        array_to_tsvector(array_remove(array['key=' || key, 'user=' || person, 'model=' || model, 'model=acme/' || model,
          'provider=acme', 'operation=chat', 'status=' || status, 'code=' || code,
          case when code is not null then 'failed=true' end,
          case when latency >= 1000 then 'latencye=3' end, case when latency >= 10000 then 'latencye=4' end,
          case when cost >= 1000 then 'coste=3' end, case when cost >= 10000 then 'coste=4' end], null))
      from (
        select nth, ${uuidOf("00000000", "nth % 200")} as key, 'user-' || nth * 7919 % 10000 as person,
          'model-' || nth % 12 as model, case when nth % 50 = 0 then 429 else 200 end as status,
          case when nth % 50 = 0 then 'rate_limit_exceeded' end as code,
          case when nth % 5000 = 0 then 45000 else 300 + (nth % 900)::int end as latency, (nth % 4000)::int as cost
        from generate_series(${start}::bigint, ${Math.min(start + CHUNK - 1, count)}::bigint) as nth
      ) as made`);
  }
}

/** The spans of `fill`, with forty words each of some 20,000, few of which are frequent. */
async function fillSpans(db: Database, owner: InProject, count: number): Promise<void> {
  for (let start = 1; start <= count; start += CHUNK) {
    const end = Math.min(start + CHUNK - 1, count);
    const segments: NewSegment[] = [];
    for (let first = start; first <= end; first += LINES)
      for (const part of segmented(linesOf(owner, Math.min(LINES, end - first + 1))))
        segments.push(await newSegment(part));
    const [stored] = await db.execute<{ first: string }>(sql`
      with stored as (
        insert into span_segments (organization_id, project_id, lines, filter, created_at)
        select (segment ->> 0)::uuid, (segment ->> 1)::uuid, decode(segment ->> 2, 'base64'), decode(segment ->> 3, 'base64'),
          now() - (${count - start + 1} - nth * ${LINES}::int) * interval '2 seconds'
        from jsonb_array_elements(${JSON.stringify(segments)}::jsonb) with ordinality as made (segment, nth) returning id)
      select min(id)::text as first from stored`);
    const made = sql`generate_series(${start}::bigint, ${end}::bigint) as nth`;
    const [traceId, startedAt] = [
      traceIdOf(owner.organizationId, "nth"),
      sql`now() - (${count} - nth) * interval '2 seconds'`,
    ];
    await db.execute(sql`
      insert into spans (organization_id, project_id, trace_id, span_id, is_entry, name, kind, observation_type, status,
        status_message, started_at, segment_id, segment_line)
      select ${owner.organizationId}::uuid, ${owner.projectId}::uuid, ${traceId}, ${spanIdOf("nth")}, true, 'chat', 'CLIENT', 'llm',
        'OK', '', ${startedAt}, ${stored?.first}::bigint + (nth - ${start}) / ${LINES}::int, (nth - ${start}) % ${LINES}::int from ${made}`);
    await db.execute(sql`
      insert into traces (organization_id, project_id, trace_id, started_at)
      select ${owner.organizationId}::uuid, ${owner.projectId}::uuid, ${traceId}, ${startedAt} from ${made}`);
  }
}

const linesOf = (owner: InProject, count: number): (InProject & Line)[] =>
  Array.from({ length: count }, () => ({ ...owner, json: JSON.stringify({ input: wordsOf(40) }), label: "chat" }));

const termsIndex = sql`create index gateway_requests_terms on gateway_requests using gin (terms)`;

/** Milliseconds a request, in batches as the recorder writes them. */
async function writing(db: Database, organizationId: string): Promise<number> {
  const start = performance.now();
  for (let written = 0; written < WRITTEN; written += BATCH) {
    const batch = Array.from({ length: BATCH }, (_, index) => recordOf(organizationId, written + index));
    await storeRequests(db, batch);
  }
  return (performance.now() - start) / WRITTEN;
}

const wordsOf = (count: number) =>
  Array.from({ length: count }, () => `word${Math.floor(Math.random() ** 3 * 20_000)}`).join(" ");

const recordOf = (organizationId: string, nth: number) => ({
  request: {
    id: randomUUID(),
    organizationId,
    keyId: `00000000-0000-4000-8000-${String(nth % 200).padStart(12, "0")}`,
    requestId: `req_${randomUUID()}`,
    operation: "chat" as const,
    requestedModel: `model-${nth % 12}`,
    provider: "acme",
    model: `model-${nth % 12}`,
    user: `user-${nth % 10_000}`,
    session: null,
    status: 200,
    code: null,
    message: null,
    startedAt: Date.now(),
    latencyMs: 500,
    firstChunkMs: null,
    isStream: false,
    inputTokens: 200,
    outputTokens: 300,
    costMicros: 1200,
    cache: null,
    guardrails: [],
    attempts: [],
    userAgent: "bench",
    traceId: null,
    spanId: null,
  },
  span: null,
});

const ADMIN_TOKEN = "the-benchmark-s-token-long-enough";
const environment = await startEnvironment();
try {
  const { db } = environment;
  const organization = await createOrganization(db);
  const other = await createOrganization(db, "Other");
  const reader = await createCredentials(db, "Admin", organization);
  const begun = performance.now();
  const { id: projectId } = await createProject(await createCaller(db, organization, "Owner"), { name: "Gateway" });
  // One index for all rows at once takes a fraction of the time.
  await db.execute(sql`drop index gateway_requests_terms`);
  await fill(db, other.id, Math.ceil(requests / 10));
  await fill(db, organization.id, requests);
  await db.execute(termsIndex);
  await fillSpans(db, { organizationId: organization.id, projectId }, requests);
  await db.execute(sql`vacuum analyze`);
  const [size] = await db.execute<{ heap: string; indexes: string }>(sql`
    select pg_size_pretty(pg_table_size('gateway_requests')) as heap,
      pg_size_pretty(pg_indexes_size('gateway_requests')) as indexes`);
  out(
    `${requests} requests, and a tenth of it of others: ${size?.heap}, indexes ${size?.indexes}; ${((performance.now() - begun) / 1000).toFixed(0)} s`,
  );

  const server = await environment.serve("assay-server.ts", { ADMIN_TOKEN });
  type Answer = { data: { id: string; started_at: string }[]; is_cut: boolean };
  const read = (query: string, headers: Record<string, string> = bearer(reader)) =>
    ask<Answer>("GET", `${server}/-/requests?${query}`, headers);
  const middle = new Date(Date.now() - requests * 1000).toISOString();
  const deep = (await read(`to=${encodeURIComponent(middle)}`)).data.at(-1)?.id ?? "";
  const operator = { authorization: `Bearer ${ADMIN_TOKEN}` };
  const searches: [name: string, query: string, headers?: Record<string, string>][] = [
    ["first page", ""],
    ["a page in the middle", `after=${deep}`],
    ["first page of the operator", "", operator],
    ["failed", "failed=true"],
    ["a status and a model", "status=429&model=model-2"],
    ["a key of 200", "key_id=00000000-0000-4000-8000-000000000007"],
    ["a user of 10,000", "user=user-77"],
    ["a user, failed", "user=user-50&failed=true"],
    ["a request's id", "request_id=req_c4ca4238a0b923820dcc509a6f75849b"],
    ["a frequent word", "search=word1"],
    ["a rare word", "search=word19001"],
    ["the beginning of a word", "search=word1900"],
    ["two words", "search=word12+word3456"],
    ["a rare word and a letter", "search=word19001+w"],
    ["a frequent word and a letter", "search=word1+w"],
    ["a frequent word, from the middle", `search=word1&after=${deep}`],
    ["a frequent word of the operator", "search=word1", operator],
    ["a word that is nowhere", "search=nowhere"],
    ["slow ones", "min_latency_ms=30000"],
    ["dear ones, which are none", "min_cost_micros=1000000"],
    ["a user and a word", "user=user-77&search=word5"],
    [
      "an hour half-way, failed",
      `failed=true&from=${encodeURIComponent(middle)}&to=${encodeURIComponent(new Date(Date.parse(middle) + 3_600_000).toISOString())}`,
    ],
  ];
  const medians: number[] = [];
  for (const [name, query, headers] of searches) {
    const times: number[] = [];
    let found = "";
    for (let round = 0; round < rounds; round++) {
      const start = performance.now();
      const { data, is_cut } = await read(query, headers);
      found = `${data.length}${is_cut ? " or more" : ""}`;
      times.push(performance.now() - start);
    }
    medians.push(median(times));
    out(`${name}: ${median(times).toFixed(1)} ms, longest ${Math.max(...times).toFixed(0)} ms, ${found} found`);
  }
  out(
    `median of all searches: ${median(medians).toFixed(1)} ms; slowest search's median ${Math.max(...medians).toFixed(1)} ms`,
  );

  const withIndex = await writing(db, organization.id);
  await db.execute(sql`drop index gateway_requests_terms`);
  const without = await writing(db, organization.id);
  out(
    `writing: ${(withIndex * 1000).toFixed(0)} µs a request, ${(without * 1000).toFixed(0)} without the inverted index`,
  );
} finally {
  await environment.stop();
}
