// Backfills: a task's evaluation of earlier spans.
import { and, count, eq, isNotNull, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalBackfills, evalSpanScores } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/backfills";
import { conflict, invalidField, notFound } from "@/lib/errors";
import { choiceInOrganization } from "@/lib/traces/choice/chosen-traces";
import { inTransaction } from "@/lib/transaction";
import { dueEvent } from "./due";
import { lockTask, type TaskRow } from "./loaders";
import { presentBackfill } from "./present";
import { traceCursorText } from "./rules/trace-cursor";

export const startBackfill: Verb<typeof contracts.startBackfill> = (context, { task_id, ...bounds }) =>
  inTransaction(context, async (inner) => {
    const task = await lockTask(inner.db, inner.caller.organizationId, task_id);
    if (task.status === "paused") throw conflict("The task is paused. Resume it first.");
    const [running] = await inner.db
      .select({ id: evalBackfills.id })
      .from(evalBackfills)
      .where(and(eq(evalBackfills.taskId, task.id), eq(evalBackfills.status, "running")));
    if (running) throw conflict("A backfill of this task is running. Cancel it or wait until it ends.");
    return presentBackfill(await insertBackfill(inner, task, bounds), 0);
  });

type Bounds = Omit<Parameters<Verb<typeof contracts.startBackfill>>[1], "task_id">;

/** Starts a backfill of a task that has none. `field` is where the request has the bounds. */
export async function insertBackfill({ db, caller, now, emit }: Context, task: TaskRow, bounds: Bounds, field = "") {
  const [since, until] = [bounds.since, bounds.until].map((text) => (text ? new Date(text) : null));
  if (since && until && since >= until) throw invalidField(`${field}until`, "Must be after since.");
  const traces = bounds.traces ? await choiceInOrganization(db, caller.organizationId, bounds.traces) : null;
  const [backfill] = await db
    .insert(evalBackfills)
    .values({
      organizationId: task.organizationId,
      taskId: task.id,
      since: since ?? null,
      until: until ?? null,
      traces,
      ...(traces ? { cursor: traceCursorText(null) } : {}),
      maxSpans: bounds.max_spans,
      ceilingMicros: bounds.ceiling_micros ?? null,
      createdBy: caller.userId,
    })
    .returning();
  if (!backfill) throw new Error("insert returned no row");
  await emit(dueEvent(task, now()));
  return backfill;
}

export const cancelBackfill: Verb<typeof contracts.cancelBackfill> = (context, input) =>
  inTransaction(context, async ({ db, caller, now }) => {
    const task = await lockTask(db, caller.organizationId, input.task_id);
    const own = and(eq(evalBackfills.id, input.backfill_id), eq(evalBackfills.taskId, task.id));
    const [known] = await db.select().from(evalBackfills).where(own).for("update");
    if (!known) throw notFound("Backfill not found.");
    if (known.status !== "running") return presentBackfill(known, 0);
    return presentBackfill(await endBackfill(db, known.id, { status: "cancelled", message: null, at: now() }), 0);
  });

interface End {
  status: "completed" | "cancelled" | "stopped_at_ceiling";
  message: string | null;
  at: Date;
}

/** Ends a backfill and removes the evaluations that have not begun. Runs inside a transaction. */
export async function endBackfill(db: Database, id: string, { status, message, at }: End) {
  await db.delete(evalSpanScores).where(and(eq(evalSpanScores.backfillId, id), isNull(evalSpanScores.outcome)));
  const [ended] = await db
    .update(evalBackfills)
    .set({ status, message, endedAt: at })
    .where(eq(evalBackfills.id, id))
    .returning();
  if (!ended) throw new Error("a backfill is never deleted");
  return ended;
}

/** How many evaluations of a task's backfills are left. */
export async function openOfBackfills(db: Database, taskId: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: evalSpanScores.backfillId, open: count() })
    .from(evalSpanScores)
    .where(and(eq(evalSpanScores.taskId, taskId), isNull(evalSpanScores.outcome), isNotNull(evalSpanScores.backfillId)))
    .groupBy(evalSpanScores.backfillId);
  return new Map(rows.map(({ id, open }) => [id ?? "", open]));
}
