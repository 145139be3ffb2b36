import { afterEach, expect, test, vi } from "vitest";
import { writeReport } from "./write-report";

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

test("the verdict is the exit status before the report is printed, because its reader may be gone", async () => {
  const seen: unknown[] = [];
  vi.spyOn(process.stdout, "write").mockImplementation((_text, ...rest: unknown[]) => {
    seen.push(process.exitCode);
    for (const done of rest) if (typeof done === "function") done();
    return true;
  });
  const check = { name: "Polite", verdict: "failed" as const, reasons: [], count: 2, passRate: 0.5, interval: null };
  await writeReport(
    {
      kind: "evaluation",
      name: "Answers",
      runId: "1",
      url: "https://assay.example.com/runs/1",
      checks: [{ ...check, required: 0.8, failed: 1, failing: [] }],
      costUsd: null,
      unpricedCalls: 0,
    },
    {},
  );
  expect(seen).toEqual([1]);
});
