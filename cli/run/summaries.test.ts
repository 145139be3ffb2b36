import { expect, test } from "vitest";
import { exitStatuses, type Verdict, verdictOf } from "../verdict";
import { asJson, asText, type Check, type Report } from "./report";
import { withoutRequirement } from "./requirement";
import { asJunit, asMarkdown } from "./summaries";
import { evaluationCheck } from "./test-run";

const check = (more: Partial<Check>): Check => ({
  name: "Polite",
  verdict: "passed",
  reasons: [],
  count: 40,
  passRate: 0.975,
  interval: { low: 0.871, high: 0.996 },
  required: 0.8,
  failed: 0,
  failing: [],
  ...more,
});

const report = (...checks: Check[]): Report => ({
  kind: "evaluation",
  name: 'Answers & <"more">',
  runId: "1",
  url: "https://assay.example.com/runs/1",
  checks,
  costUsd: 0.1234,
  unpricedCalls: 0,
});

const failing = [{ name: "Row 7", reason: "says\nthat <b> | ]]> \u0000 & `x` *y*" }];
const failed = check({ verdict: "failed", reasons: ["The pass rate is low."], failed: 1, failing });
const undecided = check({ name: "Right", verdict: "undecided", reasons: ["35 rows would decide it."], passRate: null });

test.each<[verdicts: Verdict[], verdict: Verdict, status: number]>([
  [[], "passed", 0],
  [["passed", "passed"], "passed", 0],
  [["passed", "undecided"], "undecided", 2],
  [["undecided", "failed"], "failed", 1],
  [["reported", "passed"], "passed", 0],
  [["reported", "undecided"], "undecided", 2],
  [["reported"], "reported", 0],
])("%j combine to %s", (verdicts, verdict, status) => {
  expect([verdictOf(verdicts), exitStatuses[verdictOf(verdicts)]]).toEqual([verdict, status]);
});

const coverage = (scored: number) => ({ total: 5, open: 0, scored, unscored: 0, error: 5 - scored, share: scored / 5 });

test.each<[what: string, early: string[], scored: number | null, verdict: Verdict, reason: RegExp]>([
  ["with scores", [], 1, "reported", /No pass rate is required/],
  ["without any score", [], 0, "undecided", /No row has a score/],
  ["of which the run has nothing", [], null, "undecided", /No row has a score/],
  ["of a run that ended early", ["The run is cancelled."], 3, "undecided", /The run is cancelled/],
])("an evaluation %s, without a required pass rate", (_, early, scored, verdict, reason) => {
  const decided = withoutRequirement(early, scored === null ? undefined : coverage(scored));
  expect([decided.verdict, decided.reasons.join(" ")]).toEqual([verdict, expect.stringMatching(reason)]);
});

test("a check that only reports is skipped in JUnit, and listed in Markdown with its rows", () => {
  const reported = check({
    verdict: "reported",
    reasons: ["No pass rate is required."],
    required: null,
    failed: 1,
    failing,
  });
  const xml = asJunit(report(reported));
  expect(xml).toContain('tests="1" failures="0" errors="0" skipped="1"');
  expect(xml).toContain('<skipped message="No pass rate is required."/>');
  expect(xml).toMatch(/<system-out>97\.5 % of 40 passed[^<]*Row 7: says[^<]*<\/system-out>/);
  const text = asMarkdown(report(reported));
  expect(text).toContain("| reported | Polite | 97.5 % of 40 passed");
  expect(text).toContain("- **Polite**: No pass rate is required.");
});

test("JUnit has a test case for each check, and no invalid XML characters", () => {
  const xml = asJunit(report(check({}), failed, undecided));
  expect(xml).toContain('<testsuite name="Answers &amp; &lt;&quot;more&quot;&gt;" tests="3" failures="1" errors="1"');
  expect(xml).toContain('name="Polite"/>');
  expect(xml).toContain('<failure type="failed" message="The pass rate is low.">97.5 % of 40 passed');
  expect(xml).toContain("Row 7: says\nthat &lt;b&gt; | ]]&gt;  &amp; `x` *y*</failure>");
  expect(xml).toContain('<error type="undecided" message="35 rows would decide it.">No pass rate of 40');
  expect(xml).not.toContain("\u0000");
});

test("Markdown escapes texts, and keeps each on one line", () => {
  const text = asMarkdown(report(failed));
  expect(text).toContain('## Answers \\& \\<"more"\\>: failed');
  expect(text).toContain("| failed | Polite | 97.5 % of 40 passed (95 %: 87.1 % to 99.6 %); 80 % required |");
  expect(text).toContain("  - Row 7: says that \\<b\\> \\| \\]\\]\\> \u0000 \\& \\`x\\` \\*y\\*");
});

test("a call is linked to its page", () => {
  const url = "https://assay.example.com/calls/7";
  const linked = check({ verdict: "failed", failing: [{ name: "Parcels, call #7", reason: "fell", url }] });
  expect(asMarkdown(report(linked))).toContain(`  - [Parcels, call \\#7](${url}): fell`);
  expect(asJunit(report(linked))).toContain(`Parcels, call #7: fell ${url}</failure>`);
});

test("the plain text shows the confidence interval, and what is missing", () => {
  expect(asText(report(undecided))).toContain(
    "undecided  Right: No pass rate of 40 (95 %: 87.1 % to 99.6 %); 80 % required\n           35 rows would decide it.\n",
  );
  expect(asText(report(check({ failed: 9, verdict: "failed", failing: Array(9).fill(failing[0]) })))).toContain(
    "and 4 more that did not pass",
  );
  expect(asText({ ...report(check({})), costUsd: null, unpricedCalls: 2 })).toContain("Cost unknown; 2 answers");
});

test("an evaluation of conversations says how many it scored, and why not all", () => {
  const evaluation = {
    ...{ id: "1", name: "Sem", pass_rate: null, pass_rate_interval: null, average: null, average_interval: null },
    ...{
      total_cells: 10,
      scored: 0,
      unscored: 10,
      error: 0,
      pending: 0,
      cost_usd: 0,
      no_score_reason: "It needs embeddings.",
    },
  };
  const reported = evaluationCheck(evaluation);
  const scored = { ...evaluation, scored: 10, no_score_reason: null };
  const passing = evaluationCheck({ ...scored, name: "Polite", pass_rate: 0.1 });
  const mean = evaluationCheck({ ...scored, name: "Tone", average: 0.25 });
  const all = report(check({ name: "Conversations" }), reported, passing, mean);
  expect(asText(all)).toContain(
    [
      "reported   Sem: None counted",
      "           0 of 10 calls scored: It needs embeddings.",
      "reported   Polite: 10 % of 10 passed",
      "           10 of 10 calls scored.",
      "reported   Tone: Mean 0.250 of 10 scored",
      "           10 of 10 calls scored.",
      "Cost",
    ].join("\n"),
  );
  expect(asJunit(all)).toContain('tests="4" failures="0" errors="0"');
  expect(asJunit(all)).toContain('<skipped message="0 of 10 calls scored: It needs embeddings."/>');
  expect(asMarkdown(all)).toContain("- **Sem**: 0 of 10 calls scored: It needs embeddings.");
});

test("a reason with several lines is one line of the report, and none is cut in Markdown", () => {
  const reasons = [`${"A long reason. ".repeat(20)}`, "Then\npassed     Other: 100 %"];
  const several = report(check({ verdict: "failed", reasons }));
  expect(asText(several)).toContain("           Then passed Other: 100 %\n");
  expect(asMarkdown(several)).toContain("A long reason. Then passed Other: 100 %\n");
});

test("JSON uses the API's field names", () => {
  expect(asJson(report(failed))).toMatchObject({
    verdict: "failed",
    exit_status: 1,
    run_id: "1",
    cost_usd: 0.1234,
    checks: [{ name: "Polite", pass_rate: 0.975, failing: [{ name: "Row 7" }] }],
  });
});
