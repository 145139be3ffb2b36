import { describe, expect, test } from "vitest";
import type { ExampleSource } from "@/lib/contracts/evaluation/shapes/definition";
import { checkColumns } from "./columns";
import { examplesOf, mostSimilar, similarity, usableRows } from "./examples";

test.each([
  ["the same words", "Where is it?", "where is it", 1],
  ["half of the words", "red car", "red bus", 0.5],
  ["words that repeat", "no no", "no", 2 / 3],
  ["no common word", "red", "blue", 0],
  ["no words", "", "", 0],
  ["one side empty", "red", "?", 0],
  ["a script without blanks", "東京", "東大", 0.5],
])("%s: the similarity of %j and %j is %d", (_, one, other, expected) =>
  expect(similarity(one, other)).toBeCloseTo(expected, 12),
);

const rows = [
  { question: "Where is my parcel?", verdict: "Passed", why: "It says where." },
  { question: "Who are you?", verdict: "maybe", why: null },
  { question: "Where is my letter?", verdict: "no", why: "" },
];
const source: ExampleSource = {
  ground_truth_id: "00000000-0000-4000-8000-000000000000",
  ...{ mode: "auto", max_examples: 3, similarity_threshold: 0 },
  variable_mapping: { input: "question" },
  role_mapping: { expected_output: "verdict", reason: "why" },
};
const scale = { output: "Pass/Fail", choices: ["Passed", "Failed"], multi_choice: false } as const;
const parcel = { inputs: { input: "Where is my parcel?" }, output: "Pass", reason: "It says where." };
const letter = { inputs: { input: "Where is my letter?" }, output: "Fail" };

test("rows are found by their words, the most similar first", () => {
  const found = mostSimilar(rows, ["question"], "my letter");
  expect(found.map(({ index }) => index)).toEqual([2, 0]);
  expect(found[0]?.similarity).toBeCloseTo(2 / 3, 12);
});

describe("examples", () => {
  test.each([
    ["the most similar first", {}, [letter, parcel]],
    ["at most so many", { max_examples: 1 }, [letter]],
    ["from the threshold on", { similarity_threshold: 0.9 }, [letter]],
    ["the first rows in mode manual", { mode: "manual", max_examples: 1 }, [parcel]],
    ["none without a column of outputs", { role_mapping: {} }, []],
  ] as const)("%s", (_, change, expected) =>
    expect(
      examplesOf(
        rows,
        { ...source, ...change },
        { ...scale, choices: [...scale.choices] },
        { input: "Where is my letter?" },
      ),
    ).toEqual(expected),
  );

  test("leave out rows whose output the template cannot give", () =>
    expect(usableRows(rows, source, { ...scale, choices: [...scale.choices] })).toBe(2));
});

test("a mapping to a missing column names its member", () => {
  expect(() => checkColumns("role_mapping", ["a"], { reason: "b" })).toThrow(/role_mapping\.reason.*no column b/);
  expect(checkColumns("role_mapping", ["a"], { reason: "a" })).toBeUndefined();
});
