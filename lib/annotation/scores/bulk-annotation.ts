// Annotates many spans at once, from the application that logged them. Like values sent to /model-hub/scores/, these go
// to the default queues of the spans' projects.
import { and, asc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { labels } from "@/db/schema";
import { textArray } from "@/db/text-array";
import type { LabelRow } from "@/lib/annotation/scope/loaders";
import { placeSpans } from "@/lib/annotation/sources/source-span";
import { spelt } from "@/lib/annotation/sources/sources";
import { type SpanRecord, saveRecords } from "@/lib/annotation/work/save-records";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/bulk-annotation";
import type { GivenRecord, RecordProblem } from "@/lib/contracts/annotation/bulk-annotation";
import { inOrganization } from "@/lib/owned-rows";
import { byName } from "@/lib/pages";
import { inTransaction } from "@/lib/transaction";
import { finishScored } from "./finish-scored";
import { readAnnotation, recordProblem } from "./rules/bulk-annotation";

export const bulkAnnotate: Verb<typeof contracts.bulkAnnotate> = async (context, { records }) => {
  const { problems, ...saved } = await inTransaction(context, async (inner) => {
    const { read, problems } = await readRecords(inner, records);
    const outcome = await saveRecords(inner, read);
    return { ...outcome, problems: [...problems, ...outcome.problems] };
  });
  for (const sourceId of await waitingForLabels(context, saved.scored)) {
    await finishScored(context, context.caller.userId, { sourceType: "observation_span", sourceId });
  }
  const errors = problems.sort(byRecord);
  const warnings = saved.warnings.sort(byRecord);
  const { created, updated, notes } = saved;
  return {
    message: "Bulk annotation completed",
    ...counters(created, updated, notes, errors.length, warnings.length),
    warnings: warnings.length > 0 ? warnings : null,
    errors: errors.length > 0 ? errors : null,
  };
};

const byRecord = (left: { record_index: number }, right: { record_index: number }): number =>
  left.record_index - right.record_index;

/** The spans with an item that waits for required labels: only these can be completed by a score. */
async function waitingForLabels({ db, caller }: Context, spanIds: readonly string[]): Promise<string[]> {
  const rows = await db.execute<{ source_id: string }>(sql`
    select distinct item.source_id from queue_items as item
    join queue_labels as binding on binding.queue_id = item.queue_id and binding.required
    where item.organization_id = ${caller.organizationId} and item.source_type = 'observation_span'
      and item.source_id = any(${textArray(spanIds)}) and item.status in ('pending', 'in_progress')
      and item.deleted_at is null
    order by item.source_id`);
  return rows.map((row) => row.source_id);
}

/** In both spellings, because published clients read the second. */
function counters(created: number, updated: number, notes: number, errors: number, warnings: number) {
  const succeeded = created + updated + notes;
  return {
    annotations_created: created,
    annotations_updated: updated,
    notes_created: notes,
    succeeded_count: succeeded,
    errors_count: errors,
    warnings_count: warnings,
    annotationsCreated: created,
    annotationsUpdated: updated,
    notesCreated: notes,
    succeededCount: succeeded,
    errorsCount: errors,
    warningsCount: warnings,
  };
}

/** What can be saved, and a problem for each record and annotation that cannot. */
async function readRecords({ db, caller }: Context, records: readonly GivenRecord[]) {
  const ids = [...new Set(records.map((row) => spelt(row.observation_span_id)))];
  const spans = await placeSpans(db, caller.organizationId, ids, true);
  const projects = new Map(spans.map((span) => [span.spanId, span.projectId]));
  const known = await loadLabels(db, caller.organizationId, records);
  const problems: RecordProblem[] = [];
  const read: SpanRecord[] = [];
  const taken = new Set<string>();
  for (const [position, record] of records.entries()) {
    const spanId = spelt(record.observation_span_id);
    const projectId = projects.get(spanId);
    const at = { record_index: position + 1, span_id: spanId };
    const problem = recordProblem(record) ?? (projectId ? null : { error: `Span not found: ${spanId}` });
    if (problem || !projectId) {
      problems.push({ ...at, ...problem });
      continue;
    }
    const entries = (record.annotations ?? []).flatMap((annotation) => {
      const label = known.get(annotation.annotation_label_id.toLowerCase());
      const entry = readEntry(label, projectId, annotation, taken, spanId);
      if (!("problem" in entry)) return entry;
      problems.push({ ...at, label_id: annotation.annotation_label_id, annotation_error: entry.problem });
      return [];
    });
    read.push({ position: at, projectId, entries, notes: (record.notes ?? []).map((note) => note.text) });
  }
  return { read, problems };
}

function readEntry(
  label: LabelRow | undefined,
  projectId: string,
  annotation: NonNullable<GivenRecord["annotations"]>[number],
  taken: Set<string>,
  spanId: string,
) {
  if (!label) return { problem: `Label not found: ${annotation.annotation_label_id}` };
  if (label.projectId && label.projectId !== projectId) return { problem: `${label.name} belongs to another project.` };
  const key = `${spanId} ${label.id}`;
  if (taken.has(key)) return { problem: `${label.name} was given for this span before, in the same request.` };
  const reading = readAnnotation(label, annotation);
  if ("problem" in reading) return reading;
  taken.add(key);
  return { label, value: reading.value, notes: "", scoreSource: "human" as const };
}

async function loadLabels(db: Database, organizationId: string, records: readonly GivenRecord[]) {
  const ids = records.flatMap((record) =>
    (record.annotations ?? []).map((annotation) => annotation.annotation_label_id),
  );
  if (ids.length === 0) return new Map<string, LabelRow>();
  const rows = await db
    .select()
    .from(labels)
    .where(and(inArray(labels.id, [...new Set(ids)]), inOrganization(labels, organizationId)))
    .orderBy(labels.id)
    .for("key share");
  return new Map(rows.map((row) => [row.id, row]));
}

export const getAnnotationLabels: Verb<typeof contracts.getAnnotationLabels> = async ({ db, caller }, input) => {
  const usable = input.project_id ? or(eq(labels.projectId, input.project_id), isNull(labels.projectId)) : undefined;
  const rows = await db
    .select()
    .from(labels)
    .where(and(inOrganization(labels, caller.organizationId), usable))
    .orderBy(asc(byName(labels.name)), asc(labels.id));
  return rows.map(({ id, name, type, description, settings }) => ({ id, name, type, description, settings }));
};
