import { and, count, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { datasetColumns, datasets, labels, queueLabels, queues, scores } from "@/db/schema";
import type { LabelRow } from "@/lib/annotation/scope/loaders";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/labels";
import { MAX_LABELS } from "@/lib/contracts/annotation/labels";
import type { LabelOrdering } from "@/lib/contracts/names";
import { assertPage, byName, hasText, orderedBy, pageRange } from "@/lib/pages";
import { presentListedLabel } from "./present-labels";

const TRACE_SOURCES = ["trace", "observation_span", "trace_session"] as const;

export const listLabels: Verb<typeof contracts.listLabels> = async ({ db, caller }, input) => {
  const { page, limit, offset } = pageRange(rangeOf(input));
  const where = and(eq(labels.organizationId, caller.organizationId), ...labelFilters(input, caller.organizationId));
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(labels).where(where),
    db
      .select()
      .from(labels)
      .where(where)
      .orderBy(...orderOf(input.ordering))
      .limit(limit)
      .offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  const usage = input.include_usage_count ? await usageOf(db, rows) : null;
  return { count: all, page, limit, results: rows.map((row) => ({ ...presentListedLabel(row), ...usage?.(row.id) })) };
};

const liveQueues = sql`(select count(*)::int from ${queueLabels} join ${queues} on ${queues.id} = ${queueLabels.queueId}
  where ${queueLabels.labelId} = ${labels.id} and ${queues.deletedAt} is null)`;

const orderOf = (ordering: LabelOrdering = "-created_at"): SQL[] =>
  orderedBy(
    {
      name: byName(labels.name),
      type: labels.type,
      queues: liveQueues,
      scores: sql`(select count(*) from ${scores} where ${scores.labelId} = ${labels.id} and ${scores.deletedAt} is null)`,
      created_at: labels.createdAt,
    },
    ordering,
    labels.id,
  );

type Filters = Parameters<Verb<typeof contracts.listLabels>>[1];

/** Published clients search labels by name without paging, so they get all of them at once. */
const rangeOf = ({ page, limit, page_size }: Filters) => ({
  page: page ?? 1,
  limit: limit ?? page_size ?? (page ? undefined : MAX_LABELS),
});

function labelFilters(input: Filters, organizationId: string): (SQL | undefined)[] {
  const liveOnly = !input.include_archived && !input.archived;
  return [
    input.archived ? isNotNull(labels.deletedAt) : undefined,
    liveOnly ? isNull(labels.deletedAt) : undefined,
    input.type && eq(labels.type, input.type),
    input.project_id && eq(labels.projectId, input.project_id),
    input.queue_id &&
      sql`${labels.id} in (select ${queueLabels.labelId} from ${queueLabels} where ${queueLabels.queueId} = ${input.queue_id})`,
    input.search ? hasText(labels.name, input.search) : undefined,
    // Categorical labels may read dataset columns. Those that read another dataset's columns are useless here.
    input.dataset &&
      sql`(${labels.type} <> 'categorical' or not exists (
        select 1 from jsonb_array_elements_text(
          case when jsonb_typeof(${labels.settings} -> 'inputs') = 'array' then ${labels.settings} -> 'inputs' else '[]' end
        ) as input(column_id)
        where not exists (
          select 1 from ${datasetColumns} join ${datasets} on ${datasets.id} = ${datasetColumns.datasetId}
          where ${datasetColumns.id}::text = input.column_id and ${datasets.id} = ${input.dataset}
            and ${datasets.organizationId} = ${organizationId})))`,
  ].map((condition) => condition || undefined);
}

async function usageOf(db: Context["db"], rows: LabelRow[]) {
  const ids = rows.map((row) => row.id);
  const [found, used] = await Promise.all([
    db
      .select({
        labelId: scores.labelId,
        all: count(),
        traces: sql<number>`count(*) filter (where ${inArray(scores.sourceType, TRACE_SOURCES)})::int`,
      })
      .from(scores)
      .where(and(inArray(scores.labelId, ids), isNull(scores.deletedAt)))
      .groupBy(scores.labelId),
    db
      .select({ labelId: queueLabels.labelId, queues: count() })
      .from(queueLabels)
      .innerJoin(queues, eq(queues.id, queueLabels.queueId))
      .where(and(inArray(queueLabels.labelId, ids), isNull(queues.deletedAt)))
      .groupBy(queueLabels.labelId),
  ]);
  const byId = new Map(found.map((usage) => [usage.labelId, usage]));
  const queuesById = new Map(used.map((usage) => [usage.labelId, usage.queues]));
  return (id: string) => ({
    annotation_count: byId.get(id)?.all ?? 0,
    trace_annotations_count: byId.get(id)?.traces ?? 0,
    queue_count: queuesById.get(id) ?? 0,
  });
}
