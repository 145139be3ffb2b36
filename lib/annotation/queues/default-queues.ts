// Default queues: each project, dataset and agent definition has one. It collects annotations of its sources outside
// other queues. Everybody who uses one becomes its member, with every role.
import { and, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { queueMembers, queues } from "@/db/schema";
import type { QueueRow } from "@/lib/annotation/scope/loaders";
import { type Scope, scopeKinds, scopeName } from "@/lib/annotation/scope/scopes";
import type { Caller, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/queues/default-queues";
import { queueRoles } from "@/lib/contracts/shapes";
import { inTransaction } from "@/lib/transaction";
import { boundLabels } from "./queue-labels";

type Action = "created" | "restored" | "fetched";
type ScopeInput = Parameters<Verb<typeof contracts.getOrCreateDefaultQueue>>[1];

export const getOrCreateDefaultQueue: Verb<typeof contracts.getOrCreateDefaultQueue> = (context, input) =>
  inTransaction(context, async ({ db, caller }) => {
    const { queue, action } = await defaultQueue(db, caller, scopeOf(input));
    const labels = await boundLabels(db, [queue.id]);
    return {
      queue: {
        id: queue.id,
        name: queue.name,
        description: queue.description,
        instructions: queue.instructions,
        status: queue.status,
        is_default: queue.isDefault,
      },
      labels: labels(queue.id),
      created: action === "created",
      action,
    };
  });

function scopeOf({ project_id, dataset_id, agent_definition_id }: ScopeInput): Scope {
  if (project_id) return { kind: "project", id: project_id };
  if (dataset_id) return { kind: "dataset", id: dataset_id };
  return { kind: "agent_definition", id: agent_definition_id ?? "" };
}

/**
 * The scope's live default queue, or else its newest archived one, restored, or else a new one. The caller becomes a
 * member.
 */
export async function defaultQueue(
  db: Database,
  caller: Caller,
  scope: Scope,
): Promise<{ queue: QueueRow; action: Action }> {
  const name = await scopeName(db, caller.organizationId, scope);
  const live = await findLive(db, caller, scope);
  const found = live ? { queue: live, action: "fetched" as const } : await makeLive(db, caller, scope, name);
  await joinQueue(db, caller, found.queue);
  return found;
}

async function joinQueue(db: Database, caller: Caller, queue: QueueRow): Promise<void> {
  const [known] = await db
    .select({ roles: queueMembers.roles })
    .from(queueMembers)
    .where(and(eq(queueMembers.queueId, queue.id), eq(queueMembers.userId, caller.userId)));
  if (queueRoles.every((role) => known?.roles.includes(role))) return;
  const roles = [...queueRoles];
  await db
    .insert(queueMembers)
    .values({ queueId: queue.id, userId: caller.userId, roles })
    .onConflictDoUpdate({ target: [queueMembers.queueId, queueMembers.userId], set: { roles } });
}

const ofScope = (caller: Caller, { kind, id }: Scope) =>
  and(eq(queues.organizationId, caller.organizationId), eq(scopeKinds[kind].column, id), eq(queues.isDefault, true));

async function findLive(db: Database, caller: Caller, scope: Scope): Promise<QueueRow | undefined> {
  const [queue] = await db
    .select()
    .from(queues)
    .where(and(ofScope(caller, scope), isNull(queues.deletedAt)));
  return queue;
}

/**
 * Simultaneous requests to create or restore a scope's default queue wait here, and then find what the first one made.
 */
export async function lockScope(db: Database, scopeId: string): Promise<void> {
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`default queue of ${scopeId.toLowerCase()}`}, 0))`,
  );
}

async function makeLive(db: Database, caller: Caller, scope: Scope, name: string) {
  await lockScope(db, scope.id);
  const live = await findLive(db, caller, scope);
  if (live) return { queue: live, action: "fetched" as const };
  const [archived] = await db
    .select({ id: queues.id })
    .from(queues)
    .where(and(ofScope(caller, scope), isNotNull(queues.deletedAt)))
    .orderBy(desc(queues.deletedAt), desc(queues.createdAt))
    .limit(1);
  const [queue] = archived
    ? await db.update(queues).set({ deletedAt: null }).where(eq(queues.id, archived.id)).returning()
    : await db
        .insert(queues)
        .values(newDefault(caller, scope, name))
        .returning();
  if (!queue) throw new Error("the default queue was not saved");
  return { queue, action: archived ? ("restored" as const) : ("created" as const) };
}

const newDefault = (caller: Caller, scope: Scope, name: string) => ({
  organizationId: caller.organizationId,
  workspaceId: caller.workspaceId,
  name: `Default - ${name}`,
  description: `Default annotation queue for ${name}`,
  status: "active" as const,
  isDefault: true,
  createdBy: caller.userId,
  [scopeKinds[scope.kind].field]: scope.id,
});
