import { expect, test } from "vitest";
import type { Connection } from "../connection";
import { asText } from "./report";
import { reasonOf, startTestRun } from "./test-run";

const verdict = {
  ...{ execution_id: "e1", status: "failed", passed: false, reason: "No calls count.", coverage: 0 },
  ...{ pass_rate: null, pass_rate_interval: null, thresholds: { pass_rate: 1, coverage: 0.9 } },
  ...{ evaluations: [], spent_usd: 0, unpriced_calls: 0 },
};
const counts = { total: 10, open: 0, passed: 0, failed: 0, excluded: 0, unscored: 0, cancelled: 0 };
const call = {
  ...{ id: "c1", scenario: "Parcels", number: 0, verdict: "excluded" as const, fault_side: "provider" as const },
  ...{ checks: [], eval_metrics: {} },
};
const evidence = { turn: 1, text: "" };
const limited = { side: "provider" as const, kind: "rate_limited" as const, message: "Answered 429.", evidence };

/** What the command prints of a run with this verdict, and which calls it asks for. */
async function printed(more: object) {
  const requests: unknown[] = [];
  const answers: Record<string, unknown> = {
    executeRunTest: { execution_id: "e1" },
    getExecutionVerdict: { ...verdict, ...more },
    getTestExecution: { results: [{ ...call, faults: [limited] }] },
  };
  const connection: Pick<Connection, "url" | "call"> = {
    url: "http://assay.test",
    call: async (contract, input) => {
      if (contract.name === "getTestExecution") requests.push(input);
      // safe: each operation that the command calls has its answer above
      return answers[contract.name] as never;
    },
  };
  const start = { connection: connection as Connection, name: "Nightly", idempotencyKey: "k" }; // safe: it opens nothing
  const run_test = "00000000-0000-4000-8000-000000000000";
  const run = await startTestRun(start, { kind: "test-run", run_test, scenarios: [], settings: {} });
  const report = await run.report();
  return { text: asText(report), checks: report.checks, requests };
}

test("where no call counts, the excluded ones are listed with their fault", async () => {
  const { text, checks, requests } = await printed({ calls: { ...counts, excluded: 10 } });
  expect(checks).toMatchObject([{ count: 0, failed: 0, listed: 10 }]);
  expect(requests).toEqual([expect.objectContaining({ verdict: "excluded" })]);
  expect(text).toContain("Conversations: None counted; 100 % required\n           No calls count.\n");
  expect(text).toContain("rate_limited (provider): Answered 429.");
  expect(text).toContain("and 5 more that did not pass");
});

test("a call has the number and the address of its page", async () => {
  const { text } = await printed({ calls: { ...counts, excluded: 1 } });
  expect(text).toContain(
    "           Parcels, call #1: rate_limited (provider): Answered 429.\n             http://assay.test/simulation/runs/calls/c1\n",
  );
});

test.each([
  ["failed calls first", { ...counts, failed: 1, excluded: 2 }, false, "failed"],
  ["then those without a score", { ...counts, unscored: 2 }, false, "unscored"],
  ["none of a run that passed", { ...counts, passed: 9, excluded: 1 }, true, undefined],
  ["none of a run that a ceiling ended", { ...counts, cancelled: 10 }, false, undefined],
])("lists %s", async (_, calls, passed, listed) => {
  const { requests } = await printed({ calls, passed });
  expect(requests).toEqual(listed ? [expect.objectContaining({ verdict: listed })] : []);
});

test("a call without a score says which evaluation has none", () => {
  const cell = (name: string, outcome: "scored" | "unscored" | null, status: "completed" | "skipped") => ({
    ...{ id: name, name, value: null, output: null, outcome, score: null, passed: null, reason: `${name}'s reason` },
    ...{ type: "", output_type: "", template_type: "", visible: true, error: false, status, skipped: false },
    ...{ generation: 1, template_id: "t", template_version: 1, fingerprint: null, log_id: null },
    ...{ error_localizer: false, error_localizer_status: null, error_localizer_message: null },
  });
  const eval_metrics = {
    a: cell("Skipped", null, "skipped"),
    b: cell("Tone", "scored", "completed"),
    c: cell("Sem", "unscored", "completed"),
  };
  const unscored = { verdict: "unscored" as const, fault_side: null, faults: [], checks: [] };
  expect(reasonOf({ ...unscored, eval_metrics })).toBe("Sem: Sem's reason");
  expect(reasonOf({ ...unscored, eval_metrics: {} })).toBe("was not judged");
});
