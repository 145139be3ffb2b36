// Traces: how fast spans come in, what they take on disk, and how long lists, filters and searches take among many.
//   npx tsx bench/traces.ts [spans] [rounds]
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { createCaller, createOrganization } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { bearer, createCredentials } from "@/lib/http/testing/api";
import { exportTraces } from "@/lib/traces/ingestion";
import { groupFilters } from "@/lib/traces/segments/group-filters";
import { ask, median } from "./client";
import { startEnvironment } from "./environment";
import { out, seconds } from "./print";
import { processorTime } from "./processes/process-tree";
import { exportOf, FAILING, SPANS_OF_A_TRACE, traceSpans } from "./traces/spans";

const spans = Number(process.argv[2] ?? 1_000_000);
const rounds = Number(process.argv[3] ?? 11);
/** Spans over HTTP, in exports as an OpenTelemetry exporter sends them. */
const SENT = Math.min(spans, 200_000);
const EXPORT = 500;
const CLIENTS = 4;
/** Spans of one export when the table is filled. */
const FILLED = 5000;

const traces = Math.ceil(spans / SPANS_OF_A_TRACE);
const STEP_MS = 2000;
const end = Date.now();
const startOf = (nth: number): number => end - (traces - nth) * STEP_MS;

function* exportsOf(from: number, to: number, size: number) {
  const step = size / SPANS_OF_A_TRACE;
  for (let nth = from; nth < to; nth += step)
    yield exportOf(
      Array.from({ length: Math.min(step, to - nth) }, (_, index) =>
        traceSpans(nth + index, startOf(nth + index)),
      ).flat(),
    );
}

/** Runs `work` for each value, a few at a time. */
async function each<T>(values: Iterable<T>, work: (value: T) => Promise<unknown>): Promise<void> {
  const left = values[Symbol.iterator]();
  const run = async () => {
    for (let next = left.next(); !next.done; next = left.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: CLIENTS }, run));
}

async function fill(context: Context, from: number): Promise<void> {
  const begun = performance.now();
  await each(exportsOf(from, traces, FILLED), (body) => exportTraces(context, body));
  const took = performance.now() - begun;
  const filled = (traces - from) * SPANS_OF_A_TRACE;
  if (filled > 0) out(`${filled} more without HTTP: ${seconds(took)} s, ${Math.round(filled / (took / 1000))} spans/s`);
}

/** What a server does while spans arrive. */
async function group(db: Database): Promise<void> {
  const begun = performance.now();
  await groupFilters(db, Number.POSITIVE_INFINITY);
  const took = performance.now() - begun;
  const [groups] = await db.execute<{ count: number }>(sql`select count(*)::int from filter_groups`);
  out(`filters put side by side: ${groups?.count} groups in ${seconds(took)} s`);
}

async function send(server: string, headers: Record<string, string>, pid: number): Promise<void> {
  const count = Math.ceil(SENT / SPANS_OF_A_TRACE);
  const { seconds: before } = await processorTime(pid);
  const begun = performance.now();
  const answers: number[] = [];
  const clientBefore = process.cpuUsage();
  await each(exportsOf(0, count, EXPORT), async (body) => {
    const start = performance.now();
    await ask("POST", `${server}/tracer/otlp/v1/traces`, headers, body);
    answers.push(performance.now() - start);
  });
  const took = performance.now() - begun;
  const used = (await processorTime(pid)).seconds - before;
  const client = process.cpuUsage(clientBefore);
  out(`client ${((client.user + client.system) / SENT).toFixed(0)} µs a span`);
  out(
    `OTLP/JSON, exports of ${EXPORT}, ${CLIENTS} clients: ${Math.round(SENT / (took / 1000))} spans/s accepted, answers ` +
      `${median(answers).toFixed(0)} ms at the median, server process ${((used * 1e6) / SENT).toFixed(0)} µs a span`,
  );
}

async function printSizes(db: Database): Promise<void> {
  const tables = ["spans", "span_segments", "filter_groups", "traces", "trace_sessions"];
  let all = 0;
  for (const table of tables) {
    const [row] = await db.execute<{ rows: number; indexes: number }>(sql`
      select pg_table_size(${table}::regclass)::float8 as rows, pg_indexes_size(${table}::regclass)::float8 as indexes`);
    if (!row) continue;
    all += row.rows + row.indexes;
    out(`${table}: ${(row.rows / spans).toFixed(0)} bytes a span, indexes ${(row.indexes / spans).toFixed(0)}`);
  }
  out(`together ${(all / spans).toFixed(0)} bytes a span`);
}

const environment = await startEnvironment();
try {
  const { db } = environment;
  const organization = await createOrganization(db);
  const context = await createCaller(db, organization, "Admin");
  const headers = bearer(await createCredentials(db, "Admin", organization));
  const server = await environment.serve("assay-server.ts");
  await send(server, headers, environment.pidOf(server));
  await fill(context, Math.ceil(SENT / SPANS_OF_A_TRACE));
  await group(db);
  await db.execute(sql`vacuum analyze`);
  await printSizes(db);

  const [project] = await db.execute<{ id: string }>(sql`select id from projects limit 1`);
  const of = `project_id=${project?.id}`;
  const middle = encodeURIComponent(new Date(startOf(traces / 2)).toISOString());
  const failing = Math.floor(traces / FAILING / 2) * FAILING;
  const reads: [name: string, path: string][] = [
    ["first page", `traces/?${of}`],
    ["first page of all projects", "traces/?"],
    ["by time, from the middle", `traces/?${of}&until=${middle}`],
    ["with an error", `traces/?${of}&has_error=true`],
    ["of a model", `traces/?${of}&model=model-3`],
    ["of a user of 10,000", `traces/?${of}&user=user-77`],
    ["of a name of 20", `traces/?${of}&name=answer%203`],
    ["slow ones", `traces/?${of}&min_latency_ms=30000`],
    ["dear ones", `traces/?${of}&min_cost_usd=0.0079`],
    ["a user's with an error", `traces/?${of}&user=user-0&has_error=true`],
    ["text: one error's word", `traces/?${of}&text=error${failing}`],
    ["text: all errors' word", `traces/?${of}&text=ECONNREFUSED`],
    ["text: a frequent word", `traces/?${of}&text=word1`],
    ["text: a rare word", `traces/?${of}&text=word19001`],
    ["text: two words", `traces/?${of}&text=word12%20word3456`],
    ["text: a word that is nowhere", `traces/?${of}&text=nowhere`],
    ["text and an error", `traces/?${of}&text=word5&has_error=true`],
    ["spans of the project", `spans/?${of}`],
    ["sessions", `sessions/?${of}`],
  ];
  for (const [name, path] of reads) {
    const times: number[] = [];
    let found = 0;
    for (let round = 0; round < rounds; round++) {
      const start = performance.now();
      found = (await ask<{ results: unknown[] }>("GET", `${server}/tracer/${path}`, headers)).results.length;
      times.push(performance.now() - start);
    }
    out(`${name}: ${median(times).toFixed(1)} ms, longest ${Math.max(...times).toFixed(0)} ms, ${found} found`);
  }
} finally {
  await environment.stop();
}
