import { and, count, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { queueLabels, queueMembers, queues } from "@/db/schema";
import { itemCountsByQueue, itemCountsSeenBy } from "@/lib/annotation/items/counts";
import { catchUp } from "@/lib/annotation/reports/fold";
import { isAdmin } from "@/lib/auth/access";
import type { Caller, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/queues/queues";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import type { QueueOrdering, QueueRole } from "@/lib/contracts/names";
import { assertPage, byName, hasText, orderedBy, pageRange } from "@/lib/pages";
import { presentQueues } from "./present-queues";

export const listQueues: Verb<typeof contracts.listQueues> = async ({ db, caller }, input) => {
  const { page, limit, offset } = pageRange(input);
  const where = and(
    eq(queues.organizationId, caller.organizationId),
    input.archived ? isNotNull(queues.deletedAt) : isNull(queues.deletedAt),
    input.status ? eq(queues.status, input.status) : undefined,
    input.search ? hasText(queues.name, input.search) : undefined,
    input.label_id
      ? sql`exists (select 1 from ${queueLabels} where ${queueLabels.queueId} = ${queues.id}
          and ${queueLabels.labelId} = ${input.label_id})`
      : undefined,
    input.viewer_role && !isAdmin(caller.role) ? hasRole(caller, input.viewer_role) : undefined,
  );
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(queues).where(where),
    db
      .select()
      .from(queues)
      .where(where)
      .orderBy(...orderOf(input.ordering))
      .limit(limit)
      .offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  const presented = await presentQueues(db, caller, rows);
  if (!input.include_counts) return { count: all, page, limit, results: presented };
  await catchUp(db, ...presented.map(idOf));
  const isOverseen = (queue: Queue) => queue.viewer_roles.some((role) => role !== "annotator");
  const [overseen, others] = [presented.filter(isOverseen), presented.filter((queue) => !isOverseen(queue))];
  const items = new Map([
    ...(await itemCountsByQueue(db, overseen.map(idOf))),
    ...(await itemCountsSeenBy(db, others.map(idOf), caller.userId)),
  ]);
  const results = presented.map((queue) => ({
    ...queue,
    label_count: queue.labels.length,
    annotator_count: queue.annotators.length,
    item_count: items.get(queue.id)?.total ?? 0,
    completed_count: items.get(queue.id)?.completed ?? 0,
  }));
  return { count: all, page, limit, results };
};

const hasRole = ({ userId }: Caller, role: QueueRole | "any"): SQL =>
  sql`exists (select 1 from ${queueMembers} where ${queueMembers.queueId} = ${queues.id}
    and ${queueMembers.userId} = ${userId} ${role === "any" ? sql`` : sql`and ${role} = any(${queueMembers.roles})`})`;

const idOf = (queue: Queue) => queue.id;

/** Draft, active, paused, completed. */
const byStatus = sql`array_position(array['draft', 'active', 'paused', 'completed'], ${queues.status})`;
const countIn = (table: typeof queueLabels | typeof queueMembers): SQL =>
  sql`(select count(*) from ${table} where ${table.queueId} = ${queues.id})`;
/** The share of completed items; null without items. */
const byProgress = sql`(select coalesce(sum(sum) filter (where key = 'completed'), 0) / nullif(sum(sum), 0)
  from figures(${queues.id}) as counted where figure = 'items')`;

const orderOf = (ordering: QueueOrdering = "-created_at"): SQL[] =>
  orderedBy(
    {
      name: byName(queues.name),
      status: byStatus,
      progress: byProgress,
      labels: countIn(queueLabels),
      members: countIn(queueMembers),
      due_date: queues.dueDate,
      created_at: queues.createdAt,
    },
    ordering,
    queues.id,
    ["progress", "due_date"],
  );
