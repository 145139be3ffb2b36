import { and, desc, eq, sql } from "drizzle-orm";
import { spans } from "@/db/schema";
import { boundedCount } from "@/db/statistics/bounded-count";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/traces/spans";
import { assertRows, hasText, pageRange } from "@/lib/pages";
import { momentOrNull } from "./present";
import { projectInOrganization } from "./projects";

const summary = {
  span_id: spans.spanId,
  trace_id: spans.traceId,
  name: spans.name,
  observation_type: spans.observationType,
  status: spans.status,
  model: spans.model,
  started_at: spans.startedAt,
  latency_ms: spans.latencyMs,
  total_tokens: spans.totalTokens,
};

export const listSpans: Verb<typeof contracts.listSpans> = async ({ db, caller }, input) => {
  await projectInOrganization(db, caller.organizationId, input.project_id);
  const { page, limit, offset } = pageRange(input);
  const where = and(
    eq(spans.projectId, input.project_id),
    input.observation_type ? eq(spans.observationType, input.observation_type) : undefined,
    input.search ? hasText(spans.name, input.search) : undefined,
  );
  const [total, rows] = await Promise.all([
    boundedCount(db, sql`spans`, where),
    db
      .select(summary)
      .from(spans)
      .where(where)
      .orderBy(desc(spans.startedAt), desc(spans.spanId))
      .limit(limit)
      .offset(offset),
  ]);
  assertRows(page, rows);
  const results = rows.map((row) => ({ ...row, started_at: momentOrNull(row.started_at) }));
  return { ...total, page, limit, results };
};
