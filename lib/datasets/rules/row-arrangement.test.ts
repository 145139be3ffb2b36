import { expect, test } from "vitest";
import { arrangementInput, filtersIn, filtersText, type RowFilter } from "./row-arrangement";

const score: RowFilter = { column: "c1", type: "number", operator: "less_than", value: "0.5" };
const note: RowFilter = { column: "c2", type: "text", operator: "is_null", value: "" };

test("filters come back from the address as they were", () => {
  expect(filtersIn(filtersText([score, note]) ?? "")).toEqual([score, note]);
  expect(filtersText([])).toBeNull();
});

test.each(["{", "1", '[["c1"]]', '[["c1","colour","equals","x"]]', '[["c1","text","equals",1]]', ""])(
  "%j has no filter",
  (text) => {
    expect(filtersIn(text)).toEqual([]);
  },
);

test("a request names columns, types and values", () => {
  expect(arrangementInput({ sort: "-c1", filters: filtersText([score, note]) ?? "" })).toEqual({
    sort: '[{"column_id":"c1","type":"descending"}]',
    filters:
      '[{"column_id":"c1","filter_config":{"filter_type":"number","filter_op":"less_than","filter_value":"0.5"}},{"column_id":"c2","filter_config":{"filter_type":"text","filter_op":"is_null"}}]',
  });
  expect(arrangementInput({ sort: "", filters: "" })).toEqual({});
});
