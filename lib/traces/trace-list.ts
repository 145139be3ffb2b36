import { and, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { boundedCount } from "@/db/bounded-count";
import type { Database } from "@/db/client";
import { traces } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type { listTraces as contract, ListedTrace } from "@/lib/contracts/traces/traces";
import { notFound } from "@/lib/errors";
import { assertRows, pageRange } from "@/lib/pages";
import { contentsOfTraces } from "./contents";
import { presentTrace } from "./present";
import { projectInOrganization, projectNamesOf } from "./projects";
import { inputPreview, outputPreview } from "./rules/preview";
import { sessionNamesOf } from "./sessions";
import { matching } from "./trace-conditions";

export const listTraces: Verb<typeof contract> = async ({ db, caller }, input) => {
  const { organizationId } = caller;
  if (input.project_id) await projectInOrganization(db, organizationId, input.project_id);
  const { page, limit, offset } = pageRange(input);
  const { where, isCut } = await matching(db, organizationId, input);
  const rows = await db
    .select(narrow)
    .from(traces)
    .where(and(where, input.after ? await afterTrace(db, organizationId, input.after) : undefined))
    .orderBy(desc(traces.startedAt), desc(traces.id))
    .limit(limit + 1)
    .offset(input.after ? 0 : offset);
  if (!input.after) assertRows(page, rows);
  const shown = rows.slice(0, limit);
  const has_more = rows.length > limit;
  const isWhole = !has_more && !input.after;
  const [total, results] = await Promise.all([
    isWhole ? { count: offset + rows.length, is_estimated: false } : boundedCount(db, sql`traces`, where),
    presentListed(db, organizationId, shown, input.contents ?? true),
  ]);
  return { ...total, page, limit, results, has_more, is_cut: isCut };
};

const { input: _, output: __, ...narrow } = getTableColumns(traces);

type NarrowRow = Omit<typeof traces.$inferSelect, "input" | "output">;

/** Names and contents are read for the shown rows alone: a join may lead the planner away from the index by time. */
async function presentListed(
  db: Database,
  organizationId: string,
  rows: readonly NarrowRow[],
  withContents: boolean,
): Promise<ListedTrace[]> {
  if (rows.length === 0) return [];
  const [ids, projectIds] = [rows.map(({ id }) => id), rows.map(({ projectId }) => projectId)];
  const sessionIds = rows.flatMap(({ sessionId }) => sessionId ?? []);
  const [contents, projectNames, sessionNames] = await Promise.all([
    contentsOfTraces(db, organizationId, ids),
    projectNamesOf(db, projectIds),
    sessionNamesOf(db, sessionIds),
  ]);
  return rows.map((row) => {
    const own = contents.get(row.id) ?? { input: null, output: null };
    const projectName = projectNames.get(row.projectId) ?? "";
    const session = sessionNames.get(row.sessionId ?? "") ?? null;
    const { input, output, ...rest } = presentTrace({ ...row, projectName, session }, own);
    const previews = { input_preview: inputPreview(input), output_preview: outputPreview(output) };
    return { ...rest, ...(withContents ? { input, output } : {}), ...previews };
  });
}

/** What follows a trace in the list. As a row, so that the index by time leads to it. */
async function afterTrace(db: Database, organizationId: string, id: string): Promise<SQL> {
  const [last] = await db
    .select({ startedAt: traces.startedAt })
    .from(traces)
    .where(and(eq(traces.organizationId, organizationId), eq(traces.id, id)));
  if (!last) throw notFound("Trace not found. Load the first page again.");
  return sql`(${traces.startedAt}, ${traces.id}) < (${last.startedAt}::timestamptz, ${id}::uuid)`;
}
