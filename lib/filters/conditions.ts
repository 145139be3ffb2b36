// Turns the API's filters into SQL conditions. A row without a value matches nothing but is_null.
import { type SQL, sql } from "drizzle-orm";
import { isSameText } from "@/lib/bounds/normal-form";
import type { FilterConfig, FilterItem } from "@/lib/contracts/evaluation/shapes/filters";
import { invalid } from "@/lib/errors";

type Compared = "text" | "number" | "boolean" | "datetime";

const problem = (index: number, message: string) =>
  invalid(`filters.${index}: ${message}`, { fields: { [`filters.${index}`]: [message] } });

interface Condition {
  sql: SQL;
  isOfTime: boolean;
  /** Whether an index finds the matching rows, however rare they are. */
  isIndexed: boolean;
}

/** A condition that follows from a filter and that an index can use. */
export type Hint = (
  operator: FilterConfig["filter_op"],
  operands: readonly (string | number | boolean)[],
) => SQL | null;

/** The parts of a column that a filter uses. */
export interface Filtered {
  id: string;
  name: string;
  dataType: "text" | "float" | "boolean" | "datetime";
  /** What text filters compare with. */
  text: SQL;
  /** What number filters compare with. */
  number: SQL | null;
  boolean: SQL | null;
  datetime: SQL | null;
  hint?: Hint;
}

// Digits as ranges, because the database takes those of other scripts for digits too, depending on its locale.
const NUMBER = "^\\s*[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]{1,3})?\\s*$";
/** Longer ones could have more digits than a numeric takes. */
const LONGEST_NUMBER = 500;
/** Without the spaces around it. A cast knows only those of ASCII. */
export const trimmed = (text: SQL): SQL => sql`regexp_replace(${text}, '^\\s+|\\s+$', '', 'g')`;
/** Null if the text is not a number: the cast is never tried. */
export const numberIn = (text: SQL): SQL =>
  sql`(case when length(${text}) <= ${sql.raw(String(LONGEST_NUMBER))} and ${text} ~ ${NUMBER} then ${trimmed(text)}::numeric end)`;

/** The column that a filter or a sort names, by its id or name. */
export const columnNamed = <C extends { id: string; name: string }>(
  columns: readonly C[],
  idOrName: string,
): C | undefined => columns.find(({ id, name }) => id === idOrName || isSameText(name, idOrName));

export function conditionOf(
  columns: readonly Filtered[],
  { column_id: id, filter_config: config }: FilterItem,
  index: number,
): Condition {
  const column = columnNamed(columns, id);
  if (!column) throw problem(index, `There is no column ${id}.`);
  const { filter_type: type } = config;
  const kind: Compared | null =
    type === "text" || type === "categorical"
      ? "text"
      : type === "number" || type === "boolean" || type === "datetime"
        ? type
        : null;
  const value = kind && column[kind];
  if (!value) throw problem(index, `The column ${column.name} takes no filter of the type ${type}.`);
  const { filter_op: operator } = config;
  const isOfTime = kind === "datetime";
  const plain = (condition: SQL): Condition => ({ sql: condition, isOfTime, isIndexed: isOfTime });
  if (operator === "is_null") return plain(sql`${value} is null`);
  if (operator === "is_not_null") return plain(sql`${value} is not null`);
  const operands = [config.filter_value ?? ""].flat().map((operand) => {
    const read = readers[kind](operand);
    if (read === null) throw problem(index, `${JSON.stringify(operand)} is not a valid ${type}.`);
    return read;
  });
  const condition = compare(kind === "text" ? sql`lower(${value})` : value, operator, operands);
  const isHinted = kind === "number" ? column.dataType === "float" : kind === "text" && column.dataType !== "float";
  const hint = isHinted ? column.hint?.(operator, [config.filter_value ?? ""].flat()) : null;
  return hint ? { sql: sql`(${condition} and ${hint})`, isOfTime, isIndexed: true } : plain(condition);
}

const words: Record<string, boolean> = {
  true: true,
  passed: true,
  pass: true,
  yes: true,
  "1": true,
  false: false,
  failed: false,
  fail: false,
  no: false,
  "0": false,
};

const readers: Record<Compared, (filterValue: string | number | boolean) => SQL | null> = {
  text: (filterValue) => sql`lower(${String(filterValue)}::text)`,
  number: (filterValue) => {
    const number = typeof filterValue === "string" && filterValue.trim() === "" ? Number.NaN : Number(filterValue);
    return Number.isFinite(number) ? sql`${number}::numeric` : null;
  },
  boolean: (filterValue) => {
    const read = words[String(filterValue).trim().toLowerCase()];
    return read === undefined ? null : sql`${read}::boolean`;
  },
  datetime: (filterValue) => {
    const at = typeof filterValue === "string" ? new Date(filterValue) : null;
    return at && !Number.isNaN(at.getTime()) && at.getUTCFullYear() < 10_000 && at.getUTCFullYear() > 0
      ? sql`${at.toISOString()}::timestamptz`
      : null;
  },
};

function compare(value: SQL, operator: FilterConfig["filter_op"], operands: readonly SQL[]): SQL {
  const [one = sql`null`, other = sql`null`] = operands;
  const all = sql.join([...operands], sql`, `);
  const like = (before: string, after: string) =>
    sql`${value} like ${before}::text || ${escaped(one)} || ${after}::text`;
  switch (operator) {
    case "equals":
      return sql`${value} = ${one}`;
    case "not_equals":
      return sql`${value} <> ${one}`;
    case "in":
      return sql`${value} in (${all})`;
    case "not_in":
      return sql`${value} not in (${all})`;
    case "contains":
      return like("%", "%");
    case "not_contains":
      return sql`not (${like("%", "%")})`;
    case "starts_with":
      return like("", "%");
    case "ends_with":
      return like("%", "");
    case "greater_than":
      return sql`${value} > ${one}`;
    case "greater_than_or_equal":
      return sql`${value} >= ${one}`;
    case "less_than":
      return sql`${value} < ${one}`;
    case "less_than_or_equal":
      return sql`${value} <= ${one}`;
    case "between":
      return sql`${value} between ${one} and ${other}`;
    case "not_between":
      return sql`${value} not between ${one} and ${other}`;
    case "is_null":
      return sql`${value} is null`;
    case "is_not_null":
      return sql`${value} is not null`;
  }
}

/** Escapes a pattern's special characters, so that they match literally. */
const escaped = (text: SQL): SQL => sql`regexp_replace(${text}, '([\\\\%_])', '\\\\\\1', 'g')`;
