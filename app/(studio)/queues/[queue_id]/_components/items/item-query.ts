// The filters, columns, order and page of a queue's items, from the address. The server reads it in the same way.
import type { ItemFilter, ItemFilters } from "@/lib/client/annotation";
import type { ItemOrdering } from "@/lib/contracts/annotation/items/filters";
import type { ItemPurpose, WorkflowStatus } from "@/lib/contracts/shapes";
import { type Get, oneOf, pageOf } from "../../../../_components/address";

export const itemStatusFilters: readonly WorkflowStatus[] = [
  "pending",
  "in_progress",
  "in_review",
  "needs_changes",
  "resubmitted",
  "completed",
  "skipped",
];

/** The purposes of items that managers and reviewers can filter by. */
const purposeFilters = {
  work: ["work"],
  gold: ["gold"],
  checks: ["gold_copy", "repeat"],
} as const satisfies Record<string, readonly ItemPurpose[]>;
export type PurposeName = keyof typeof purposeFilters;
const purposeNames: readonly PurposeName[] = ["work", "gold", "checks"];
export const purposeNamed = (name: string | undefined) => oneOf(purposeNames, name);

type Parser<Value> = (text: string) => Value | undefined;

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const id: Parser<string> = (text) => (GUID.test(text) ? text : undefined);
const text =
  (most: number): Parser<string> =>
  (value) =>
    value.slice(0, most) || undefined;
const LONGEST_VALUE = 500;
const number: Parser<number> = (value) => (/^-?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined);
const bool: Parser<boolean> = (value) => (value === "true" ? true : value === "false" ? false : undefined);
const moment: Parser<string> = (value) => {
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
};
const pair: Parser<string[]> = (value) => {
  const ids = value.split(",");
  return ids.length === 2 && ids.every((each) => GUID.test(each)) ? ids : undefined;
};

/** Texts in one parameter of the address. They may contain commas. */
export const joined = (texts: readonly string[]): string =>
  texts.map((each) => each.replaceAll(/[%,]/g, encodeURIComponent)).join(",");
const parted = (listed: string): string[] =>
  listed.split(",").map((each) => each.replaceAll(/%2C/gi, ",").replaceAll(/%25/g, "%"));

/** Each filter with its name in the address and its parser, which answers undefined for an invalid value. */
const fields = {
  status: ["status", (value: string) => listOf(oneOf(itemStatusFilters, value))],
  assigned_to: ["mine", (value: string) => (value ? ("me" as const) : undefined)],
  purpose: ["purpose", (value: string) => purposesOf(purposeNamed(value))],
  disagreement_label: ["disagreement", id],
  search: ["search", text(255)],
  label_id: ["label", id],
  value: ["values", (value: string) => valuesOf(value)],
  min_value: ["min", number],
  max_value: ["max", number],
  answered: ["answered", bool],
  completed_by: ["by", id],
  pair: ["pair", pair],
  pair_differs: ["differs", bool],
  first_value: ["first", text(LONGEST_VALUE)],
  second_value: ["second", text(LONGEST_VALUE)],
  added_since: ["added_since", moment],
  added_until: ["added_until", moment],
  completed_since: ["completed_since", moment],
  completed_until: ["completed_until", moment],
} as const satisfies Partial<Record<keyof ItemFilters, readonly [string, Parser<unknown>]>>;

/** A text's part, or the one value of a link from before there could be several. */
const ONE_VALUE = "value";
const MOST_VALUES = 50;
const valuesOf: Parser<string[]> = (listed) => {
  const values = parted(listed).filter(Boolean).slice(0, MOST_VALUES);
  return values.length > 0 ? values.map((value) => value.slice(0, LONGEST_VALUE)) : undefined;
};

const listOf = <V>(value: V | undefined): V[] | undefined => (value === undefined ? undefined : [value]);
const purposesOf = (name: PurposeName | undefined): ItemPurpose[] | undefined =>
  name === undefined ? undefined : [...purposeFilters[name]];

export const filterNames: readonly string[] = [...Object.values(fields).map(([name]) => name), ONE_VALUE];
export const noFilters: Record<string, null> = Object.fromEntries(filterNames.map((name) => [name, null]));

/** Filters that mean nothing without another one, which a link may lack. */
const needs = {
  value: "label_id",
  min_value: "label_id",
  max_value: "label_id",
  answered: "label_id",
  pair_differs: "pair",
  first_value: "pair",
  second_value: "pair",
} as const satisfies Partial<Record<keyof ItemFilters, keyof ItemFilters>>;

export function filtersOf(get: Get): ItemFilters {
  const found = new Map(
    Object.entries(fields).flatMap(([name, [address, parse]]) => {
      const value = get(address);
      const parsed = value === undefined ? undefined : parse(value);
      return parsed === undefined ? [] : [[name, parsed] as const];
    }),
  );
  const one = text(LONGEST_VALUE)(get(ONE_VALUE) ?? "");
  if (one !== undefined && !found.has("value")) found.set("value", one);
  for (const [name, other] of Object.entries(needs)) if (!found.has(other)) found.delete(name);
  // Safe: each parser answers the type of its filter.
  return Object.fromEntries(found) as ItemFilters;
}

/** The columns beside the source that every queue can show. */
export const columnNames = [
  "status",
  "annotations",
  "assigned",
  "reserved",
  "annotators",
  "purpose",
  "priority",
  "feedback",
  "added",
  "completed",
] as const;
export type ColumnName = (typeof columnNames)[number];
/** A column of one label's answers, or of one field of the source. */
export type OtherColumn = `label:${string}` | `field:${string}`;
export type AnyColumn = ColumnName | OtherColumn;

const usual: readonly ColumnName[] = ["status", "annotations", "assigned", "reserved"];
const MOST_COLUMNS = 20;

export const isOther = (name: string): name is OtherColumn => /^(label|field):./.test(name);

/** The shown columns: the queue's own in their order, then others as they were chosen. */
export function columnsOf(get: Get): readonly AnyColumn[] {
  const columns = get("columns");
  const listed = columns === undefined ? undefined : parted(columns).slice(0, MOST_COLUMNS);
  if (!listed) return usual;
  return [...columnNames.filter((name) => listed.includes(name)), ...listed.filter(isOther)];
}

/** The address's text of columns; null for the usual ones. */
export function columnsText(columns: ReadonlySet<string>): string | null {
  const chosen = [...columnNames.filter((name) => columns.has(name)), ...[...columns].filter(isOther)];
  if (chosen.join() === usual.join()) return null;
  return joined(chosen) || "none";
}

const orderings: readonly ItemOrdering[] = (
  [
    "order",
    "status",
    "annotations_completed",
    "assigned_to",
    "reserved_by",
    "purpose",
    "priority",
    "open_feedback",
    "created_at",
    "completed_at",
    "completed_by",
  ] as const
).flatMap((column) => [column, `-${column}`] as const);

/** By a column of the table; by another label or field too, as a link may say. */
export function orderingOf(get: Get): ItemOrdering {
  const named = get("sort");
  const other = named?.replace(/^-/, "") ?? "";
  // Safe: a minus sign or none, before the name of such a column.
  if (isOther(other) && other.length <= LONGEST_NAME) return named as ItemOrdering;
  return oneOf(orderings, named) ?? "order";
}
const LONGEST_NAME = 255;

/** What to ask the server for. */
export function itemFilterOf(queue_id: string, get: Get): ItemFilter {
  const page = pageOf(get("page"));
  const columns = columnsOf(get);
  const answers = columns.some((name) => name === "annotators" || name.startsWith("label:"));
  const cells = columns.some((name) => name.startsWith("field:"));
  return {
    queue_id,
    filters: filtersOf(get),
    ordering: orderingOf(get),
    ...(page > 1 ? { page } : {}),
    additions: {
      ...(answers ? { include_answers: true as const } : {}),
      ...(cells ? { include_fields: true as const } : {}),
    },
  };
}
