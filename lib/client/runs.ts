// Run tests, their executions and calls: queries and mutations of the screens.
import type { ClientInput } from "@/lib/contracts/contract";
import type { listCallLogs } from "@/lib/contracts/simulation/runs/call-analyses";
import type { getTestExecution } from "@/lib/contracts/simulation/runs/executions";
import { hrefOf } from "./call";
import * as operations from "./operations";
import { mutationFor, queryFor } from "./query";

const RUN_ROWS = 50;
export const CALL_ROWS = 50;
const EVENT_ROWS = 100;
/** How often a screen polls while conversations are in progress. */
export const PLAYING_MS = 2000;

export const runTestsQuery = (page: number, search: string) =>
  queryFor(operations.listRunTests, { page, limit: RUN_ROWS, ...(search ? { search } : {}) });
export const runTestQuery = (run_test_id: string) => queryFor(operations.getRunTest, { run_test_id });
export const executionsQuery = (run_test_id: string, page: number) =>
  queryFor(operations.listRunTestExecutions, { run_test_id, page, limit: RUN_ROWS });

/** The newest of a run test, for pickers. */
export const executionChoicesQuery = (run_test_id: string) =>
  queryFor(operations.listRunTestExecutions, { run_test_id, limit: 500 });

type CallFilter = Pick<ClientInput<typeof getTestExecution>, "page" | "verdict" | "fault_side" | "search">;
export const executionQuery = (test_execution_id: string, filter: CallFilter) =>
  queryFor(operations.getTestExecution, { test_execution_id, limit: CALL_ROWS, ...filter });
export const verdictQuery = (test_execution_id: string) =>
  queryFor(operations.getExecutionVerdict, { test_execution_id });
export const kpisQuery = (test_execution_id: string) => queryFor(operations.getExecutionKpis, { test_execution_id });
export const executionComparisonQuery = (test_execution_id: string, baseline_id: string) =>
  queryFor(operations.compareExecutions, { test_execution_id, baseline_id });
export const callQuery = (call_execution_id: string) => queryFor(operations.getCallExecution, { call_execution_id });
type EventFilter = Pick<ClientInput<typeof listCallLogs>, "page" | "category" | "level">;
export const callEventsQuery = (call_execution_id: string, filter: EventFilter) =>
  queryFor(operations.listCallLogs, { call_execution_id, limit: EVENT_ROWS, ...filter });
export const callPathQuery = (call_execution_id: string) =>
  queryFor(operations.analyzeCallBranch, { call_execution_id });
export const callSourceQuery = (call_execution_id: string) =>
  queryFor(operations.compareCallSession, { call_execution_id });
/** Related data of a call. */
export const callLooks = [operations.listCallLogs, operations.analyzeCallBranch, operations.compareCallSession].map(
  ({ name }) => [name],
);
/** For a file: one line per call, with its transcript. */
export const executionCsvHref = (test_execution_id: string) =>
  hrefOf(operations.exportTestExecution, { test_execution_id });

const aboutRuns = [operations.listRunTests, operations.getRunTest, operations.listRunTestExecutions];
const aboutExecutions = [
  operations.listRunTestExecutions,
  operations.getTestExecution,
  operations.getExecutionVerdict,
  operations.getExecutionKpis,
];
export const createRunTest = mutationFor(operations.createRunTest, { invalidates: aboutRuns, showsErrors: true });
export const updateRunTest = mutationFor(operations.updateRunTest, { invalidates: aboutRuns, showsErrors: true });
export const updateEvalConfig = mutationFor(operations.updateEvalConfig, {
  invalidates: aboutRuns,
  showsErrors: true,
});
export const deleteRunTest = mutationFor(operations.deleteRunTest, { invalidates: [operations.listRunTests] });
/** However often it is sent with one key, one execution starts. */
export const executeRunTest = (key: string) =>
  mutationFor(operations.executeRunTest, { invalidates: aboutRuns }, { "idempotency-key": key });
export const cancelTestExecution = mutationFor(operations.cancelTestExecution, { invalidates: aboutExecutions });
export const rerunCalls = mutationFor(operations.rerunCalls, { invalidates: aboutExecutions });
export const forkCall = mutationFor(operations.forkCall, { invalidates: aboutRuns, showsErrors: true });
