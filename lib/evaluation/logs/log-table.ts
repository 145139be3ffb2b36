import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalFeedback, evalLogs } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import type { Input, Output } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/evaluation/log-table";
import type { SortItem } from "@/lib/contracts/evaluation/shapes/filters";
import { invalid } from "@/lib/errors";
import { columnNamed, conditionOf } from "@/lib/filters/conditions";
import { inOrganization } from "@/lib/owned-rows";
import { newestFirst } from "@/lib/pages";
import { feedbackOf } from "../feedback/feedback";
import { type Template, templateInOrganization } from "../templates/loaders";
import { type Column, columnsOf, type Feedback, sortKey } from "./columns";
import { searchCondition } from "./conditions";
import { COUNTED_RUNS, countNewest, facetsOf, totalOf } from "./total-rows";

type LogRow = typeof evalLogs.$inferSelect;

/**
 * If fewer of the newest runs match, the page is read from the newest runs only. Otherwise every older run would be
 * read.
 */
const FREQUENT = 100;

export const getEvalLogDetails: Verb<typeof contracts.getEvalLogDetails> = (context, input) =>
  tableOfRuns(context, input, COUNTED_RUNS);

/** `most`: how many of the newest runs are counted. */
export async function tableOfRuns(
  { db, caller }: Context,
  input: Input<typeof contracts.getEvalLogDetails>,
  most: number,
): Promise<Output<typeof contracts.getEvalLogDetails>> {
  const { organizationId } = caller;
  const template = await templateInOrganization(db, organizationId, input.eval_template_id);
  const finished = finishedRuns(db, organizationId, template.id, input.source);
  const feedback = { logs: "hidden", feedback: "visible", eval_playground: null } as const;
  const columns = columnsOf({ ...(await shapeOf(db, template, finished)), feedback: feedback[input.source] });
  const text = searchedText(input.search);
  const conditions = (input.filters ?? []).map((filter, index) => conditionOf(columns, filter, index));
  // A time filter changes which runs are the newest, so it also limits the runs from which shares are estimated.
  const inTime = and(finished, ...conditions.filter(({ isOfTime }) => isOfTime).map(({ sql }) => sql));
  const where = and(
    inTime,
    ...conditions.filter(({ isOfTime }) => !isOfTime).map(({ sql }) => sql),
    text ? searchCondition(columns, text) : undefined,
  );
  const order = (input.sort ?? []).map((item, index) => orderOf(columns, item, index));
  const isRead = text !== "" || conditions.some(({ isIndexed }) => !isIndexed);
  const isSorted = order.length > 1 || order.some(({ isIndexed }) => !isIndexed);
  const offset = input.current_page_index * input.page_size;
  const ordered = [...order.map(({ sql }) => sql), newestFirst(evalLogs.createdAt)];
  const page = (isBounded: boolean) =>
    runsFrom(db, inTime, isBounded ? most : null)
      .where(where)
      .orderBy(...ordered, evalLogs.id)
      .limit(input.page_size)
      .offset(offset);
  const [counts, facets, all] = await Promise.all([
    countNewest(db, inTime, where, most),
    input.facets ? facetsOf(db, inTime, where) : undefined,
    isRead || isSorted ? null : page(false),
  ]);
  const since = isSorted || (isRead && counts.found < FREQUENT) ? counts.since : null;
  const rows = all ?? (await page(since !== null));
  const feedbackByLog = feedback[input.source] ? await newestFeedbackOf(db, organizationId, rows) : null;
  const shown = { offset, rows: rows.length, pageSize: input.page_size };
  const { total, isEstimated } = totalOf(counts, since === null ? counts.expected : null, shown);
  return {
    column_config: columns.map(presentColumn),
    table: rows.map((row) => presentRow(row, columns, text, feedbackByLog?.get(row.id))),
    metadata: {
      total_rows: total,
      total_pages: Math.ceil(total / input.page_size),
      is_estimated: isEstimated,
      searched_since: since?.toISOString() ?? null,
    },
    ...(facets ? { facets } : {}),
  };
}

export const queryEvalLogDetails: Verb<typeof contracts.queryEvalLogDetails> = (context, input) =>
  getEvalLogDetails(context, input);

type LogSource = Input<typeof contracts.getEvalLogDetails>["source"];

const finishedRuns = (db: Database, organizationId: string, templateId: string, source: LogSource) =>
  and(
    inOrganization(evalLogs, organizationId),
    eq(evalLogs.templateId, templateId),
    inArray(evalLogs.status, ["success", "error"]),
    source === "eval_playground" ? eq(evalLogs.source, "eval_playground") : undefined,
    source === "feedback" ? inArray(evalLogs.id, feedbackOn(db, organizationId, templateId)) : undefined,
  );

/** The runs, or only the newest of them and one more. */
function runsFrom(db: Database, inTime: SQL | undefined, newest: number | null) {
  const all = db.select().from(evalLogs).where(inTime).$dynamic();
  const runs = newest === null ? all : all.orderBy(newestFirst(evalLogs.createdAt), evalLogs.id).limit(newest + 1);
  return db.select().from(runs.as("eval_logs"));
}

const feedbackOn = (db: Database, organizationId: string, templateId: string) =>
  db
    .select({ id: evalFeedback.logId })
    .from(evalFeedback)
    .where(and(eq(evalFeedback.organizationId, organizationId), eq(evalFeedback.templateId, templateId)));

async function newestFeedbackOf(db: Database, organizationId: string, rows: readonly LogRow[]) {
  const found = await feedbackOf(
    db,
    organizationId,
    rows.map(({ id }) => id),
  );
  return new Map(found.toReversed().map(({ feedback }) => [feedback.logId, feedback]));
}

/** A template without inputs of its own has those of its latest run. */
export async function shapeOf(db: Database, template: Template, finished: SQL | undefined) {
  const { definition } = template.version;
  const own = definition.required_keys;
  const [latest] =
    own.length > 0
      ? []
      : await db
          .select({ mapping: evalLogs.mapping })
          .from(evalLogs)
          .where(finished)
          .orderBy(newestFirst(evalLogs.createdAt))
          .limit(1);
  const keys = own.length > 0 ? own : Object.keys(latest?.mapping ?? {}).slice(0, MAX_COLUMNS);
  return { name: template.name, output: definition.output, keys, criteria: definition.instructions };
}

const MAX_COLUMNS = 50;

function searchedText(search: string | { key: string } | null | undefined): string {
  return (typeof search === "string" ? search : (search?.key ?? "")).trim();
}

function orderOf(columns: readonly Column[], { column_id: id, type }: SortItem, index: number) {
  const column = columnNamed(columns, id);
  const field = `sort.${index}.column_id`;
  if (!column)
    throw invalid(`${field}: There is no column ${id}.`, { fields: { [field]: [`There is no column ${id}.`] } });
  const { key, isIndexed, isNeverNull } = sortKey(column);
  const up = isNeverNull ? sql`${key} asc nulls first` : sql`${key} asc nulls last`;
  return { sql: type === "ascending" ? up : sql`${key} desc nulls last`, isIndexed };
}

const presentColumn = ({ id, name, dataType, isVisible, output }: Column) => ({
  id,
  name,
  data_type: dataType,
  is_visible: isVisible,
  is_frozen: null,
  status: "completed" as const,
  source_type: "text" as const,
  ...(output ? { origin_type: "evaluation" as const, output_type: output } : {}),
});

function presentRow(log: LogRow, columns: readonly Column[], searched: string, feedback: Feedback | undefined) {
  const cells = columns.map((column) => {
    const value = column.cell(log, feedback);
    return [
      column.id,
      { cell_value: value, status: log.outcome === "error" ? "error" : "pass", search_results: hitIn(value, searched) },
    ];
  });
  return { row_id: log.id, log_id: log.id, input_data_types: log.inputTypes, ...Object.fromEntries(cells) };
}

function hitIn(value: unknown, searched: string): Record<string, unknown> {
  if (searched === "") return {};
  const at = typeof value === "string" ? value.toLowerCase().indexOf(searched.toLowerCase()) : -1;
  return at < 0 ? { key_exists: false } : { key_exists: true, start_index: at, end_index: at + searched.length };
}
