import { expect, test } from "vitest";
import { columnsOf, columnsText, filtersOf } from "./trace-query";

const NOW = Date.parse("2026-01-02T00:00:00Z");
const getOf = (query: string) => {
  const search = new URLSearchParams(query);
  return (name: string) => search.get(name) ?? undefined;
};

test.each([
  ["", {}],
  ["status=ERROR&error=true&user=ann", { status: "ERROR", has_error: true, user: "ann" }],
  ["status=LATE&error=perhaps&project=x&min_cost=-1&min_tokens=1.5&since=never", {}],
  ["min_cost=0.5&max_latency=1000&min_tokens=10", { min_cost_usd: 0.5, max_latency_ms: 1000, min_tokens: 10 }],
  ["search=econnrefused", { text: "econnrefused" }],
  ["search=4BF92F3577B34DA6A3CE929D0E0E4736", { search: "4BF92F3577B34DA6A3CE929D0E0E4736" }],
  ["time=day", { since: "2026-01-01T00:00:00.000Z" }],
  ["time=day&since=2025-12-01T00:00:00Z", { since: "2025-12-01T00:00:00.000Z" }],
  ["internal=true&annotated=false", { include_internal: true, annotated: false }],
])("filters of %s", (query, filters) => {
  expect(filtersOf(getOf(query), NOW)).toEqual(filters);
});

test.each([
  ["", ["input", "output", "status", "latency", "tokens", "cost", "started"]],
  ["columns=cost,input,unknown", ["input", "cost"]],
  ["columns=none", []],
])("columns of %s", (query, columns) => {
  expect(columnsOf(getOf(query))).toEqual(columns);
});

test("selected columns are in the address unless they are the default", () => {
  expect(columnsText(new Set(columnsOf(getOf(""))))).toBeNull();
  expect(columnsText(new Set(["tags", "cost"]))).toBe("cost,tags");
  expect(columnsText(new Set())).toBe("none");
});
