import { and, desc, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { traces } from "@/db/schema";
import { boundedCount } from "@/db/statistics/bounded-count";
import type { Verb } from "@/lib/context";
import { MAX_FOUND_BY_TEXT } from "@/lib/contracts/traces/trace-filters";
import type { listTraces as contract, ListedTrace } from "@/lib/contracts/traces/traces";
import { notFound } from "@/lib/errors";
import { assertRows, pageRange } from "@/lib/pages";
import { contentsOfTraces } from "./contents";
import { presentTrace } from "./present";
import { projectInOrganization, projectNamesOf } from "./projects";
import { contentsBudget } from "./rules/contents-budget";
import { inputPreview, outputPreview } from "./rules/preview";
import { sessionNamesOf } from "./sessions";
import { matching } from "./trace-conditions";

type Input = Parameters<Verb<typeof contract>>[1];

export const listTraces: Verb<typeof contract> = async ({ db, caller }, input) => {
  const { organizationId } = caller;
  if (input.project_id) await projectInOrganization(db, organizationId, input.project_id);
  const { page, limit, offset } = pageRange(input);
  // A search for text reads contents, so the first pages look for no more than they show.
  const most = input.after ? MAX_FOUND_BY_TEXT : Math.min(offset + limit + 1, MAX_FOUND_BY_TEXT);
  const { where, found } = await matching(db, organizationId, input, most);
  const rows = found
    ? await foundRows(db, where, found.ids, input)
    : await newestRows(db, organizationId, where, input);
  if (!input.after) assertRows(page, rows);
  const shown = rows.slice(0, limit);
  const has_more = rows.length > limit;
  const isWhole = !has_more && !input.after;
  const known = found ? found.ids.length : isWhole ? offset + rows.length : null;
  const [total, results] = await Promise.all([
    known === null ? boundedCount(db, sql`traces`, where) : { count: known, is_estimated: false },
    presentListed(db, organizationId, shown, input.contents ?? true),
  ]);
  return { ...total, page, limit, results, has_more, is_cut: found !== null && !found.isComplete };
};

/** A page and one more, latest start first. */
async function newestRows(db: Database, organizationId: string, where: SQL | undefined, input: Input) {
  const { limit, offset } = pageRange(input);
  return db
    .select(narrow)
    .from(traces)
    .where(and(where, input.after ? await afterTrace(db, organizationId, input.after) : undefined))
    .orderBy(desc(traces.startedAt), desc(traces.id))
    .limit(limit + 1)
    .offset(input.after ? 0 : offset);
}

/** A page and one more of what a search has found, in its order. */
async function foundRows(
  db: Database,
  where: SQL | undefined,
  ids: readonly string[],
  input: Input,
): Promise<NarrowRow[]> {
  const { limit, offset } = pageRange(input);
  const last = input.after ? ids.indexOf(input.after.toLowerCase()) : offset - 1;
  if (input.after && last < 0) throw notFound(LOST);
  const pageIds = ids.slice(last + 1, last + limit + 2);
  const rows = await db
    .select(narrow)
    .from(traces)
    .where(and(where, inArray(traces.id, pageIds)));
  return rows.sort((left, right) => pageIds.indexOf(left.id) - pageIds.indexOf(right.id));
}

const LOST = "Trace not found. Load the first page again.";

const { input: _, output: __, ...narrow } = getTableColumns(traces);

type NarrowRow = Omit<typeof traces.$inferSelect, "input" | "output">;

/** Rows whose contents are in memory at a time. */
const AT_ONCE = 50;

/** Names and contents are read for the shown rows alone: a join may lead the planner away from the index by time. */
async function presentListed(
  db: Database,
  organizationId: string,
  rows: readonly NarrowRow[],
  withContents: boolean,
): Promise<ListedTrace[]> {
  if (rows.length === 0) return [];
  const sessionIds = rows.flatMap(({ sessionId }) => sessionId ?? []);
  const [projectNames, sessionNames] = await Promise.all([
    projectNamesOf(
      db,
      rows.map(({ projectId }) => projectId),
    ),
    sessionNamesOf(db, sessionIds),
  ]);
  const fits = contentsBudget();
  const listed: ListedTrace[] = [];
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE);
    const contents = await contentsOfTraces(
      db,
      organizationId,
      some.map(({ id }) => id),
    );
    for (const row of some) {
      const own = contents.get(row.id) ?? { input: null, output: null };
      const projectName = projectNames.get(row.projectId) ?? "";
      const session = sessionNames.get(row.sessionId ?? "") ?? null;
      const { input, output, ...rest } = presentTrace({ ...row, projectName, session }, own);
      const previews = { input_preview: inputPreview(input), output_preview: outputPreview(output) };
      listed.push({ ...rest, ...(withContents && fits({ input, output }) ? { input, output } : {}), ...previews });
    }
  }
  return listed;
}

/** What follows a trace in the list. As a row, so that the index by time leads to it. */
async function afterTrace(db: Database, organizationId: string, id: string): Promise<SQL> {
  const [last] = await db
    .select({ startedAt: traces.startedAt })
    .from(traces)
    .where(and(eq(traces.organizationId, organizationId), eq(traces.id, id)));
  if (!last) throw notFound(LOST);
  return sql`(${traces.startedAt}, ${traces.id}) < (${last.startedAt}::timestamptz, ${id}::uuid)`;
}
