import { expect, test } from "vitest";
import { plainDefinition } from "../../templates/catalogue";
import { differencesOf, type Pinned } from "./differences";
import { holm } from "./holm";
import { pairEvaluations } from "./pair-evaluations";

const definition = { ...plainDefinition, instructions: "Is it right?", model: "gpt-a" };
const pinned: Pinned = {
  fingerprint: "a",
  templateId: "t",
  templateName: "correctness",
  versionNumber: 1,
  definition,
  model: null,
  params: { strict: true },
  passThreshold: null,
  mapping: { output: "column-1", input: "column-2" },
  childVersions: {},
};
const other = (change: Partial<Pinned>): Pinned => ({ ...pinned, fingerprint: "b", ...change });

test.each<[string, Partial<Pinned>, string[]]>([
  [
    "the prompt of another version",
    { versionNumber: 2, definition: { ...definition, instructions: "Is it true?" } },
    ["version", "prompt"],
  ],
  ["a judge of its own", { model: "gpt-b" }, ["model"]],
  ["parameters", { params: { strict: false } }, ["parameters"]],
  ["a threshold", { passThreshold: 0.9 }, ["pass_threshold"]],
  ["mapped inputs", { mapping: { output: "column-1" } }, ["inputs"]],
  ["parts", { childVersions: { one: 2 } }, ["parts"]],
  [
    "what is not shown",
    { definition: { ...definition, few_shot_examples: [{ inputs: {}, output: "x" }] } },
    ["version"],
  ],
])("B2.10 the comparison names a difference in %s", (_, change, what) => {
  expect(differencesOf(pinned, other(change)).map((one) => one.what)).toEqual(what);
});

test("B2.10 equal evaluations have no differences, and other mapped columns are not one", () => {
  expect(differencesOf(pinned, { ...pinned, mapping: { output: "column-9", input: "column-2" } })).toEqual([]);
  const [model] = differencesOf(pinned, other({ model: "gpt-b" }));
  expect(model).toEqual({ what: "model", first: "gpt-a", second: "gpt-b" });
});

test("Holm's p-values (1979) match a calculation by hand", () => {
  expect(holm([0.01, 0.04, 0.03])).toEqual([0.03, 0.06, 0.06]);
  expect(holm([0.5, 0.9])).toEqual([1, 1]);
  expect(holm([])).toEqual([]);
});

test("evaluations pair once: by metric, then template and name, then as a template's only one", () => {
  const one = (id: string, bindingId: string | null, templateId: string, name: string) => ({
    id,
    bindingId,
    templateId,
    name,
  });
  const first = [
    one("a", "m1", "t1", "Right"),
    one("b", "m2", "t2", "Kind"),
    one("c", null, "t3", "Short"),
    one("g", "m5", "t4", "Long"),
  ];
  const second = [
    one("d", "m9", "t2", "Kind"),
    one("e", "m1", "t1", "Correct"),
    one("f", "m8", "t2", "Kind"),
    one("h", "m7", "t4", "Brief"),
  ];
  const pairs = pairEvaluations(first, second);
  expect(pairs.map(({ first: left, second: right }) => [left?.id ?? null, right?.id ?? null])).toEqual([
    ["a", "e"],
    ["b", "d"],
    ["c", null],
    ["g", "h"],
    [null, "f"],
  ]);
});
