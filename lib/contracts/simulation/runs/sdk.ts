// Results of runs, by a run test's name, for the published clients.
import { z } from "zod";
import { define } from "../../define";
import { id, name, pageQuery } from "../../shapes";
import { callEvaluation, callRecord } from "./call-record";
import { getExecutionKpis, getExecutionVerdict, getPerformanceSummary } from "./execution-figures";
import { evalSummary } from "./executions";
import { executionItem } from "./run-executions";
import { runTestTag as tag } from "./run-test-parts";

const base = "/sdk/api/v1/simulation/";
const which = {
  run_test_name: name
    .optional()
    .meta({ description: "The run test, by name (ignoring case); its newest execution that is no fork is used" }),
  execution_id: id.optional().meta({ description: "This execution, of any run test" }),
};
const evalName = name.optional().meta({ description: "Only evaluations with this name or template name" });
const NAMED = "Send run_test_name or execution_id. If you send both, the execution must belong to that run test.";
const of = { run_test_id: id, run_test_name: z.string() };

const { id: callId, ...call } = callRecord.pick({
  id: true,
  test_execution_id: true,
  scenario: true,
  scenario_id: true,
  row_id: true,
  repeat: true,
  status: true,
  verdict: true,
  fault_side: true,
  fault_kind: true,
  overall_score: true,
  turn_count: true,
  avg_latency_ms: true,
  total_tokens: true,
  cost_usd: true,
}).shape;

export const listSdkRuns = define({
  name: "listSdkRuns",
  method: "GET",
  path: `${base}runs/`,
  tag,
  summary: "List a run test's executions by its name, or an execution's calls",
  description: `With run_test_name, a page of its executions, newest first, each with its evaluation results. With execution_id, that execution and a page of its calls, each with its evaluation results and reasons. summary omits calls and evaluations. ${NAMED}`,
  errors: ["required", "not_found"],
  query: z.strictObject({
    ...which,
    eval_name: evalName,
    summary: z.boolean().default(false).meta({ description: "Only counts" }),
    ...pageQuery,
  }),
  response: z.object({
    ...of,
    count: z.int().meta({ description: "Number of executions; with execution_id, number of its calls" }),
    page: z.int(),
    limit: z.int(),
    runs: z.array(executionItem.extend({ evaluations: z.array(evalSummary) })),
    calls: z.array(z.object({ call_execution_id: callId, ...call, evaluations: z.array(callEvaluation) })),
  }),
  example: { run_test_name: "Refunds, every week", page: 1, limit: 5 },
});

const one = z.strictObject(which);

export const getSdkMetrics = define({
  name: "getSdkMetrics",
  method: "GET",
  path: `${base}metrics/`,
  tag,
  summary: "Get an execution's figures by its run test's name",
  description: `The figures of kpis for one execution, by default the newest of the run test. ${NAMED}`,
  errors: ["required", "not_found"],
  query: one,
  response: z.object({ ...of, execution_id: id, metrics: getExecutionKpis.response }),
  example: { run_test_name: "Refunds, every week" },
});

export const getSdkAnalytics = define({
  name: "getSdkAnalytics",
  method: "GET",
  path: `${base}analytics/`,
  tag,
  summary: "Get an execution's results by its run test's name",
  description: `The verdict, evaluation results and scenarios of one execution, by default the newest of the run test. summary omits the scenarios. ${NAMED}`,
  errors: ["required", "not_found"],
  query: one.extend({
    eval_name: evalName,
    summary: z.boolean().default(false).meta({ description: "Without scenarios" }),
  }),
  response: z.object({
    ...of,
    execution_id: id,
    verdict: getExecutionVerdict.response,
    evaluations: z.array(evalSummary),
    performance: getPerformanceSummary.response.nullable(),
  }),
  example: { run_test_name: "Refunds, every week", summary: true },
});
