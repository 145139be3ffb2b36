import { expect, test } from "vitest";
import { isFiltered, logFilterOf, logQueryOf } from "./log-filter";

const of = (address: string) => {
  const search = new URLSearchParams(address);
  return logFilterOf((name) => search.get(name) ?? undefined);
};
const plain = { eval_template_id: "id", current_page_index: 0 };
const filter = (column_id: string, filter_config: object) => ({ filters: [{ column_id, filter_config }] });

test.each<[string, object, boolean]>([
  ["", plain, false],
  ["page=2&sort=lowest", { ...plain, current_page_index: 1, sort: [{ column_id: "tone", type: "ascending" }] }, false],
  ["sort=oldest", { ...plain, sort: [{ column_id: "Created At", type: "ascending" }] }, false],
  ["said=1", { ...plain, source: "feedback" }, true],
  ["search=oslo", { ...plain, search: "oslo" }, true],
  [
    "verdict=failed",
    { ...plain, ...filter("tone", { filter_type: "boolean", filter_op: "equals", filter_value: "failed" }) },
    true,
  ],
  ["verdict=none", { ...plain, ...filter("tone", { filter_type: "boolean", filter_op: "is_null" }) }, true],
  [
    "source=sdk",
    { ...plain, ...filter("Source", { filter_type: "text", filter_op: "equals", filter_value: "sdk" }) },
    true,
  ],
  [
    "until=2026-05-02T10:00:00.000Z",
    {
      ...plain,
      ...filter("Created At", {
        filter_type: "datetime",
        filter_op: "less_than_or_equal",
        filter_value: "2026-05-02T10:00:00.000Z",
      }),
    },
    true,
  ],
  ["until=yesterday", plain, false],
  ["verdict=odd&sort=odd&page=0", plain, false],
])("%j queries the logs with %j", (address, query, filtered) => {
  expect(logQueryOf("id", "tone", of(address))).toEqual(query);
  expect(isFiltered(of(address))).toBe(filtered);
});
