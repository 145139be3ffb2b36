import { describe, expect, test } from "vitest";
import { filterItem } from "@/lib/contracts/evaluation/shapes/filters";
import { type ColumnValue, sift } from "./filter";

const filter = (filter_type: string, filter_op: string, filter_value?: unknown) =>
  filterItem.parse({ column_id: "it", filter_config: { filter_type, filter_op, filter_value } });
const holding = (value: string | null) => (): ColumnValue => ({ value });

describe("a filter on a call's values", () => {
  test.each([
    ["Riga", "text", "equals", "riga", true],
    ["Riga", "text", "not_equals", "riga", false],
    ["Riga", "text", "in", ["Oslo", "RIGA"], true],
    ["Riga", "text", "not_in", ["Oslo"], true],
    ["Riga", "text", "contains", "IG", true],
    ["Riga", "categorical", "not_contains", "ig", false],
    ["Riga", "text", "starts_with", "ri", true],
    ["Riga", "text", "ends_with", "ri", false],
    ["", "text", "is_null", undefined, true],
    ["", "text", "not_equals", "riga", false],
    [null, "number", "less_than", 5, false],
    ["4", "text", "is_not_null", undefined, true],
    ["4", "number", "equals", "4.0", true],
    ["10", "number", "greater_than", 9, true],
    ["9", "number", "greater_than_or_equal", 9, true],
    ["9", "number", "less_than", 9, false],
    ["9", "number", "less_than_or_equal", 9, true],
    ["9", "number", "between", [1, 9], true],
    ["9", "number", "not_between", [1, 8], true],
    ["many", "number", "not_equals", 3, false],
    ["many", "number", "is_null", undefined, true],
    ["Passed", "boolean", "equals", true, true],
    ["no", "boolean", "equals", "false", true],
    ["2026-03-01T10:00:00Z", "datetime", "greater_than", "2026-03-01T09:59:59Z", true],
    ["2026-03-01T10:00:00Z", "datetime", "between", ["2026-03-02", "2026-03-03"], false],
    ['["Late", "lost"]', "array", "contains", "late", true],
    ['["Late", "lost"]', "array", "not_contains", "late", false],
    ["late", "array", "not_contains", "late", false],
  ])("%s, %s %s %j: %s", (value, type, operator, operand, isTaken) =>
    expect(sift([filter(type, operator, operand)], holding(value))).toMatchObject({ isTaken }),
  );

  test("every filter must match, and the first one that does not is named", () => {
    const [first, second] = [filter("text", "contains", "ig"), filter("number", "equals", 4)];
    expect(sift([], holding(null))).toEqual({ isTaken: true });
    expect(sift([first, second], holding("Riga"))).toEqual({
      isTaken: false,
      reason: "Skipped by the filter it equals 4.",
    });
    const nowhere = () => ({ problem: "it is not a known field." });
    expect(sift([first], nowhere)).toEqual({ problem: "The filter on it: it is not a known field." });
    expect(sift([filter("number", "equals", "many")], holding("4"))).toEqual({
      problem: 'The filter on it: "many" is not a valid number.',
    });
    expect(sift([filter("thumbs", "equals", "up")], holding("up"))).toMatchObject({ problem: expect.any(String) });
  });
});
