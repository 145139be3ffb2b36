// Deletes traces with everything that refers to them, also what people and evaluations answered about them.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { hashOf } from "@/db/schema/hashed-text";
import { arrayText, textArray } from "@/db/text-array";
import { eraseContents, segmentsOfSpan } from "../segments/erase";

interface Erased extends Record<string, unknown> {
  id: string;
  project_id: string;
  trace_id: string;
  session_id: string | null;
}

/** About how many traces a transaction erases. */
export const ERASED_AT_ONCE = 100;

/** Returns how many traces it has erased. Spans that arrive meanwhile wait, and begin their trace again. */
export async function eraseTraces(tx: Database, organizationId: string, chosen: SQL): Promise<number> {
  const traces = await tx.execute<Erased>(sql`
    select id::text, project_id::text, trace_id, session_id::text from traces as trace
    where organization_id = ${organizationId}::uuid and ${chosen} order by id limit ${ERASED_AT_ONCE} for update`);
  if (traces.length === 0) return 0;
  const spans = await tx.execute<{ span_id: string }>(sql`
    select span_id from spans where (project_id, trace_id) in (${pairsOf(traces)}) for update`);
  const spanIds = spans.map(({ span_id }) => span_id);
  await eraseReferences(tx, organizationId, [
    ...traces.map(({ id }): Source => ["trace", id]),
    ...spanIds.map((id): Source => ["observation_span", id]),
  ]);
  await eraseEvaluations(tx, traces);
  await eraseNotes(tx, traces, spanIds);
  const traceIds = textArray(traces.map(({ trace_id }) => trace_id));
  await tx.execute(sql`
    delete from gateway_requests where organization_id = ${organizationId}::uuid and trace_id = any(${traceIds})
      and ${hashOf(sql`trace_id`)} in (select ${hashOf(sql`erased`)} from unnest(${traceIds}) as erased)`);
  const segments = await tx.execute<{ id: string }>(sql`
    with erased as (
      delete from spans where (project_id, trace_id) in (${pairsOf(traces)}) returning segment_id, earlier_segment_ids)
    select distinct id::text from erased cross join ${segmentsOfSpan} as segment (id) where id is not null`);
  await tx.execute(sql`delete from traces where id = any(${textArray(traces.map(({ id }) => id))}::uuid[])`);
  await eraseContents(
    tx,
    segments.map(({ id }) => id),
  );
  await eraseEmptySessions(tx, organizationId, [...new Set(traces.flatMap(({ session_id }) => session_id ?? []))]);
  return traces.length;
}

type Source = readonly [type: string, id: string];

const pairsOf = (traces: readonly Erased[]): SQL => sql`
  select project_id::uuid, trace_id from jsonb_to_recordset(${JSON.stringify(traces)}::jsonb)
    as erased (project_id text, trace_id text)`;

/** Items in queues with their answers, scores, and files of exports that have them. */
async function eraseReferences(tx: Database, organizationId: string, sources: readonly Source[]): Promise<void> {
  const named = sql`(source_type, source_id) in (
    select source ->> 0, source ->> 1 from jsonb_array_elements(${JSON.stringify(sources)}::jsonb) as source)`;
  const own = sql`organization_id = ${organizationId}::uuid and ${named}`;
  // Queues before their items, as everywhere: a change of a queue's settings needs all its items.
  await tx.execute(sql`
    select 1 from queues where id in (select queue_id from queue_items where ${own}) order by id for no key update`);
  await tx.execute(sql`delete from scores where ${own}`);
  const queues = await tx.execute<{ id: string }>(sql`
    with erased as (delete from queue_items where ${own} returning queue_id)
    select distinct queue_id::text as id from erased`);
  if (queues.length === 0) return;
  const theirs = sql`queue_id = any(${textArray(queues.map(({ id }) => id))}::uuid[])`;
  await tx.execute(sql`
    delete from queue_export_parts where export_id in (select id from queue_exports where ${theirs})`);
  await tx.execute(sql`update queue_exports set status = 'expired' where ${theirs} and status = 'completed'`);
}

async function eraseEvaluations(tx: Database, traces: readonly Erased[]): Promise<void> {
  const logs = await tx.execute<{ id: string }>(sql`
    with erased as (
      delete from eval_span_scores where (project_id, trace_id) in (${pairsOf(traces)}) returning log_id)
    select distinct log_id::text as id from erased where log_id is not null`);
  if (logs.length === 0) return;
  const theirs = sql`any(${textArray(logs.map(({ id }) => id))}::uuid[])`;
  await tx.execute(sql`delete from eval_feedback where log_id = ${theirs}`);
  await tx.execute(sql`delete from eval_logs where id = ${theirs}`);
}

async function eraseNotes(tx: Database, traces: readonly Erased[], spanIds: readonly string[]): Promise<void> {
  const projects = sql`any(${textArray([...new Set(traces.map(({ project_id }) => project_id))])}::uuid[])`;
  const spans = sql`any(${arrayText([...spanIds])}::text[])`;
  await tx.execute(sql`delete from span_notes where project_id = ${projects} and span_id = ${spans}`);
  await tx.execute(sql`delete from span_marks where project_id = ${projects} and span_id = ${spans}`);
  const targets = sql`any(${arrayText([...spanIds, ...traces.map(({ trace_id }) => trace_id)])}::text[])`;
  await tx.execute(sql`delete from feedback where project_id = ${projects} and target_id = ${targets}`);
}

async function eraseEmptySessions(tx: Database, organizationId: string, ids: readonly string[]): Promise<void> {
  const empty = await tx.execute<{ id: string }>(sql`
    select id::text from trace_sessions as session where id = any(${textArray([...ids])}::uuid[])
      and not exists (select from traces as trace where trace.session_id = session.id) for update`);
  if (empty.length === 0) return;
  await eraseReferences(
    tx,
    organizationId,
    empty.map(({ id }): Source => ["trace_session", id]),
  );
  await tx.execute(sql`
    delete from feedback using trace_sessions as session
    where session.id = any(${textArray(empty.map(({ id }) => id))}::uuid[])
      and feedback.project_id = session.project_id and feedback.target_id = session.session_id`);
  await tx.execute(sql`delete from trace_sessions where id = any(${textArray(empty.map(({ id }) => id))}::uuid[])`);
}
