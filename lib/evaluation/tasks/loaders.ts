// The only ways to load tasks that evaluate spans, and their evaluations.
import { and, asc, eq, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalTaskEvaluations, evalTasks, evalTemplates, evalTemplateVersions, projects } from "@/db/schema";
import { notFound } from "@/lib/errors";
import { inOrganization } from "@/lib/owned-rows";
import type { Template } from "../templates/loaders";

export type TaskRow = typeof evalTasks.$inferSelect;
export type EvaluationRow = typeof evalTaskEvaluations.$inferSelect & { template: Template };

export const tasksOf = (organizationId: string) => and(inOrganization(evalTasks, organizationId));

export async function taskInOrganization(db: Database, organizationId: string, id: string): Promise<TaskRow> {
  const [row] = await db
    .select()
    .from(evalTasks)
    .where(and(eq(evalTasks.id, id), tasksOf(organizationId)));
  if (!row) throw notFound("Evaluation task not found.");
  return row;
}

/** The task, locked until the transaction ends. */
export async function lockTask(db: Database, organizationId: string, id: string): Promise<TaskRow> {
  const [row] = await db
    .select()
    .from(evalTasks)
    .where(and(eq(evalTasks.id, id), tasksOf(organizationId)))
    .for("update");
  if (!row) throw notFound("Evaluation task not found.");
  return row;
}

/** The evaluations of tasks in order, each with its pinned template version, even if the template was deleted since. */
export async function evaluationsOf(db: Database, taskIds: readonly string[]): Promise<EvaluationRow[]> {
  if (taskIds.length === 0) return [];
  const rows = await db
    .select({ evaluation: evalTaskEvaluations, template: evalTemplates, version: evalTemplateVersions })
    .from(evalTaskEvaluations)
    .innerJoin(evalTemplates, eq(evalTemplates.id, evalTaskEvaluations.templateId))
    .innerJoin(
      evalTemplateVersions,
      and(
        eq(evalTemplateVersions.templateId, evalTaskEvaluations.templateId),
        eq(evalTemplateVersions.number, evalTaskEvaluations.versionNumber),
      ),
    )
    .where(inArray(evalTaskEvaluations.taskId, [...taskIds]))
    .orderBy(asc(evalTaskEvaluations.position));
  return rows.map(({ evaluation, template, version }) => ({ ...evaluation, template: { ...template, version } }));
}

export async function projectNames(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: projects.id, name: projects.name })
    .from(projects)
    .where(inArray(projects.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
