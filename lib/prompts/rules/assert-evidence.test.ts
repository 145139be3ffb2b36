import { expect, test } from "vitest";
import { Failure } from "@/lib/errors";
import { assertEvidence, type Evidence } from "./assert-evidence";

const release = (verdict: "passed" | "failed" | "undecided" | "refused", reasons: string[] = []): Evidence => ({
  former: "v1",
  release: { id: "r", check: { verdict, reasons, metrics: [], needed_rows: verdict === "undecided" ? 700 : null } },
});
const none: Evidence = { former: "v1", release: null };
const move = { label: "production", version: "v2" };

test.each<
  [what: string, evidence: Evidence, role: "Owner" | "Member", overrule: string | undefined, result: string | null]
>([
  ["a free move", "free", "Member", undefined, null],
  ["a release that passed", release("passed"), "Member", undefined, null],
  ["a release that passed, although overruled", release("passed"), "Member", "Urgent", null],
  ["an Owner who overrules", none, "Owner", "Urgent", "Gate overridden: Urgent"],
])("%s is accepted", (_, evidence, role, overrule, result) => {
  expect(assertEvidence(evidence, { ...move, role, overrule })).toBe(result);
});

test.each<[what: string, evidence: Evidence, overrule: string | undefined, words: RegExp]>([
  ["no release", none, undefined, /Start a release first: it compares the version with v1/],
  ["a failure", release("failed", ["Worse."]), undefined, /The release is failed\. Worse\./],
  ["too few rows", release("undecided", ["More rows."]), undefined, /The release is undecided\. More rows\./],
  ["a Member who overrules", release("failed"), "Urgent", /Only an Owner/],
])("%s is refused", (_, evidence, overrule, words) => {
  const refused = () => assertEvidence(evidence, { ...move, role: "Member", overrule });
  expect(refused).toThrow(Failure);
  expect(refused).toThrow(words);
});
