import { and, count, eq, isNull, min, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalBackfills, evalSpanScores, evalTaskEvaluations, evalTasks, projects } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import type * as backfillContracts from "@/lib/contracts/evaluation/backfills";
import type * as contracts from "@/lib/contracts/evaluation/tasks";
import { invalidField, notFound } from "@/lib/errors";
import { assertPage, hasText, newestFirst, pageRange } from "@/lib/pages";
import { INTERNAL_PROJECT } from "@/lib/traces/projects";
import { inTransaction } from "@/lib/transaction";
import { makersOf } from "../templates/makers";
import { insertBackfill, openOfBackfills } from "./backfills";
import { dueEvent } from "./due";
import { bindingsOf, pinEvaluations } from "./evaluations";
import { evaluationsOf, lockTask, projectNames, type TaskRow, taskInOrganization, tasksOf } from "./loaders";
import { presentBackfill, presentTask } from "./present";

const SHOWN_BACKFILLS = 20;

/**
 * The project, optionally locked for a write. Throws for the project of judge calls, whose spans would be judged
 * forever.
 */
export async function evaluatedProject(db: Database, organizationId: string, id: string, isHeld = false) {
  const own = db
    .select()
    .from(projects)
    .where(and(eq(projects.id, id), eq(projects.organizationId, organizationId), isNull(projects.deletedAt)));
  const [project] = isHeld ? await own.for("update") : await own;
  if (!project) throw notFound("Project not found.");
  if (project.name === INTERNAL_PROJECT)
    throw invalidField(
      "project_id",
      "This project traces the calls of judges. Evaluating them would create more calls.",
    );
  return project;
}

async function presented(db: Database, rows: readonly TaskRow[]) {
  const [evaluations, names, makers] = await Promise.all([
    evaluationsOf(
      db,
      rows.map(({ id }) => id),
    ),
    projectNames(
      db,
      rows.map(({ projectId }) => projectId),
    ),
    makersOf(db, rows),
  ]);
  return rows.map((row) => presentTask(row, evaluations, names, makers));
}

async function presentedOne(db: Database, row: TaskRow) {
  const [task] = await presented(db, [row]);
  if (!task) throw new Error("one row makes one task");
  return task;
}

export const createEvalTask: Verb<typeof contracts.createEvalTask> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const { organizationId, workspaceId, userId } = caller;
    const project = await evaluatedProject(db, organizationId, input.project_id, true);
    const pinned = await pinEvaluations(db, organizationId, project.id, input);
    if (pinned.length === 0) throw invalidField("evaluations", "At least one evaluation is required.");
    const bindings = await bindingsOf(inner, project.id, pinned);
    const [task] = await db
      .insert(evalTasks)
      .values({
        organizationId,
        workspaceId,
        projectId: project.id,
        name: input.name,
        continuous: input.continuous,
        filters: input.filters,
        samplingRate: input.sampling_rate,
        samplingUnit: input.sampling_unit,
        createdBy: userId,
      })
      .returning();
    if (!task) throw new Error("insert returned no row");
    await db.insert(evalTaskEvaluations).values(
      pinned.map((one, position) => ({
        taskId: task.id,
        bindingId: bindings[position] ?? "",
        position,
        name: one.name,
        templateId: one.template.id,
        versionNumber: one.template.version.number,
        mapping: one.mapping,
        params: one.params,
        model: one.model,
        errorLocalizer: one.errorLocalizer,
        fingerprint: one.fingerprint,
      })),
    );
    if (input.backfill) await insertBackfill(inner, task, input.backfill, "backfill.");
    return presentedOne(db, task);
  });

export const listEvalTasks: Verb<typeof contracts.listEvalTasks> = async ({ db, caller }, input) => {
  const { page, limit, offset } = pageRange(input);
  const where = and(
    tasksOf(caller.organizationId),
    input.project_id ? eq(evalTasks.projectId, input.project_id) : undefined,
    input.status ? eq(evalTasks.status, input.status) : undefined,
    input.search ? hasText(evalTasks.name, input.search) : undefined,
  );
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(evalTasks).where(where),
    db
      .select()
      .from(evalTasks)
      .where(where)
      .orderBy(newestFirst(evalTasks.createdAt), evalTasks.id)
      .limit(limit)
      .offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  return { count: all, page, limit, results: await presented(db, rows) };
};

export const getEvalTask: Verb<typeof contracts.getEvalTask> = async ({ db, caller, now }, { task_id }) => {
  const task = await taskInOrganization(db, caller.organizationId, task_id);
  const [shown, backfills, waiting] = await Promise.all([
    presentedOne(db, task),
    db
      .select()
      .from(evalBackfills)
      .where(eq(evalBackfills.taskId, task.id))
      .orderBy(newestFirst(evalBackfills.createdAt))
      .limit(SHOWN_BACKFILLS),
    waitingOf(db, task, now()),
  ]);
  const open = await openOfBackfills(db, task.id);
  return { ...shown, ...waiting, backfills: backfills.map((row) => presentBackfill(row, open.get(row.id) ?? 0)) };
};

/** What is left to do, and what blocks it. */
async function waitingOf(db: Database, task: TaskRow, now: Date): Promise<{ open: number; waiting: string | null }> {
  const own = and(eq(evalSpanScores.taskId, task.id), isNull(evalSpanScores.outcome));
  const [found] = await db
    .select({
      open: count(),
      ready: sql<number>`(count(*) filter (where ${evalSpanScores.retryAt} is null or ${evalSpanScores.retryAt} <= ${now.toISOString()}::timestamptz))::int`,
      retryAt: min(evalSpanScores.retryAt),
      reason: sql<string | null>`max(${evalSpanScores.reason})`,
    })
    .from(evalSpanScores)
    .where(own);
  const open = found?.open ?? 0;
  if (task.status === "paused") return { open, waiting: task.problem ?? (open > 0 ? "The task is paused." : null) };
  if (task.problem) return { open, waiting: task.problem };
  if (open > 0 && found?.ready === 0)
    return { open, waiting: `Tried again at ${found.retryAt?.toISOString() ?? "once it may"}: ${found.reason ?? ""}` };
  return { open, waiting: null };
}

export const updateEvalTask: Verb<typeof contracts.updateEvalTask> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller, now } = inner;
    const before = await lockTask(db, caller.organizationId, input.task_id);
    const [task] = await db
      .update(evalTasks)
      .set({
        name: input.name ?? before.name,
        status: input.status ?? before.status,
        continuous: input.continuous ?? before.continuous,
        filters: input.filters ?? before.filters,
        samplingRate: input.sampling_rate ?? before.samplingRate,
        samplingUnit: input.sampling_unit ?? before.samplingUnit,
        problem: null,
        updatedAt: now(),
      })
      .where(eq(evalTasks.id, before.id))
      .returning();
    if (!task) throw new Error("a row that is held is updated");
    if (task.status === "active" && before.status === "paused") await inner.emit(dueEvent(task, now()));
    return presentedOne(db, task);
  });

export const deleteEvalTask: Verb<typeof contracts.deleteEvalTask> = (context, { task_id }) =>
  inTransaction(context, async ({ db, caller, now }: Context) => {
    const task = await lockTask(db, caller.organizationId, task_id);
    await db.update(evalTasks).set({ deletedAt: now() }).where(eq(evalTasks.id, task.id));
    await db.delete(evalSpanScores).where(and(eq(evalSpanScores.taskId, task.id), isNull(evalSpanScores.outcome)));
    await db
      .update(evalBackfills)
      .set({ status: "cancelled", message: "The task was deleted.", endedAt: now() })
      .where(and(eq(evalBackfills.taskId, task.id), eq(evalBackfills.status, "running")));
    return { deleted: true as const };
  });

export const retryEvalTask: Verb<typeof backfillContracts.retryEvalTask> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller, now } = inner;
    const task = await lockTask(db, caller.organizationId, input.task_id);
    const retried = await db
      .update(evalSpanScores)
      .set({ outcome: null, attempts: 0, retryAt: null, scoredAt: null })
      .where(
        and(
          eq(evalSpanScores.taskId, task.id),
          eq(evalSpanScores.outcome, "error"),
          input.evaluation_id ? eq(evalSpanScores.evaluationId, input.evaluation_id) : undefined,
        ),
      )
      .returning({ spanId: evalSpanScores.spanId });
    if (retried.length > 0) await inner.emit(dueEvent(task, now()));
    return { retried: retried.length };
  });
