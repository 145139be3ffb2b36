// Traces as queue sources, by the ids of their rows. They are also found by OpenTelemetry ids. If traces of two
// projects share one, the one that arrived first counts.
import { and, asc, eq, inArray, not, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { traces } from "@/db/schema";
import { boundedCount } from "@/db/statistics/bounded-count";
import { wireTime } from "@/db/wire-time";
import type { Selection } from "@/lib/contracts/annotation/selection";
import { idsByTraceId } from "@/lib/traces/choice/named-traces";
import { storedInput, storedOutput } from "@/lib/traces/contents";
import { storedContents } from "@/lib/traces/segments/read";
import { matchingTraces } from "@/lib/traces/trace-conditions";
import { guidOf, isGuid, isTraceId, type Source, type SourcePlace } from "./source";
import { type FilterColumns, filterConditions } from "./source-filter";
import { fillPreview, metadataIn, projectOf } from "./source-traced";
import { hasAny, verdictsJson } from "./verdicts";

const MAX_VERDICTS = 1000;

const inOrganization = (organizationId: string, ids: string[]) =>
  and(inArray(traces.id, ids.filter(isGuid)), eq(traces.organizationId, organizationId));

const statusColumns = { id: traces.id, projectId: traces.projectId, status: traces.status };

/** The ids and scope of traces, without contents, for lookups of thousands at once. */
function placeTraces(db: Database, organizationId: string, ids: string[], isHeld = false) {
  const found = db.select(statusColumns).from(traces).where(inOrganization(organizationId, ids));
  return isHeld ? found.for("key share") : found;
}

const at = (source: SourcePlace): SQL =>
  sql`where trace.id = ${guidOf(source)} and trace.organization_id = ${source.organizationId}`;

const columns: FilterColumns = {
  name: { column: traces.name, kind: "text" },
  status: { column: traces.status, kind: "text" },
  latency_ms: { column: traces.latencyMs, kind: "number" },
  total_tokens: { column: traces.totalTokens, kind: "number" },
  cost: { column: traces.costUsd, kind: "number" },
  start_time: { column: traces.startedAt, kind: "time" },
};

export const trace: Source = {
  idsByName: (db, organizationId, names) => idsByTraceId(db, organizationId, names.filter(isTraceId)),

  async existing(db, organizationId, ids, isHeld) {
    const rows = await placeTraces(db, organizationId, ids, isHeld);
    return new Set(rows.map((row) => row.id));
  },

  async unfinished(db, organizationId, ids) {
    const rows = await placeTraces(db, organizationId, ids);
    return new Set(rows.flatMap((row) => (row.status === "UNSET" ? row.id : [])));
  },
  underWay: "Its root span has not ended.",

  preview: (source) => sql`(
    select json_build_object('type', 'trace', 'name', trace.name, 'project_id', trace.project_id,
      'latency_ms', trace.latency_ms, 'response_time_ms', trace.latency_ms,
      'stored', json_build_array(${storedInput(sql`trace`)}, ${storedOutput(sql`trace`)}))
    from traces as trace ${at(source)})`,

  finishPreview: (preview, [input, output]) => fillPreview(preview, input?.input, output?.output),

  content: (source) => sql`(
    select json_build_object('type', 'trace', 'source_id', trace.id, 'trace_id', trace.trace_id, 'name', trace.name,
      'project_id', trace.project_id, 'project_source', project.name, 'session_id', session.session_id,
      'status', trace.status, 'stored', json_build_array(${storedInput(sql`trace`)}, ${storedOutput(sql`trace`)},
        ${storedContents(sql`root`)}), 'model', root.model,
      'provider', root.provider, 'tokens', trace.total_tokens, 'cost', trace.cost_usd, 'latency_ms', trace.latency_ms,
      'response_time_ms', trace.latency_ms, 'start_time', ${wireTime("trace.started_at")},
      'end_time', ${wireTime("trace.ended_at")}, 'span_count', trace.span_count)
    from traces as trace join projects as project on project.id = trace.project_id
    left join trace_sessions as session on session.id = trace.session_id
    left join spans as root on root.project_id = trace.project_id and root.span_id = trace.root_span_id
    ${at(source)})`,

  evals: (source) =>
    verdictsJson(
      hasAny("eval_tasks", source),
      "verdict.scored_at",
      sql`(select trace.project_id, trace.trace_id from traces as trace ${at(source)}) as trace
        cross join lateral (select * from eval_span_scores as score
          where score.project_id = trace.project_id and score.trace_id = trace.trace_id
          limit ${sql.raw(String(MAX_VERDICTS))}) as verdict
        join eval_task_evaluations as evaluation on evaluation.id = verdict.evaluation_id`,
      sql`true`,
    ),

  finish(content, [input, output, root]) {
    const { attributes = {}, resource = {} } = root ?? {};
    Object.assign(content, {
      input: input?.input ?? null,
      output: output?.output ?? null,
      attributes,
      resource,
      metadata: metadataIn(attributes),
    });
  },

  async scopes(db, organizationId, ids) {
    const rows = await placeTraces(db, organizationId, ids);
    return new Map(rows.map((row) => [row.id, { kind: "project", id: row.projectId }]));
  },

  async select(db, organizationId, selection, limit) {
    const where = await selectedTraces(db, organizationId, selection);
    const { count: total } = await boundedCount(db, sql`traces`, where);
    const rows = await db
      .select({ id: traces.id })
      .from(traces)
      .where(where)
      .orderBy(asc(traces.startedAt), asc(traces.id))
      .limit(limit);
    return { ids: rows.map((row) => row.id), total };
  },
};

async function selectedTraces(db: Database, organizationId: string, selection: Selection) {
  const excluded = selection.exclude_ids.filter(isGuid);
  const excludedByName = selection.exclude_ids.filter(isTraceId).map((name) => name.toLowerCase());
  return and(
    selection.trace_filters
      ? await matchingTraces(db, organizationId, selection.trace_filters)
      : eq(traces.projectId, await projectOf(db, organizationId, selection)),
    excluded.length > 0 ? not(inArray(traces.id, excluded)) : undefined,
    excludedByName.length > 0 ? not(inArray(traces.traceId, excludedByName)) : undefined,
    ...filterConditions(columns, selection.filter),
  );
}
