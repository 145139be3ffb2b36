import { expect, test } from "vitest";
import type { LabelType } from "@/lib/contracts/shapes";
import { settingsSummary } from "./settings-summary";

const of = (type: LabelType, settings: Record<string, unknown>) =>
  settingsSummary({ id: "l", name: "L", type, settings, description: "", allow_notes: false });
const outputs = { first: "answer_a", second: "answer_b" };

test.each([
  ["both ties", { ...outputs, allow_tie: true, allow_both_bad: true }, "answer_a, answer_b, tie or both bad"],
  ["no ties", { ...outputs, allow_tie: false, allow_both_bad: false }, "answer_a or answer_b"],
])("a preference with %s is summed up in one line", (_, settings, text) =>
  expect(of("preference", settings)).toBe(text),
);
