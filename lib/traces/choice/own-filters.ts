import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { TraceFilters } from "@/lib/contracts/traces/trace-filters";
import { notFound } from "@/lib/errors";
import { projectInOrganization } from "../projects";

/** The filters. Throws `not_found` where they name a project, session or evaluation that the organization does not have. */
export async function filtersInOrganization(
  db: Database,
  organizationId: string,
  filters: TraceFilters,
): Promise<TraceFilters> {
  if (filters.project_id) await projectInOrganization(db, organizationId, filters.project_id);
  if (filters.session_id) {
    const rows = await db.execute(sql`
      select from trace_sessions where id = ${filters.session_id}::uuid and organization_id = ${organizationId}::uuid`);
    if (rows.length === 0) throw notFound("Session not found.");
  }
  if (filters.evaluation_id) {
    const rows = await db.execute(sql`
      select from eval_task_evaluations as evaluation join eval_tasks as task on task.id = evaluation.task_id
      where evaluation.id = ${filters.evaluation_id}::uuid and task.organization_id = ${organizationId}::uuid`);
    if (rows.length === 0) throw notFound("Evaluation not found.");
  }
  return filters;
}
