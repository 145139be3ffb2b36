// The filters of tables: which operators each type has, and what they compare with.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { documentedAs } from "../../documented";

const order = [
  "greater_than",
  "greater_than_or_equal",
  "less_than",
  "less_than_or_equal",
  "between",
  "not_between",
] as const;
const sets = ["equals", "not_equals", "in", "not_in"] as const;
const nulls = ["is_null", "is_not_null"] as const;

export const operatorsOf = {
  text: [...sets, "contains", "not_contains", "starts_with", "ends_with", ...nulls],
  number: ["equals", "not_equals", ...order, ...nulls],
  datetime: ["equals", "not_equals", ...order, ...nulls],
  boolean: ["equals", "not_equals", ...nulls],
  categorical: [...sets, "contains", "not_contains", ...nulls],
  thumbs: [...sets, ...nulls],
  annotator: [...sets, ...nulls],
  array: ["contains", "not_contains", ...nulls],
} as const;
export type FilterType = keyof typeof operatorsOf;
export type FilterOperator = (typeof operatorsOf)[FilterType][number];

const aliasOf = {
  string: "text",
  str: "text",
  text: "text",
  number: "number",
  float: "number",
  integer: "number",
  int: "number",
  decimal: "number",
  double: "number",
  numeric: "number",
  long: "number",
  date: "datetime",
  datetime: "datetime",
  timestamp: "datetime",
  boolean: "boolean",
  bool: "boolean",
  option: "categorical",
  categorical: "categorical",
  thumbs: "thumbs",
  thumbs_up_down: "thumbs",
  annotator: "annotator",
  array: "array",
  list: "array",
  json: "array",
} as const satisfies Record<string, FilterType>;
const aliases = Object.keys(aliasOf) as (keyof typeof aliasOf)[]; // safe: it is a constant

const columnTypes = [
  "SYSTEM_METRIC",
  "SPAN_ATTRIBUTE",
  "EVAL_METRIC",
  "ANNOTATION",
  "ANNOTATION_RUNS",
  "VOICE_ANNOTATION",
  "CUSTOM_COLUMN",
  "NORMAL",
  "PROMPT_METRIC",
  "PROMPT_METRIC_RUNS",
  "attribute",
  "system",
  "eval",
  "evaluation",
] as const;
/** Clients also send these two in lower case. */
const columnType = documentedAs(z.enum([...columnTypes, "annotation", "custom_column"]), z.enum(columnTypes));

const MAX_VALUES = 1000;
const VALUE = "Must be a text of at most 10000 characters, a number or a boolean, or a list of such.";
const scalar = z.union([z.string().max(10_000), z.number(), z.boolean()]);
const operators = [...new Set(Object.values(operatorsOf).flat())];

const filterConfig = z
  .strictObject({
    filter_type: z
      .string()
      .toLowerCase()
      .pipe(z.enum(aliases))
      .transform((type) => aliasOf[type]),
    filter_op: z.enum(operators),
    filter_value: z.union([scalar, list(scalar, MAX_VALUES)], VALUE).nullish(),
    col_type: columnType.nullish(),
  })
  .superRefine((config, check) => {
    const problem = problemOf(config.filter_type, config.filter_op, config.filter_value);
    if (problem) check.addIssue({ code: "custom", path: [problem.at], message: problem.message });
  });
export type FilterConfig = z.infer<typeof filterConfig>;

const takes = (type: FilterType, operator: FilterOperator): boolean =>
  (operatorsOf[type] as readonly FilterOperator[]).includes(operator);

function problemOf(type: FilterType, operator: FilterOperator, value: unknown) {
  if (!takes(type, operator)) return { at: "filter_op", message: `A ${type} takes no ${operator}.` };
  const isList = Array.isArray(value);
  if (operator === "is_null" || operator === "is_not_null") return null;
  if (value === undefined) return { at: "filter_value", message: "This field is required." };
  if (operator === "between" || operator === "not_between")
    return isList && value.length === 2 ? null : { at: "filter_value", message: "Must be a list of two." };
  if (operator === "in" || operator === "not_in")
    return isList && value.length > 0 ? null : { at: "filter_value", message: "Must be a list with something in it." };
  return value === null || isList ? { at: "filter_value", message: "Must be one value." } : null;
}

export const filterItem = z.strictObject({
  column_id: z.string().min(1).max(255),
  display_name: z.string().max(255).nullish(),
  source: z.string().max(255).nullish(),
  output_type: z.string().max(255).nullish(),
  filter_config: filterConfig,
});
export type FilterItem = z.infer<typeof filterItem>;

export const sortItem = z.strictObject({
  column_id: z.string().min(1).max(255),
  type: z.enum(["ascending", "descending"]),
});
export type SortItem = z.infer<typeof sortItem>;
