// The filters, columns and page of the list of traces, from the address.
import { spanVerdicts } from "@/lib/contracts/evaluation/names";
import { spanStatuses } from "@/lib/contracts/names";
import type { TraceFilters } from "@/lib/contracts/traces/trace-filters";
import { type Get, oneOf } from "../../_components/address";

const MAX_TEXT = 255;

/** The times to choose from, in milliseconds. */
export const times = { hour: 3_600_000, day: 86_400_000, week: 7 * 86_400_000, month: 30 * 86_400_000 } as const;
export type TimeName = keyof typeof times;
export const timeNames = ["hour", "day", "week", "month"] as const satisfies readonly TimeName[];

type Parser<Value> = (text: string) => Value | undefined;

const text: Parser<string> = (value) => value.slice(0, MAX_TEXT) || undefined;
const bool: Parser<boolean> = (value) => (value === "true" ? true : value === "false" ? false : undefined);
const id: Parser<string> = (value) => (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value) ? value : undefined);
const amount: Parser<number> = (value) => {
  const figure = Number(value);
  return value.trim() !== "" && figure >= 0 && figure <= 1e15 ? figure : undefined;
};
const tokens: Parser<number> = (value) => {
  const figure = amount(value);
  return Number.isInteger(figure) ? figure : undefined;
};
const moment: Parser<string> = (value) => {
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
};

const isTraceId = (value: string): boolean => /^[\da-f]{32}$/i.test(value);

/** Each filter with its name in the address and its parser, which answers undefined for an invalid value. */
const fields = {
  project_id: ["project", id],
  session_id: ["session", id],
  // What people type is a trace's whole ID, or words of its contents.
  search: ["search", (value: string) => (isTraceId(value) ? value : undefined)],
  text: ["search", (value: string) => (isTraceId(value) ? undefined : text(value))],
  status: ["status", (value: string) => oneOf(spanStatuses, value)],
  has_error: ["error", bool],
  name: ["name", text],
  model: ["model", text],
  user: ["user", text],
  environment: ["environment", text],
  tag: ["tag", text],
  prompt: ["prompt", text],
  evaluation_id: ["evaluation", id],
  verdict: ["verdict", (value: string) => oneOf(spanVerdicts, value)],
  annotated: ["annotated", bool],
  since: ["since", moment],
  until: ["until", moment],
  min_latency_ms: ["min_latency", amount],
  max_latency_ms: ["max_latency", amount],
  min_tokens: ["min_tokens", tokens],
  max_tokens: ["max_tokens", tokens],
  min_cost_usd: ["min_cost", amount],
  max_cost_usd: ["max_cost", amount],
  include_internal: ["internal", bool],
} as const satisfies Record<keyof TraceFilters, readonly [string, Parser<unknown>]>;

export const addressNameOf = (name: keyof TraceFilters): string => fields[name][0];

/** The address's names of all filters, and of the time. */
export const filterNames: readonly string[] = [...new Set(Object.values(fields).map(([name]) => name)), "time"];

/** The filters in the address. `now` is fixed while the screen is open, so that the list is read once. */
export function filtersOf(get: Get, now: number): TraceFilters {
  const entries = Object.entries(fields).flatMap(([name, [address, parse]]) => {
    const value = get(address);
    const parsed = value === undefined ? undefined : parse(value);
    return parsed === undefined ? [] : [[name, parsed]];
  });
  const time = oneOf(timeNames, get("time"));
  return {
    ...(time ? { since: new Date(now - times[time]).toISOString() } : {}),
    // Safe: each parser answers the type of its filter.
    ...(Object.fromEntries(entries) as TraceFilters),
  };
}

export const columnNames = [
  "input",
  "output",
  "status",
  "latency",
  "tokens",
  "cost",
  "spans",
  "errors",
  "models",
  "user",
  "environment",
  "tags",
  "started",
] as const;
export type ColumnName = (typeof columnNames)[number];

const defaults: readonly ColumnName[] = ["input", "output", "status", "latency", "tokens", "cost", "started"];

/** The shown columns beside the name, in their order. */
export function columnsOf(get: Get): readonly ColumnName[] {
  const listed = get("columns")?.split(",");
  return listed ? columnNames.filter((name) => listed.includes(name)) : defaults;
}

/** The address's text of columns; null for the usual ones. */
export function columnsText(columns: ReadonlySet<string>): string | null {
  const chosen = columnNames.filter((name) => columns.has(name));
  return chosen.join() === defaults.join() ? null : chosen.join() || "none";
}
