// Inserts a queue with the work that has been done in it, leaving every table as submitting and completing leave it.
import { randomUUID } from "node:crypto";
import { type LabelType, type QueueStatus, queueRoles } from "@/lib/contracts/shapes";
import type { Database } from "../client";
import { itemNotes, itemSeats, labels, queueItems, queueLabels, queueMembers, queues, scores } from "../schema";
import type { SeedScope } from "./seed-scope";

interface DemoLabel {
  name: string;
  type: LabelType;
  description: string;
  settings: Record<string, unknown>;
  required: boolean;
}

/** What one annotator did with one item. */
export interface DemoWork {
  userId: string;
  at: Date;
  leadSeconds: number;
  /** Label name to value in canonical form. */
  values: Record<string, Record<string, unknown>>;
  note?: string | undefined;
}

interface DemoQueue {
  name: string;
  description: string;
  instructions?: string;
  status: QueueStatus;
  annotationsRequired: number;
  labels: readonly DemoLabel[];
  annotatorIds: readonly string[];
  /** In the order of the queue. `work` is empty, or that of as many annotators as the queue requires. */
  items: readonly { rowId: string; work: readonly DemoWork[] }[];
}

interface InsertedQueue {
  queueId: string;
  /** By name. */
  labelIds: ReadonlyMap<string, string>;
}

export async function insertQueue(db: Database, scope: SeedScope, queue: DemoQueue): Promise<InsertedQueue> {
  const queueId = randomUUID();
  const { organizationId, workspaceId, ownerId: createdBy, createdAt } = scope;
  const items = queue.items.map((item, order) => ({ ...item, id: randomUUID(), order }));
  await db.insert(queues).values({
    id: queueId,
    organizationId,
    workspaceId,
    name: scope.freeName(queue.name),
    description: queue.description,
    instructions: queue.instructions ?? null,
    status: queue.status,
    annotationsRequired: queue.annotationsRequired,
    autoAssign: true,
    createdBy,
    createdAt,
    updatedAt: createdAt,
  });
  await insertMembers(db, scope, queueId, queue.annotatorIds);
  const labelIds = await insertLabels(db, scope, queueId, queue.labels);
  await db.insert(queueItems).values(
    items.map(({ id, order, rowId, work }) => ({
      ...{ id, organizationId, queueId, order, createdAt },
      sourceType: "dataset_row" as const,
      sourceId: rowId,
      openSeats: queue.annotationsRequired - work.length,
      ...stateAfter(work, createdAt),
    })),
  );
  await insertWork(db, scope, { queueId, items, labelIds });
  return { queueId, labelIds };
}

function stateAfter(work: readonly DemoWork[], createdAt: Date) {
  if (work.length === 0) return { status: "pending" as const, updatedAt: createdAt };
  const completedAt = new Date(Math.max(...work.map(({ at }) => at.getTime())));
  return { status: "completed" as const, completedAt, updatedAt: completedAt };
}

async function insertMembers(db: Database, scope: SeedScope, queueId: string, annotatorIds: readonly string[]) {
  const { ownerId, createdAt } = scope;
  const annotators = annotatorIds.map((userId) => ({ queueId, userId, roles: ["annotator"], createdAt }));
  await db
    .insert(queueMembers)
    .values([{ queueId, userId: ownerId, roles: [...queueRoles], createdAt }, ...annotators]);
}

/** Ids by label name. */
async function insertLabels(db: Database, scope: SeedScope, queueId: string, demoLabels: readonly DemoLabel[]) {
  const { organizationId, workspaceId, ownerId: createdBy, createdAt } = scope;
  const rows = demoLabels.map(({ required, name, ...label }, order) => ({
    label: {
      ...label,
      ...{ id: randomUUID(), organizationId, workspaceId, createdBy, createdAt, updatedAt: createdAt },
      name: scope.freeName(name),
    },
    name,
    required,
    order,
  }));
  await db.insert(labels).values(rows.map(({ label }) => label));
  await db
    .insert(queueLabels)
    .values(rows.map(({ label, required, order }) => ({ queueId, labelId: label.id, required, order, createdAt })));
  return new Map(rows.map(({ name, label }) => [name, label.id]));
}

interface Annotated {
  queueId: string;
  items: readonly { id: string; rowId: string; work: readonly DemoWork[] }[];
  labelIds: ReadonlyMap<string, string>;
}

async function insertWork(db: Database, scope: SeedScope, { queueId, items, labelIds }: Annotated): Promise<void> {
  const { organizationId, workspaceId } = scope;
  const done = items.flatMap(({ id: itemId, rowId, work }) => work.map((one) => ({ ...one, itemId, rowId })));
  const seats = done.map(({ itemId, userId, at, leadSeconds }) => ({
    ...{ itemId, userId, queueId, completedAt: at, updatedAt: at },
    state: "completed" as const,
    reservedAt: new Date(at.getTime() - leadSeconds * 1000),
    activeAt: at,
    workMs: leadSeconds * 1000,
  }));
  const scoreRows = done.flatMap(({ itemId, rowId, userId, at, values }) =>
    Object.entries(values).flatMap(([name, value]) => {
      const labelId = labelIds.get(name);
      if (!labelId) return [];
      const source = { sourceType: "dataset_row" as const, sourceId: rowId, queueItemId: itemId, queueId };
      const times = { createdAt: at, updatedAt: at };
      return { organizationId, workspaceId, ...source, labelId, labelVersion: 1, annotatorId: userId, value, ...times };
    }),
  );
  const notes = done.flatMap(({ itemId, userId, at, note }) =>
    note ? { itemId, userId, notes: note, createdAt: at, updatedAt: at } : [],
  );
  await db.insert(itemSeats).values(seats);
  await db.insert(scores).values(scoreRows);
  if (notes.length > 0) await db.insert(itemNotes).values(notes);
}
