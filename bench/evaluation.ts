// The table of a template's runs: pages, filters, sorts and facets, over few runs and over many.
//   npx tsx bench/evaluation.ts [runs] [few] [rounds]
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { createCaller, createOrganization } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { createTestTemplate } from "@/lib/evaluation/testing";
import { bearer, createCredentials } from "@/lib/http/testing/api";
import { ask, median } from "./client";
import { startEnvironment } from "./environment";
import { out } from "./print";

const runs = Number(process.argv[2] ?? 1_000_000);
const few = Number(process.argv[3] ?? 10_000);
const rounds = Number(process.argv[4] ?? 21);
const CHUNK = 50_000;

/** Scores of a thousand steps, three in four pass; inputs of some 300 characters; one run in a hundred failed. */
async function fill(db: Database, { caller }: Context, templateId: string, count: number): Promise<void> {
  for (let start = 1; start <= count; start += CHUNK) {
    await db.execute(sql`
      insert into eval_logs (organization_id, workspace_id, template_id, version_number, source, status, outcome, mapping,
        output, score, passed, reason, model, fingerprint, execution_ms, created_at)
      select ${caller.organizationId}::uuid, ${caller.workspaceId}::uuid, ${templateId}::uuid, 1,
        case when nth % 3 = 0 then 'sdk' else 'eval_playground' end,
        case when nth % 100 = 0 then 'error' else 'success' end, case when nth % 100 = 0 then 'error' else 'scored' end,
        jsonb_build_object('input', 'question ' || nth * 7919 % 100003, 'output', repeat(md5(nth::text) || ' ', 8)),
        to_jsonb(score), score, score >= 0.25, 'As it should be.', 'acme/model-' || nth % 5, 'f', 20,
        now() - (${count} - nth) * interval '1 second'
      from (select nth, case when nth % 100 = 0 then null else nth * 7919 % 1001 / 1000.0 end as score
        from generate_series(${start}::bigint, ${Math.min(start + CHUNK - 1, count)}::bigint) as nth) as made`);
  }
}

const filter = (column_id: string, filter_type: string, filter_op: string, filter_value: unknown) => ({
  filters: [{ column_id, filter_config: { filter_type, filter_op, filter_value } }],
});
const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
const requests: [name: string, body: object][] = [
  ["first page", {}],
  ["a page in the middle of 10,000", { current_page_index: 500 }],
  ["a source", { source: "eval_playground" }],
  ["passed", filter("scored", "boolean", "equals", true)],
  ["scores above 99 %", filter("scored", "number", "greater_than", 99)],
  ["one score in a thousand", filter("scored", "number", "equals", 42.3)],
  ["runs of the last hour", filter("Created At", "datetime", "greater_than", hourAgo)],
  ["an id that is nowhere", filter("Evaluation ID", "text", "equals", "00000000-0000-4000-8000-000000000000")],
  ["a text that holds a frequent word", filter("input", "text", "contains", "question 1")],
  ["a text that holds a rare word", filter("input", "text", "contains", "question 1234")],
  ["best first", { sort: [{ column_id: "scored", type: "descending" }] }],
  ["worst first", { sort: [{ column_id: "scored", type: "ascending" }] }],
  ["oldest first", { sort: [{ column_id: "Created At", type: "ascending" }] }],
  ["with facets", { facets: true }],
  ["passed, with facets", { ...filter("scored", "boolean", "equals", true), facets: true }],
  ["a text that is nowhere", filter("input", "text", "contains", "nowhere")],
  ["by an input's text", { sort: [{ column_id: "input", type: "ascending" }] }],
];

const environment = await startEnvironment();
try {
  const { db } = environment;
  const organization = await createOrganization(db);
  const context = await createCaller(db, organization);
  const reader = await createCredentials(db, "Admin", organization);
  const change = { output: "score" as const, required_keys: ["input", "output"] };
  const begun = performance.now();
  const [many, some] = [await createTestTemplate(context, change, "scored"), await createTestTemplate(context, change)];
  await fill(db, context, many, runs);
  await fill(db, context, some, few);
  await db.execute(sql`vacuum analyze eval_logs`);
  const [size] = await db.execute<{ heap: string; indexes: string }>(sql`
    select pg_size_pretty(pg_table_size('eval_logs')) as heap, pg_size_pretty(pg_indexes_size('eval_logs')) as indexes`);
  out(
    `${runs} runs, and ${few}: ${size?.heap}, indexes ${size?.indexes}; ${((performance.now() - begun) / 1000).toFixed(0)} s`,
  );

  const server = await environment.serve("assay-server.ts");
  type Answer = { result: { table: unknown[]; metadata: { total_rows: number; is_estimated: boolean } } };
  const read = (id: string, body: object) =>
    ask<Answer>("POST", `${server}/model-hub/get-eval-logs-details/`, bearer(reader), {
      eval_template_id: id,
      ...body,
    });
  const timed = async (id: string, body: object) => {
    const times: number[] = [];
    let answer = await read(id, body);
    for (let round = 0; round < rounds; round++) {
      const start = performance.now();
      answer = await read(id, body);
      times.push(performance.now() - start);
    }
    return { middle: median(times), longest: Math.max(...times), metadata: answer.result.metadata };
  };
  for (const [name, body] of requests) {
    const short = await timed(some, JSON.parse(JSON.stringify(body).replaceAll('"scored"', '"column4"')));
    const long = await timed(many, body);
    const { total_rows: total, is_estimated: isEstimated } = long.metadata;
    out(
      `${name}: ${long.middle.toFixed(1)} ms, longest ${long.longest.toFixed(0)} ms, ${(long.middle / short.middle).toFixed(2)} of the few's; ${isEstimated ? "about " : ""}${total} found`,
    );
  }
} finally {
  await environment.stop();
}
