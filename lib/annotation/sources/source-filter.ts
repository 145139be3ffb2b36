// Conditions of a selection by filter: {column_id, filter_config: {filter_op, filter_value}}. All must match.
import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { timestamp } from "@/lib/contracts/shapes";
import { invalidField } from "@/lib/errors";
import { hasText } from "@/lib/pages";
import { firstFlaw } from "./first-flaw";

export type FilterColumns = Record<string, { column: AnyColumn; kind: "text" | "number" | "time" | "uuid" }>;

const condition = z.strictObject({
  column_id: z.string(),
  filter_config: z.strictObject({
    filter_type: z.string().optional(),
    filter_op: z.string(),
    filter_value: z.union([z.string().max(1000), z.number()]),
  }),
});

type Compare = (column: AnyColumn, value: string | number | SQL) => SQL;

/** Integer columns too: without the cast, PostgreSQL would read the value as an integer and refuse fractions. */
const asNumber =
  (compare: Compare): Compare =>
  (column, value) =>
    compare(column, sql`${value}::numeric`);

const equality: Record<string, Compare> = {
  equals: (column, value) => sql`${column} = ${value}`,
  not_equals: (column, value) => sql`${column} is distinct from ${value}`,
};
const order: Record<string, Compare> = {
  ...equality,
  greater_than: (column, value) => sql`${column} > ${value}`,
  greater_than_or_equal: (column, value) => sql`${column} >= ${value}`,
  less_than: (column, value) => sql`${column} < ${value}`,
  less_than_or_equal: (column, value) => sql`${column} <= ${value}`,
};
const numbers = Object.fromEntries(Object.entries(order).map(([name, compare]) => [name, asNumber(compare)]));
const text: Record<string, Compare> = {
  ...equality,
  contains: (column, value) => hasText(column, String(value)),
  not_contains: (column, value) => sql`not ${hasText(column, String(value))}`,
};

const kinds = {
  text: { operators: text, value: z.coerce.string() },
  number: { operators: numbers, value: z.coerce.number() },
  time: { operators: order, value: timestamp },
  uuid: { operators: equality, value: z.guid() },
};

/** The filter as SQL. Throws a 400 that names the invalid condition. */
export function filterConditions(columns: FilterColumns, filter: readonly unknown[]): SQL[] {
  return filter.map((sent, index) => {
    const at = `selection.filter.${index}`;
    const parsed = condition.safeParse(sent);
    if (!parsed.success) throw firstFlaw(at, parsed.error, sent);
    const { column_id, filter_config } = parsed.data;
    const known = Object.hasOwn(columns, column_id) ? columns[column_id] : undefined;
    if (!known) throw invalidField(`${at}.column_id`, `Must be one of ${Object.keys(columns).join(", ")}.`);
    const { operators, value } = kinds[known.kind];
    const compare = Object.hasOwn(operators, filter_config.filter_op) ? operators[filter_config.filter_op] : undefined;
    if (!compare) {
      throw invalidField(`${at}.filter_config.filter_op`, `Must be one of ${Object.keys(operators).join(", ")}.`);
    }
    const operand = value.safeParse(filter_config.filter_value);
    if (!operand.success) throw invalidField(`${at}.filter_config.filter_value`, `Must be a ${known.kind}.`);
    return compare(known.column, operand.data);
  });
}
