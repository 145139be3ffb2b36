// The queues in which the caller may annotate a source that is open elsewhere: in a trace, a session or a dataset.
import { and, asc, eq, getTableColumns, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "@/db/client";
import { itemNotes, queueItems, queues, scores, users } from "@/db/schema";
import { visibleTo } from "@/lib/annotation/answers/visible-scores";
import { shownTo } from "@/lib/annotation/items/review-scope";
import type { ItemRow, QueueRow } from "@/lib/annotation/scope/loaders";
import { type ScopeKind, scopeKinds } from "@/lib/annotation/scope/scopes";
import { isReviewer, seenState } from "@/lib/annotation/scope/seen-state";
import { firstFlaw } from "@/lib/annotation/sources/first-flaw";
import { findSources, type Reference, referencesOf, scopesOf, spelt } from "@/lib/annotation/sources/sources";
import { isAdmin } from "@/lib/auth/access";
import type { Caller, Context, Verb } from "@/lib/context";
import {
  askedSource,
  type queuesForSource as contract,
  type SourceQueue,
} from "@/lib/contracts/annotation/queues/default-queues";
import { invalid, invalidField, notFound } from "@/lib/errors";
import { groupBy } from "@/lib/group-by";
import { byName } from "@/lib/pages";
import { boundLabels } from "./queue-labels";

type Input = Parameters<Verb<typeof contract>>[1];

interface SourceRef extends Reference {
  notesSourceId: string | null;
}

interface Entry {
  queue: QueueRow;
  item: ItemRow | null;
}

export const queuesForSource: Verb<typeof contract> = async (context, input) => {
  const { db, caller } = context;
  const sources = await readSources(context, input);
  if (sources.length === 0) return [];
  const holding = await queuesHolding(db, caller, sources);
  const waiting = await defaultsWithout(db, caller, sources);
  return presentEntries(context, sources, [...holding, ...waiting.map((queue) => ({ queue, item: null }))]);
};

const ONE_FORM = "Give either source_type with source_id, or sources.";
const MAX_SOURCES = 100;
const sourceList = z.array(askedSource).min(1, "At least one source is required.").max(MAX_SOURCES);

/** The requested sources that the organization has. */
async function readSources({ db, caller }: Context, input: Input): Promise<SourceRef[]> {
  const wires = readWires(input);
  const references = await referencesOf(db, caller.organizationId, wires);
  const sources = references.map((reference, index) => {
    const notesSourceId = wires[index]?.span_notes_source_id;
    const ownNotes = reference.sourceType === "observation_span" ? reference.sourceId : null;
    return { ...reference, notesSourceId: notesSourceId ? spelt(notesSourceId) : ownNotes };
  });
  const spans = wires.flatMap(({ span_notes_source_id: sourceId }) =>
    sourceId ? [{ sourceType: "observation_span" as const, sourceId: spelt(sourceId) }] : [],
  );
  const exists = await findSources(db, caller.organizationId, [...sources, ...spans]);
  const unknown = spans.find((span) => !exists(span));
  if (unknown) throw notFound(`Source not found: observation_span=${unknown.sourceId}`);
  return sources.filter(exists);
}

function readWires({ source_type, source_id, sources }: Input): z.infer<typeof askedSource>[] {
  const one = source_type !== undefined || source_id !== undefined;
  if (one === (sources !== undefined)) throw invalid(ONE_FORM, { fields: { non_field_errors: [ONE_FORM] } });
  if (sources !== undefined) return readList(sources);
  if (!source_type) throw invalidField("source_type", "This field is required.");
  if (!source_id) throw invalidField("source_id", "This field is required.");
  return [{ source_type, source_id }];
}

function readList(text: string) {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw invalidField("sources", "Must be the JSON text of an array.");
  }
  const parsed = sourceList.safeParse(list);
  if (parsed.success) return parsed.data;
  throw firstFlaw("sources", parsed.error, list);
}

const pairs = (sources: readonly SourceRef[]): SQL =>
  sql`(${queueItems.sourceType}, ${queueItems.sourceId}) in (${sql.join(
    sources.map((reference) => sql`(${reference.sourceType}, ${reference.sourceId})`),
    sql`, `,
  )})`;

const seenByCaller = ({ userId, role }: Caller) => {
  const user = sql`${userId}::uuid`;
  const seesAll = isAdmin(role) ? sql`true` : isReviewer(sql`${queueItems.queueId}`, user);
  return seenState(user, sql`${queueItems}`, seesAll);
};

/** The caller's queues that have one of the sources, each once with its first item. */
async function queuesHolding(db: Database, caller: Caller, sources: readonly SourceRef[]): Promise<Entry[]> {
  const { status } = seenByCaller(caller);
  const rows = await db
    .select({ queue: queues, item: { ...getTableColumns(queueItems), status: sql<ItemRow["status"]>`${status}` } })
    .from(queueItems)
    .innerJoin(queues, eq(queues.id, queueItems.queueId))
    .where(
      and(
        eq(queueItems.organizationId, caller.organizationId),
        pairs(sources),
        inArray(status, ["pending", "in_progress", "completed"]),
        // The caller's own checks look like work here too.
        shownTo(caller.userId, sql`${queueItems}`),
        isNull(queueItems.deletedAt),
        isNull(queues.deletedAt),
        sql`(exists (select 1 from queue_members as m where m.queue_id = ${queues.id} and m.user_id = ${caller.userId})
          or (${queues.status} = 'active' and (${queues.isDefault} or ${queues.createdBy} = ${caller.userId})))`,
      ),
    )
    .orderBy(asc(byName(queues.name)), asc(queues.id), asc(queueItems.order), asc(queueItems.id));
  const byQueue = groupBy(rows, (row) => row.queue.id);
  return [...byQueue.values()].flatMap(([first]) => first ?? []);
}

/** Active default queues of the sources' scopes that have none of the sources yet. */
async function defaultsWithout(db: Database, caller: Caller, sources: readonly SourceRef[]): Promise<QueueRow[]> {
  const scopeOf = await scopesOf(db, caller.organizationId, sources);
  const scopes = groupBy(
    sources.flatMap((reference) => scopeOf(reference) ?? []),
    (scope) => scope.kind,
  );
  const conditions = [...scopes].map(
    ([kind, group]: [ScopeKind, { id: string }[]]) =>
      sql`${scopeKinds[kind].column} in ${[...new Set(group.map((scope) => scope.id))]}`,
  );
  if (conditions.length === 0) return [];
  return db
    .select()
    .from(queues)
    .where(
      and(
        eq(queues.organizationId, caller.organizationId),
        eq(queues.isDefault, true),
        eq(queues.status, "active"),
        isNull(queues.deletedAt),
        sql`(${sql.join(conditions, sql` or `)})`,
        sql`not exists (select 1 from ${queueItems} where ${queueItems.queueId} = ${queues.id}
          and ${queueItems.deletedAt} is null and ${pairs(sources)})`,
      ),
    )
    .orderBy(asc(byName(queues.name)), asc(queues.id));
}

async function presentEntries({ db, caller }: Context, sources: readonly SourceRef[], entries: readonly Entry[]) {
  if (entries.length === 0) return [];
  const itemIds = entries.flatMap(({ item }) => item?.id ?? []);
  const [labels, own, notes] = await Promise.all([
    boundLabels(
      db,
      entries.map(({ queue }) => queue.id),
    ),
    loadOwnScores(db, caller, itemIds),
    loadNotes(db, caller, itemIds),
  ]);
  return entries.map(({ queue, item }): SourceQueue => {
    const mine = own.filter((score) => score.queueItemId === item?.id);
    const ownNotes = notes.filter(({ note }) => note.itemId === item?.id);
    const source = sources.find(
      ({ sourceType, sourceId }) => sourceType === item?.sourceType && sourceId === item.sourceId,
    );
    return {
      queue: { id: queue.id, name: queue.name, instructions: queue.instructions, is_default: queue.isDefault },
      item: item && { id: item.id, status: item.status, source_type: item.sourceType, source_id: item.sourceId },
      labels: labels(queue.id),
      existing_scores: Object.fromEntries(mine.map((score) => [score.labelId, score.value])),
      existing_notes: ownNotes.find(({ note }) => note.userId === caller.userId)?.note.notes ?? "",
      existing_label_notes: Object.fromEntries(
        mine.filter((score) => score.notes !== "").map((score) => [score.labelId, score.notes]),
      ),
      span_notes: ownNotes.map(({ note, name }) => ({
        id: note.id,
        notes: note.notes,
        annotator: name,
        annotator_id: note.userId,
        created_at: note.createdAt.toISOString(),
      })),
      span_notes_source_id: (source ?? sources[0])?.notesSourceId ?? null,
    };
  });
}

const loadOwnScores = (db: Database, caller: Caller, itemIds: string[]) =>
  db
    .select()
    .from(scores)
    .where(and(inArray(scores.queueItemId, itemIds), eq(scores.annotatorId, caller.userId), isNull(scores.deletedAt)));

const loadNotes = (db: Database, caller: Caller, itemIds: string[]) =>
  db
    .select({ note: itemNotes, name: users.name })
    .from(itemNotes)
    .innerJoin(users, eq(users.id, itemNotes.userId))
    .innerJoin(queueItems, eq(queueItems.id, itemNotes.itemId))
    .where(
      and(
        inArray(itemNotes.itemId, itemIds),
        visibleTo(caller, { by: itemNotes.userId, itemId: itemNotes.itemId, queueId: queueItems.queueId }),
      ),
    )
    .orderBy(asc(itemNotes.createdAt), asc(itemNotes.id));
