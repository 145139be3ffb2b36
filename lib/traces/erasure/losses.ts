import { type SQL, sql } from "drizzle-orm";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/traces/erasure";
import { sessionInOrganization } from "../one-session";
import { projectInOrganization } from "../projects";
import { traceInOrganization } from "../traces";

interface Counts extends Record<string, unknown> {
  traces: number;
  spans: number;
  queue_items: number;
  scores: number;
  copies: number;
}

export const getTracingLosses: Verb<typeof contracts.getTracingLosses> = async ({ db, caller }, input) => {
  const { organizationId } = caller;
  const chosen = await condition();
  const [counts] = await db.execute<Counts>(sql`
    with chosen as materialized (
      select id, project_id, trace_id, session_id, span_count from traces
      where organization_id = ${organizationId}::uuid and ${chosen}),
    sources as materialized (
      select 'trace' as type, id::text as id from chosen
      union all select distinct 'trace_session', session_id::text from chosen where session_id is not null
        and ${input.trace_id ? sql`false` : sql`true`}
      union all select 'observation_span', span.span_id from chosen
        join spans as span on span.project_id = chosen.project_id and span.trace_id = chosen.trace_id)
    select (select count(*)::int from chosen) as traces,
      (select coalesce(sum(span_count), 0)::int from chosen) as spans,
      (select count(*)::int from queue_items as item where item.organization_id = ${organizationId}::uuid
        and item.deleted_at is null and (item.source_type, item.source_id) in (select type, id from sources)) as queue_items,
      (select count(*)::int from scores as score where score.organization_id = ${organizationId}::uuid
        and (score.source_type, score.source_id) in (select type, id from sources)) as scores,
      (select count(*)::int from dataset_rows as row where row.organization_id = ${organizationId}::uuid
        and row.deleted_at is null and row.metadata ->> 'source_id' in (select id from sources)) as copies`);
  if (!counts) throw new Error("counting returned no row");
  return counts;

  async function condition(): Promise<SQL> {
    if (input.trace_id) return sql`id = ${(await traceInOrganization(db, organizationId, input.trace_id)).id}::uuid`;
    if (input.session_id) {
      const { session } = await sessionInOrganization(db, organizationId, input.session_id);
      return sql`session_id = ${session.id}::uuid`;
    }
    const project = await projectInOrganization(db, organizationId, input.project_id ?? "");
    return sql`project_id = ${project.id}::uuid`;
  }
};
