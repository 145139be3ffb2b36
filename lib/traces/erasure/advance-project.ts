// Deletes a project's traces and what else it has, for the background.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { transaction } from "@/db/transaction";
import { eraseTraces } from "./erase-traces";

const queueFigures = [
  "check_results",
  "check_counters",
  "item_contributions",
  "queue_figures",
  "agreement_items",
  "agreement_counters",
  "agreement_labels",
  "item_marks",
];

export interface ProjectErasure {
  organizationId: string;
  projectId: string;
  until: number;
}

/** Returns how many rows it has deleted of those that are counted, and whether the project is gone. */
export async function advanceProject(
  db: Database,
  { organizationId, projectId, until }: ProjectErasure,
): Promise<{ deleted: number; done: boolean }> {
  let deleted = 0;
  const own = sql`project_id = ${projectId}::uuid`;
  for (;;) {
    const erased = await transaction(db, (tx) => eraseTraces(tx, organizationId, own));
    deleted += erased;
    if (erased === 0) break;
    if (Date.now() >= until) return { deleted, done: false };
  }
  await transaction(db, async (tx) => {
    const tasks = sql`task_id in (select id from eval_tasks where ${own})`;
    await tx.execute(sql`
      delete from eval_calibrations where task_evaluation_id in (select id from eval_task_evaluations where ${tasks})`);
    for (const table of ["eval_task_evaluations", "eval_backfills"])
      await tx.execute(sql`delete from ${sql.identifier(table)} where ${tasks}`);
    for (const table of [
      "eval_span_scores",
      "eval_tasks",
      "eval_pipelines",
      "span_marks",
      "span_segments",
      "filter_groups",
      "span_notes",
    ])
      await tx.execute(sql`delete from ${sql.identifier(table)} where ${own}`);
    // Its own queue, which its scores went to. Figures do not refer to queues by a foreign key.
    for (const table of queueFigures)
      await tx.execute(sql`
        delete from ${sql.identifier(table)} where queue_id in (select id from queues where ${own} and is_default)`);
    await tx.execute(sql`delete from queues where ${own} and is_default`);
    for (const table of ["agent_definitions", "labels", "queues"])
      await tx.execute(sql`update ${sql.identifier(table)} set project_id = null where ${own}`);
    await tx.execute(sql`delete from trace_sessions where ${own}`);
    await tx.execute(sql`delete from spans where ${own}`);
    // Its masking rules, feedback and feedback keys go with it.
    await tx.execute(sql`
      delete from projects where id = ${projectId}::uuid and organization_id = ${organizationId}::uuid`);
  });
  return { deleted, done: true };
}
