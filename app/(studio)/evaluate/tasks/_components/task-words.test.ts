import { expect, test } from "vitest";
import { filterTexts, samplingText } from "./task-words";

test("describes filters and sampling", () => {
  expect(filterTexts({})).toEqual([]);
  expect(
    filterTexts({
      observation_types: ["llm", "tool"],
      statuses: ["ERROR"],
      name: "answer",
      attributes: [
        { key: "tier", operator: "not_equals", value: "free" },
        { key: "user.id", operator: "exists" },
      ],
      since: "2026-01-02T00:00:00Z",
      entry_only: true,
    }),
  ).toEqual([
    "kind llm or tool",
    "status ERROR",
    "name contains “answer”",
    "tier is not free",
    "user.id exists",
    "from 2026-01-02",
    "entry spans",
  ]);
  expect(samplingText({ sampling_rate: 1, sampling_unit: "trace" })).toBe("all");
  expect(samplingText({ sampling_rate: 0.1, sampling_unit: "span" })).toBe("10 % of spans");
});
