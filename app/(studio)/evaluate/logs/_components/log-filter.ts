import type { LogTableQuery } from "@/lib/client/evaluation";
import { type Get, oneOf, pageOf } from "../../../_components/address";

const verdicts = ["passed", "failed", "none"] as const;
const sorts = ["oldest", "lowest", "highest"] as const;

const momentOf = (text: string | undefined): string | undefined =>
  text === undefined || Number.isNaN(Date.parse(text)) ? undefined : text;

/** The run list's filter in the address. */
export function logFilterOf(get: Get) {
  return {
    template: get("template"),
    search: get("search") ?? "",
    verdict: oneOf(verdicts, get("verdict")) ?? ("all" as const),
    source: get("source") ?? "all",
    /** Only runs with feedback. */
    hasFeedback: get("said") !== undefined,
    /** Where a search continues after the newest runs. */
    until: momentOf(get("until")),
    sort: oneOf(sorts, get("sort")) ?? ("newest" as const),
    page: pageOf(get("page")),
  };
}
export type LogFilter = ReturnType<typeof logFilterOf>;

const condition = (
  column_id: string,
  filter_type: "boolean" | "text" | "datetime",
  filter_op: "equals" | "is_null" | "less_than_or_equal",
  value?: string,
) => ({
  column_id,
  filter_config: { filter_type, filter_op, ...(value === undefined ? {} : { filter_value: value }) },
});

/** The API request for one template. Its verdicts are in a column with the template's name. */
export function logQueryOf(templateId: string, name: string, filter: LogFilter): LogTableQuery {
  const { search, verdict, source, hasFeedback, until, sort, page } = filter;
  const filters = [
    ...(verdict === "none" ? [condition(name, "boolean", "is_null")] : []),
    ...(verdict === "passed" || verdict === "failed" ? [condition(name, "boolean", "equals", verdict)] : []),
    ...(source === "all" ? [] : [condition("Source", "text", "equals", source)]),
    ...(until === undefined ? [] : [condition("Created At", "datetime", "less_than_or_equal", until)]),
  ];
  const order = {
    newest: [],
    oldest: [{ column_id: "Created At", type: "ascending" as const }],
    lowest: [{ column_id: name, type: "ascending" as const }],
    highest: [{ column_id: name, type: "descending" as const }],
  }[sort];
  return {
    eval_template_id: templateId,
    current_page_index: page - 1,
    ...(hasFeedback ? { source: "feedback" as const } : {}),
    ...(search ? { search } : {}),
    ...(filters.length > 0 ? { filters } : {}),
    ...(order.length > 0 ? { sort: order } : {}),
  };
}

export const isFiltered = ({ search, verdict, source, hasFeedback, until }: LogFilter): boolean =>
  search !== "" || hasFeedback || verdict !== "all" || source !== "all" || until !== undefined;
