import { expect, test } from "vitest";
import { hashOfCells } from "@/lib/datasets/rules/hash-cells";
import { openBudgetGuard } from "./budget-guard";
import { MAX_ATTEMPTS, pauseBefore } from "./pause";
import { contextOfRow, filled, fillingOf, inputsOfRow, variablesIn } from "./row-inputs";

const columns = new Map([
  ["c1", "question"],
  ["c2", "answer"],
]);

test("inputs are the mapped cells: empty texts count, missing cells do not, deleted columns are named", () => {
  const mapping = { input: "c1", output: "c2" };
  expect(inputsOfRow(mapping, columns, { c1: "Where?", c2: "" })).toEqual({ inputs: { input: "Where?", output: "" } });
  expect(inputsOfRow(mapping, columns, { c1: "Where?" })).toEqual({ inputs: { input: "Where?" } });
  expect(inputsOfRow({ input: "c1", output: "gone" }, columns, { c1: "Where?" })).toEqual({
    problem: "The column that output is mapped to was deleted.",
  });
  expect(contextOfRow(columns, { c2: "Here." })).toEqual({ question: "", answer: "Here." });
});

test("the hash of cells depends on their texts, not on the order of columns", () => {
  const hash = hashOfCells(["c1", "c2"], { c1: "a", c2: "b" });
  expect(hashOfCells(["c2", "c1"], { c2: "b", c1: "a", c3: "other" })).toBe(hash);
  expect(hashOfCells(["c1", "c2"], { c1: "b", c2: "a" })).not.toBe(hash);
  expect(hashOfCells(["c1"], { c1: "" })).not.toBe(hashOfCells(["c1"], {}));
});

test("a prompt is filled once, and braces within a cell stay text", () => {
  expect(variablesIn(["{{question}} and {{ answer }}", "{{question}}"])).toEqual(["question", "answer"]);
  expect(
    filled("Q: {{question}} A: {{ answer }}", { question: "c1", answer: "c2" }, { c1: "{{answer}} $&", c2: "b" }),
  ).toBe("Q: {{answer}} $& A: b");
});

test.each([
  [null, ["question", "customer name", "#each"], "Q: {{answer}} $& N: Ann "],
  ["reply@v1", ["question"], "Q: {{answer}} $& N: {{customer name}} {{#each}}"],
])("prompt %j fills only its own kind of variables", (prompt, names, text) => {
  const { variablesIn: namesIn, filled: fill } = fillingOf(prompt);
  const template = "Q: {{ question }} N: {{customer name}} {{#each}}";
  expect(namesIn([template, "{{question}}"])).toEqual(names);
  expect(fill(template, { question: "c1", "customer name": "c2" }, { c1: "{{answer}} $&", c2: "Ann" })).toBe(text);
});

test.each([
  [1, null, 1, 1000],
  [1, null, 0, 0],
  [3, null, 0.5, 2000],
  [5, null, 1, 16_000],
  [1, 7, 0, 7000],
  [1, 7, 1, 8000],
  [1, 3600, 0, 60_000],
  [MAX_ATTEMPTS, 7, 0, null],
  [MAX_ATTEMPTS, null, 0, null],
])("after %i attempts, with Retry-After %j s and random %d: %j ms", (attempts, retryAfter, random, pause) => {
  expect(pauseBefore(attempts, retryAfter, random)).toBe(pause);
});

test("a ceiling counts work in progress, and a cell of unknown cost runs by itself", () => {
  const guard = openBudgetGuard(100, 40);
  expect(guard.canPay(60)).toBe(true);
  guard.hold(30);
  expect([guard.canPay(30), guard.canPay(31), guard.canPay(null)]).toEqual([true, false, false]);
  guard.settle(30, 10);
  expect([guard.canPay(50), guard.canPay(51), guard.canPay(null)]).toEqual([true, false, true]);
  guard.hold(null);
  expect([guard.canPay(null), guard.canPay(0)]).toEqual([false, false]);
  guard.settle(null, 55);
  expect([guard.canPay(null), guard.canPay(0)]).toEqual([false, false]);
  expect(openBudgetGuard(null, 1e12).canPay(null)).toBe(true);
});
