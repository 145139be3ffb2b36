// What spans and traces contain, as opposed to what lists sort, filter and count by. Contents are read for the few rows
// that are shown, and never in the conditions of a statement.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { param, sqlStatement } from "@/db/statement";
import { arrayText } from "@/db/text-array";
import type { SpanContents } from "./segments/contents-json";
import { readContents, type StoredContents, storedContents } from "./segments/read";

export type { SpanContents };
export type TraceContents = Pick<SpanContents, "input" | "output">;

const findSpans = sqlStatement<{ span_id: string; stored: StoredContents }>(
  () => sql`
    select span.span_id, ${storedContents(sql`span`)} as stored from spans as span
    where span.organization_id = ${param("organizationId")}::uuid and span.project_id = ${param("projectId")}::uuid
      and span.span_id = any(${param("ids")}::text[])`,
);

/** A project's spans' contents by span id, without unknown ones. */
export async function contentsOfSpans(
  db: Database,
  organizationId: string,
  projectId: string,
  spanIds: readonly string[],
): Promise<Map<string, SpanContents>> {
  if (spanIds.length === 0) return new Map();
  const rows = await findSpans(db, { organizationId, projectId, ids: arrayText(spanIds) });
  const contents = await readContents(
    db,
    organizationId,
    rows.map(({ stored }) => stored),
  );
  return new Map(rows.flatMap(({ span_id }, index) => (contents[index] ? [[span_id, contents[index]]] : [])));
}

/** Where a trace's input and output are. */
export type StoredTrace = [input: StoredContents | null, output: StoredContents | null];

const ofSpan = (trace: SQL, spanId: SQL): SQL => sql`(
  select ${storedContents(sql`span`)} from spans as span
  where span.project_id = ${trace}.project_id and span.span_id = ${trace}.${spanId})`;

/** Where the input of the trace with this alias is, as JSON. */
export const storedInput = (trace: SQL): SQL => sql`
  case when ${trace}.input_span_id is not null then ${ofSpan(trace, sql`input_span_id`)}
    else json_build_object('input', ${trace}.input) end`;
export const storedOutput = (trace: SQL): SQL => sql`
  case when ${trace}.output_span_id is not null then ${ofSpan(trace, sql`output_span_id`)}
    else json_build_object('output', ${trace}.output) end`;

/** Inputs and outputs, in the order of `stored`. */
export async function readTraceContents(
  db: Database,
  organizationId: string,
  stored: readonly StoredTrace[],
): Promise<TraceContents[]> {
  const contents = await readContents(db, organizationId, stored.flat());
  return stored.map((_, index) => ({
    input: contents[2 * index]?.input ?? null,
    output: contents[2 * index + 1]?.output ?? null,
  }));
}

const findTraces = sqlStatement<{ id: string; stored: StoredTrace }>(
  () => sql`
    select trace.id, json_build_array(${storedInput(sql`trace`)}, ${storedOutput(sql`trace`)}) as stored
    from traces as trace
    where trace.organization_id = ${param("organizationId")}::uuid and trace.id = any(${param("ids")}::uuid[])`,
);

/** Traces' inputs and outputs by the traces' own ids, without unknown ones. */
export async function contentsOfTraces(
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, TraceContents>> {
  if (ids.length === 0) return new Map();
  const rows = await findTraces(db, { organizationId, ids: arrayText(ids) });
  const contents = await readTraceContents(
    db,
    organizationId,
    rows.map(({ stored }) => stored),
  );
  return new Map(
    rows.flatMap(({ id }, index) => {
      const found = contents[index];
      return found ? [[id, found] as const] : [];
    }),
  );
}
