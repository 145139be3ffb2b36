// A run test's evaluations in the form of their contract, each with its status in the newest execution.
import { eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalGroups } from "@/db/schema";
import type { CallEvaluationStatus } from "@/lib/contracts/simulation/call-names";
import { templatesInOrganization } from "@/lib/evaluation/templates/loaders";
import { recordsIn } from "@/lib/records";
import { isNoFork } from "../../agents/forks";
import type { BindingRow } from "../loaders";

export async function presentBindings(db: Database, organizationId: string, rows: readonly BindingRow[]) {
  const templates = await templatesInOrganization(db, organizationId, [
    ...new Set(rows.map(({ templateId }) => templateId)),
  ]);
  const groupIds = [...new Set(rows.flatMap(({ groupId }) => groupId ?? []))];
  const groups = await Promise.all(
    groupIds.map((id) =>
      db.select({ id: evalGroups.id, name: evalGroups.name }).from(evalGroups).where(eq(evalGroups.id, id)),
    ),
  );
  const statuses = await statusesOf(
    db,
    rows.map(({ id }) => id),
  );
  const groupNames = new Map(groups.flat().map(({ id, name }) => [id, name]));
  const byId = new Map(templates.map((template) => [template.id, template]));
  return rows.map((row) => {
    const template = byId.get(row.templateId);
    return {
      id: row.id,
      name: row.name,
      template_id: row.templateId,
      template_name: template?.name ?? "",
      version_number: row.versionNumber,
      config: row.config,
      mapping: row.mapping,
      filters: recordsIn(row.config.filters),
      error_localizer: row.errorLocalizer,
      model: row.model,
      status: statuses.get(row.id) ?? row.status,
      eval_group: row.groupId ? (groupNames.get(row.groupId) ?? null) : null,
      eval_required_keys: template?.version.definition.required_keys ?? [],
    };
  });
}

/** The status of evaluations in the newest execution that has them and is no fork. "Failed" if all results are errors. */
async function statusesOf(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const has = (status: CallEvaluationStatus) =>
    sql`exists (select from call_evaluations as said where said.evaluation_id = newest.id and said.status = ${status})`;
  const rows = await db.execute<{ id: string; status: string | null }>(sql`
    select binding.id, case
      when ${has("pending")} then 'Running'
      when ${has("completed")} or ${has("skipped")} then 'Completed'
      when ${has("error")} then 'Failed' end as status
    from eval_bindings as binding
    cross join lateral (
      select pinned.id from test_executions as execution
      join test_execution_evaluations as pinned
        on pinned.execution_id = execution.id and pinned.binding_id = binding.id
      where execution.run_test_id = binding.target_id and execution.deleted_at is null
        and ${isNoFork(sql`execution.id`)}
      order by execution.created_at desc, pinned.generation desc limit 1
    ) as newest
    where binding.id = any(${sql.param(ids)}::uuid[])`);
  return new Map([...rows].flatMap(({ id, status }) => (status ? [[id, status]] : [])));
}
