// A test run: conversations with an agent. Whether it passed, the server's verdict decides.
import { z } from "zod";
import { links } from "@/lib/client/links";
import type { Output } from "@/lib/contracts/contract";
import { getExecutionVerdict } from "@/lib/contracts/simulation/runs/execution-figures";
import { cancelTestExecution, getTestExecution } from "@/lib/contracts/simulation/runs/executions";
import { executeRunTest } from "@/lib/contracts/simulation/runs/run-executions";
import { getRunTestIdByName } from "@/lib/contracts/simulation/runs/run-tests";
import type { TestRunFile } from "@/lib/run-file";
import type { Connection } from "../connection";
import { Problem } from "../verdict";
import { type Check, type Failing, MAX_SHOWN, type Report } from "./report";
import { Cancelled, type Start, type StartedRun } from "./started-run";

export async function startTestRun(
  { connection, name, idempotencyKey }: Start,
  file: TestRunFile,
): Promise<StartedRun> {
  const started = await connection.call(
    executeRunTest,
    {
      run_test_id: await runTestId(connection, file.run_test),
      scenario_ids: file.scenarios,
      settings: file.settings,
      ...(file.agent_version === undefined ? {} : { agent_version: file.agent_version }),
    },
    { retries: true, headers: { "idempotency-key": idempotencyKey } },
  );
  const test_execution_id = started.execution_id;
  const url = `${connection.url}${links.execution(test_execution_id)}`;
  const verdict = () => connection.call(getExecutionVerdict, { test_execution_id }, { retries: true });
  return {
    url,
    async look(progress) {
      const { done, calls } = await verdict();
      progress.show("Conversations ended", calls.total - calls.open, calls.total);
      return !done;
    },
    report: async () => reportOf(connection, name, url, await verdict()),
    cancel: async (signal) => {
      await connection.call(cancelTestExecution, { test_execution_id }, { signal });
    },
  };
}

async function runTestId(connection: Connection, idOrName: string): Promise<string> {
  if (z.guid().safeParse(idOrName).success) return idOrName;
  const named = connection.call(getRunTestIdByName, { name: idOrName }, { retries: true }).catch((error: unknown) => {
    const isUnknown = error instanceof Problem && error.message.includes("Run test not found");
    throw isUnknown ? new Problem(`run_test: There is no test run ${idOrName}.`, { cause: error.cause }) : error;
  });
  return (await named).run_test_id;
}

type ServerVerdict = Output<typeof getExecutionVerdict>;

async function reportOf(connection: Connection, name: string, url: string, verdict: ServerVerdict): Promise<Report> {
  const { calls, passed, coverage, thresholds } = verdict;
  if (verdict.status === "cancelled" && (verdict.pass_rate === null || coverage < thresholds.coverage))
    throw new Cancelled(
      `The run was cancelled, so it has no verdict. Start another one; if this command has --build, with another --build: ${url}`,
    );
  const shown = shownCalls(verdict);
  const check: Check = {
    name: "Conversations",
    verdict: passed === null ? "undecided" : passed ? "passed" : "failed",
    reasons: [verdict.reason],
    count: calls.passed + calls.failed,
    passRate: verdict.pass_rate,
    interval: verdict.pass_rate_interval,
    required: thresholds.pass_rate,
    failed: calls.failed,
    listed: shown ? calls[shown] : 0,
    failing: shown ? await callsWith(connection, verdict.execution_id, shown) : [],
  };
  const { execution_id: runId, spent_usd: costUsd, unpriced_calls: unpricedCalls } = verdict;
  const checks = [check, ...verdict.evaluations.map(evaluationCheck)];
  return { kind: "test-run", name, runId, url, checks, costUsd, unpricedCalls };
}

/** What one evaluation shows. It only reports, because its scores are part of each conversation's verdict. */
export function evaluationCheck(evaluation: ServerVerdict["evaluations"][number]): Check {
  const { name, scored, total_cells: calls, pass_rate: rate, average, no_score_reason: why } = evaluation;
  const mean = rate === null && average !== null ? { summary: `Mean ${average.toFixed(3)} of ${scored} scored` } : {};
  return {
    name,
    verdict: "reported",
    reasons: [`${scored} of ${calls} calls scored${scored < calls && why ? `: ${why}` : "."}`],
    count: scored,
    passRate: rate,
    interval: evaluation.pass_rate_interval,
    required: null,
    ...mean,
    failed: rate === null ? 0 : Math.round((1 - rate) * scored),
    failing: [],
  };
}

type NotPassed = "failed" | "excluded" | "unscored";

/** Which calls show why the run has not passed, or not fully: those that failed, else those that do not count. */
function shownCalls({ calls, passed }: ServerVerdict): NotPassed | null {
  if (calls.failed > 0) return "failed";
  if (passed) return null;
  return calls.excluded > 0 ? "excluded" : calls.unscored > 0 ? "unscored" : null;
}

async function callsWith(connection: Connection, test_execution_id: string, verdict: NotPassed): Promise<Failing[]> {
  const query = { test_execution_id, verdict, limit: MAX_SHOWN };
  const { results } = await connection.call(getTestExecution, query, { retries: true });
  return results.map((call) => ({
    // The screens count from 1.
    name: `${call.scenario}, call #${call.number + 1}`,
    reason: reasonOf(call),
    url: `${connection.url}${links.call(call.id)}`,
  }));
}

type Call = Output<typeof getTestExecution>["results"][number];

/** What went wrong: the faults of the side that decided, then failed checks, then evaluations that failed or are missing. */
export function reasonOf(call: Pick<Call, "verdict" | "fault_side" | "faults" | "checks" | "eval_metrics">): string {
  const faults = call.faults
    .filter(({ side }) => side === call.fault_side)
    .map(({ side, kind, message }) => `${side === "agent" ? kind : `${kind} (${side})`}: ${message}`);
  const checks = call.checks.filter(({ passed }) => !passed).map(({ name, reason }) => `${name}: ${reason}`);
  const evaluations = Object.values(call.eval_metrics)
    .filter(({ passed, outcome, status }) =>
      call.verdict === "unscored" ? outcome !== "scored" && status !== "skipped" : passed === false,
    )
    .map(({ name, reason }) => `${name}: ${reason}`);
  return [...faults, ...checks, ...evaluations][0] ?? (call.verdict === "unscored" ? "was not judged" : "did not pass");
}
