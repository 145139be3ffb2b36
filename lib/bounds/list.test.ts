import { expect, test } from "vitest";
import { z } from "zod";
import { dictionary, list } from "./list";

const pair = z.strictObject({ name: z.string(), size: z.int() });
const issuesOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues ?? [];

test("the entries of an overlong list are not checked", () => {
  const [issue, ...others] = issuesOf(list(pair, 3), Array(100_000).fill({}));
  expect(others).toEqual([]);
  expect(issue).toMatchObject({ code: "too_big", path: [], message: "At most 3 entries." });
});

test("a check stops after enough issues, and each issue names its path", () => {
  const issues = issuesOf(z.strictObject({ pairs: list(pair, 10_000) }), { pairs: Array(10_000).fill({}) });
  expect(issues).toHaveLength(50);
  expect(issues.at(-1)?.path).toEqual(["pairs", 24, "size"]);
});

test("a list within bounds behaves like zod's own, with all its settings", () => {
  const few = list(z.string().trim(), 3).min(1, "At least one.").default(["none"]);
  expect(few.parse([" a ", "b"])).toEqual(["a", "b"]);
  expect(few.parse(undefined)).toEqual(["none"]);
  expect(issuesOf(few, [])).toMatchObject([{ message: "At least one." }]);
  expect(issuesOf(few, ["a", 1])).toMatchObject([{ path: [1] }]);
  expect(issuesOf(few, "a")).toMatchObject([{ code: "invalid_type" }]);
  expect(z.toJSONSchema(few, { io: "input" })).toMatchObject({ maxItems: 3, minItems: 1, items: { type: "string" } });
});

test("a dictionary counts its members before checking them", () => {
  const sizes = dictionary(z.guid(), z.int(), 2);
  const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`name ${index}`, "x"]));
  expect(issuesOf(sizes, many)).toMatchObject([{ message: "At most 2 members.", path: [] }]);
  expect(sizes.parse({ "00000000-0000-4000-8000-000000000000": 1 })).toBeDefined();
  expect(issuesOf(sizes, { none: 1 })).toMatchObject([{ path: ["none"] }]);
  expect(z.toJSONSchema(sizes.meta({ description: "Sizes" }))).toMatchObject({
    maxProperties: 2,
    description: "Sizes",
  });
});
