import { asc, eq, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { labels, queueLabels, queueMembers, users } from "@/db/schema";
import type { QueueRow } from "@/lib/annotation/scope/loaders";
import { highestRole, orderedRoles } from "@/lib/annotation/scope/rules/queue-status";
import { isAdmin } from "@/lib/auth/access";
import type { Caller } from "@/lib/context";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import { queueRoles } from "@/lib/contracts/shapes";

/** Queues with their labels and members, in the order given. */
export async function presentQueues(db: Database, caller: Caller, rows: readonly QueueRow[]): Promise<Queue[]> {
  if (rows.length === 0) return [];
  const parts = await partsOf(db, rows);
  return rows.map((row) => presentRow(row, caller, parts));
}

type Parts = Awaited<ReturnType<typeof partsOf>>;

async function partsOf(db: Database, rows: readonly QueueRow[]) {
  const ids = rows.map((row) => row.id);
  const creatorIds = rows.map((row) => row.createdBy);
  const [bindings, members, creators] = await Promise.all([
    db
      .select({ binding: queueLabels, name: labels.name, type: labels.type })
      .from(queueLabels)
      .innerJoin(labels, eq(labels.id, queueLabels.labelId))
      .where(inArray(queueLabels.queueId, ids))
      .orderBy(asc(queueLabels.order)),
    db
      .select({ member: queueMembers, name: users.name, email: users.email })
      .from(queueMembers)
      .innerJoin(users, eq(users.id, queueMembers.userId))
      .where(inArray(queueMembers.queueId, ids))
      .orderBy(asc(queueMembers.createdAt), asc(users.name)),
    db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, creatorIds)),
  ]);
  return { bindings, members, creators };
}

function presentRow(row: QueueRow, caller: Caller, { bindings, members, creators }: Parts): Queue {
  const annotators = annotatorsOf(row, members);
  const mine = annotators.find((annotator) => annotator.user_id === caller.userId);
  const viewerRoles = isAdmin(caller.role) ? [...orderedRoles(queueRoles)] : (mine?.roles ?? []);
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    instructions: row.instructions,
    status: row.status,
    assignment_strategy: row.assignmentStrategy,
    annotations_required: row.annotationsRequired,
    reservation_timeout_minutes: row.reservationTimeoutMinutes,
    requires_review: row.requiresReview,
    auto_assign: row.autoAssign,
    gold_percent: row.goldPercent,
    repeat_percent: row.repeatPercent,
    source_layout: row.sourceLayout,
    suggestions: row.suggestions,
    due_date: row.dueDate,
    organization: row.organizationId,
    project: row.projectId,
    dataset: row.datasetId,
    agent_definition: row.agentDefinitionId,
    is_default: row.isDefault,
    labels: labelsOf(row, bindings),
    annotators,
    created_by: row.createdBy,
    created_by_name: creators.find((creator) => creator.id === row.createdBy)?.name ?? "",
    viewer_role: highestRole(viewerRoles),
    viewer_roles: viewerRoles,
    deleted: row.deletedAt !== null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

const labelsOf = ({ id }: QueueRow, bindings: Parts["bindings"]) =>
  bindings
    .filter(({ binding }) => binding.queueId === id)
    .map(({ binding, name, type }) => ({
      id: binding.id,
      label_id: binding.labelId,
      name,
      type,
      required: binding.required,
      order: binding.order,
    }));

const annotatorsOf = ({ id }: QueueRow, members: Parts["members"]) =>
  members
    .filter(({ member }) => member.queueId === id)
    .map(({ member, name, email }) => {
      const roles = orderedRoles(member.roles);
      return { id: member.id, user_id: member.userId, name, email, role: highestRole(roles) ?? "annotator", roles };
    });

export async function presentQueue(db: Database, caller: Caller, row: QueueRow): Promise<Queue> {
  const [queue] = await presentQueues(db, caller, [row]);
  if (!queue) throw new Error("presentQueues left a row out");
  return queue;
}
