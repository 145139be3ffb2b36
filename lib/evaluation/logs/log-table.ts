import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalLogs } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type { SortItem } from "@/lib/contracts/evaluation/filters";
import type * as contracts from "@/lib/contracts/evaluation/logs";
import { invalid } from "@/lib/errors";
import { type Template, templateInOrganization } from "../templates/loaders";
import { type Column, columnsOf, sortKey } from "./columns";
import { conditionOf, searchCondition } from "./conditions";
import { newestFirst } from "./newest-first";
import { countNewest, facetsOf, totalOf } from "./total-rows";

type LogRow = typeof evalLogs.$inferSelect;

export const getEvalLogDetails: Verb<typeof contracts.getEvalLogDetails> = async ({ db, caller }, input) => {
  const { organizationId } = caller;
  const template = await templateInOrganization(db, organizationId, input.eval_template_id);
  const finished = and(
    eq(evalLogs.organizationId, organizationId),
    eq(evalLogs.templateId, template.id),
    isNull(evalLogs.deletedAt),
    inArray(evalLogs.status, ["success", "error"]),
    input.source === "eval_playground" ? eq(evalLogs.source, "eval_playground") : undefined,
    input.source === "feedback" ? eq(evalLogs.source, "feedback") : undefined,
  );
  const columns = columnsOf({ ...(await shapeOf(db, template, finished)) });
  const text = searchedText(input.search);
  const conditions = (input.filters ?? []).map((filter, index) => ({
    isOfTime: filter.filter_config.filter_type === "datetime",
    sql: conditionOf(columns, filter, index),
  }));
  // Of a time the newest runs are others: what a share is taken of is bounded by it too.
  const inTime = and(finished, ...conditions.filter(({ isOfTime }) => isOfTime).map(({ sql }) => sql));
  const where = and(
    inTime,
    ...conditions.filter(({ isOfTime }) => !isOfTime).map(({ sql }) => sql),
    text ? searchCondition(columns, text) : undefined,
  );
  const [counted, rows, facets] = await Promise.all([
    countNewest(db, inTime, where),
    db
      .select()
      .from(evalLogs)
      .where(where)
      .orderBy(...(input.sort ?? []).map((item, index) => orderOf(columns, item, index)), newestFirst, evalLogs.id)
      .limit(input.page_size)
      .offset(input.current_page_index * input.page_size),
    input.facets ? facetsOf(db, inTime, where) : undefined,
  ]);
  const offset = input.current_page_index * input.page_size;
  const shown = { offset, rows: rows.length, pageSize: input.page_size };
  const { total, isEstimated } = totalOf(counted, counted.expected, shown);
  return {
    column_config: columns.map(presentColumn),
    table: rows.map((row) => presentRow(row, columns, text)),
    metadata: { total_rows: total, total_pages: Math.ceil(total / input.page_size), is_estimated: isEstimated },
    ...(facets ? { facets } : {}),
  };
};

export const queryEvalLogDetails: Verb<typeof contracts.queryEvalLogDetails> = (context, input) =>
  getEvalLogDetails(context, input);

/** A template without inputs of its own has those of its latest run. */
async function shapeOf(db: Database, template: Template, finished: SQL | undefined) {
  const { definition } = template.version;
  const own = definition.required_keys;
  const [latest] =
    own.length > 0
      ? []
      : await db.select({ mapping: evalLogs.mapping }).from(evalLogs).where(finished).orderBy(newestFirst).limit(1);
  const keys = own.length > 0 ? own : Object.keys(latest?.mapping ?? {}).slice(0, MAX_COLUMNS);
  return { name: template.name, output: definition.output, keys, criteria: definition.instructions };
}

const MAX_COLUMNS = 50;

function searchedText(search: string | { key: string } | null | undefined): string {
  return (typeof search === "string" ? search : (search?.key ?? "")).trim();
}

function orderOf(columns: readonly Column[], { column_id: id, type }: SortItem, index: number): SQL {
  const column = columns.find((one) => one.id === id || one.name === id);
  const field = `sort.${index}.column_id`;
  if (!column)
    throw invalid(`${field}: There is no column ${id}.`, { fields: { [field]: [`There is no column ${id}.`] } });
  return type === "ascending" ? sql`${sortKey(column)} asc nulls last` : sql`${sortKey(column)} desc nulls last`;
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

function presentRow(log: LogRow, columns: readonly Column[], searched: string) {
  const cells = columns.map((column) => {
    const value = column.cell(log);
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
