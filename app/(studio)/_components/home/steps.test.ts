import { expect, test } from "vitest";
import type { FirstSteps } from "@/lib/contracts/accounts/first-steps";
import { languages, snippetOf } from "./snippets";
import { isNewWith, stepsOf } from "./steps";

const none: FirstSteps = { trace: null, request: null, rows: null, invitation: null, run: null };
const at = "2026-03-10T12:00:00.000Z";

test.each<[what: string, done: Partial<FirstSteps>, open: string[], isNew: boolean]>([
  ["nothing", {}, ["trace", "request", "rows", "invitation", "run"], true],
  ["rows", { rows: at }, ["trace", "request", "invitation", "run"], true],
  ["all but two", { rows: at, trace: at, run: at }, ["request", "invitation"], true],
  ["all but an invitation", { rows: at, trace: at, run: at, request: at }, ["invitation"], false],
  ["everything", { rows: at, trace: at, run: at, request: at, invitation: at }, [], false],
])("an organization with %s", (_, done, open, isNew) => {
  const steps = stepsOf({ ...none, ...done });
  expect(steps.filter(({ arrivedAt }) => arrivedAt === null).map(({ name }) => name)).toEqual(open);
  expect(isNewWith(steps)).toBe(isNew);
});

test("every step has a snippet in each language, with the server's address", () => {
  for (const { name } of stepsOf(none)) {
    for (const language of languages)
      expect(snippetOf(name, language, "https://assay.example.com")).toMatch(/https:\/\/assay\.example\.com/);
  }
});
