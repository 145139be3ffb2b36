import { describe, expect, test } from "vitest";
import { columnsOf, columnsText, filtersOf, itemFilterOf, orderingOf } from "./item-query";

const get = (query: string) => (name: string) => new URLSearchParams(query).get(name) ?? undefined;
const ID = "00000000-0000-4000-8000-00000000000a";
const OTHER = "00000000-0000-4000-8000-00000000000b";

const filters: [query: string, filters: object][] = [
  ["", {}],
  ["status=pending&mine=1", { status: ["pending"], assigned_to: "me" }],
  ["status=other&purpose=other&disagreement=x&by=x&pair=x&min=x&answered=x&added_since=x", {}],
  ["purpose=checks", { purpose: ["gold_copy", "repeat"] }],
  [`label=${ID}&value=Good, kind`, { label_id: ID, value: "Good, kind" }],
  [`label=${ID}&values=5,Good%252C kind,100%2525`, { label_id: ID, value: ["5", "Good, kind", "100%"] }],
  [`label=${ID}&values=,`, { label_id: ID }],
  ["values=5", {}],
  [`label=${ID}&min=-1.5&max=3`, { label_id: ID, min_value: -1.5, max_value: 3 }],
  [`label=${ID}&answered=false`, { label_id: ID, answered: false }],
  ["value=5&min=1&answered=true&differs=true&first=a", {}],
  [`pair=${ID},${OTHER}&differs=true`, { pair: [ID, OTHER], pair_differs: true }],
  ["added_since=2026-01-01T00:00:00Z", { added_since: "2026-01-01T00:00:00.000Z" }],
];
test.each(filters)("the filters of “%s”", (query, expected) => {
  expect(filtersOf(get(query))).toEqual(expected);
});

describe("columns", () => {
  test("are the default ones unless the address names others", () => {
    expect(columnsOf(get(""))).toEqual(["status", "annotations", "assigned", "reserved"]);
    expect(columnsOf(get("columns=none"))).toEqual([]);
    expect(columnsText(new Set(["reserved", "assigned", "annotations", "status"]))).toBeNull();
    expect(columnsText(new Set())).toBe("none");
  });

  test("of labels and fields survive the address, whatever the field is called", () => {
    const chosen = ["status", `label:${ID}`, "field:a,b 100%", "field:%2C"] as const;
    const text = columnsText(new Set(chosen));
    const address = new URLSearchParams({ columns: text ?? "" }).toString();
    expect(columnsOf(get(address))).toEqual(chosen);
  });

  test("decide what data a page of items includes", () => {
    expect(itemFilterOf("q", get("")).additions).toEqual({});
    expect(itemFilterOf("q", get("columns=annotators")).additions).toEqual({ include_answers: true });
    expect(itemFilterOf("q", get("columns=field:input")).additions).toEqual({ include_fields: true });
  });
});

test("an unknown sort order falls back to the default", () => {
  const queries = ["", "sort=-priority", "sort=other", "sort=-label:a", "sort=field:input", "sort=--field:input"];
  expect(queries.map((query) => orderingOf(get(query)))).toEqual([
    "order",
    "-priority",
    "order",
    "-label:a",
    "field:input",
    "order",
  ]);
});
