import { type SQL, sql } from "drizzle-orm";
import { wireTime } from "@/db/wire-time";
import type { SourcePlace } from "./source";

/**
 * Whether the organization has any evaluations. It does not depend on the source, so PostgreSQL evaluates it once per
 * statement.
 */
export const hasAny = (table: "eval_runs" | "eval_tasks", { organizationId }: SourcePlace): SQL =>
  sql`(select true from ${sql.raw(table)} where organization_id = ${organizationId} limit 1)`;

/**
 * A source's evaluation results as a JSON list; null if there are none. The tables give an `evaluation` with its name
 * and template, its `verdict`, and the column with its time. Searches nothing unless `isAny`.
 */
export const verdictsJson = (isAny: SQL, saidAt: string, tables: SQL, where: SQL): SQL => sql`case when ${isAny} then (
  select json_agg(json_build_object('name', evaluation.name, 'score', verdict.score, 'output', verdict.output,
    'passed', verdict.passed, 'outcome', verdict.outcome, 'explanation', coalesce(verdict.reason, ''),
    'tags', coalesce(to_json(template.tags), '[]'), 'error', verdict.outcome = 'error',
    'error_message', case verdict.outcome when 'error' then verdict.reason end,
    'created_at', ${wireTime(saidAt)}) order by evaluation.name, ${sql.raw(saidAt)})
  from ${tables} left join eval_templates as template on template.id = evaluation.template_id
  where ${where} and verdict.outcome is not null) end`;
