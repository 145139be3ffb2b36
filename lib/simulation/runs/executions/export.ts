// An execution as CSV: one line per call, read page by page, so that memory stays bounded and no connection is kept
// open.
import { and, asc, eq, gt, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { callExecutions } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type { CallRecord } from "@/lib/contracts/simulation/runs/call-record";
import type * as contracts from "@/lib/contracts/simulation/runs/executions";
import { csvLine } from "@/lib/csv";
import { byteStream } from "@/lib/http/byte-stream";
import type { FileOutput } from "@/lib/http/respond";
import { presentCalls } from "../calls/present-call";
import { type ExecutionRow, executionInWorkspace } from "../loaders";
import { columnsOf } from "./call-columns";

/** Most calls in memory at once, with their transcripts. */
const PAGE = 50;

export const exportTestExecution: Verb<typeof contracts.exportTestExecution> = async (
  { db, caller },
  { test_execution_id },
): Promise<FileOutput> => {
  const execution = await executionInWorkspace(db, caller, test_execution_id);
  const filename = `execution_${execution.id}.csv`;
  return { filename, mediaType: "text/csv", content: byteStream(chunks(db, execution)) };
};

async function* chunks(db: Database, execution: ExecutionRow): AsyncGenerator<string> {
  const known = await columnsOf(db, execution);
  const rowNames = known.flatMap(({ type, column_name }) => (type === "scenario_dataset_column" ? column_name : []));
  const columns: readonly (readonly [name: string, cell: (call: CallRecord) => unknown])[] = [
    ...fixed,
    ...[...new Set(rowNames)].map((name) => [`scenario.${name}`, cellOf(name)] as const),
    ...known
      .filter(({ type }) => type === "evaluation")
      .flatMap(({ id, column_name: name }) => [
        [`evaluation.${name}`, ({ eval_metrics }: CallRecord) => eval_metrics[id]?.output] as const,
        [`evaluation.${name}.reason`, ({ eval_metrics }: CallRecord) => eval_metrics[id]?.reason] as const,
      ]),
    ["transcript", transcriptOf],
  ];
  yield csvLine(columns.map(([name]) => name));
  for (let last = -1; ; ) {
    const calls = await db
      .select()
      .from(callExecutions)
      .where(
        and(
          eq(callExecutions.executionId, execution.id),
          isNull(callExecutions.deletedAt),
          gt(callExecutions.number, last),
        ),
      )
      .orderBy(asc(callExecutions.number))
      .limit(PAGE);
    const shown = await presentCalls(db, execution, calls, { withTranscripts: true });
    if (shown.length > 0) yield shown.map((call) => csvLine(columns.map(([, cell]) => cell(call)))).join("");
    if (calls.length < PAGE) return;
    last = calls.at(-1)?.number ?? last;
  }
}

const fixed: readonly (readonly [string, (call: CallRecord) => unknown])[] = [
  ["call_id", ({ id }) => id],
  ["number", ({ number }) => number],
  ["scenario_name", ({ scenario }) => scenario],
  ["row_id", ({ row_id }) => row_id],
  ["trial", ({ repeat }) => repeat],
  ["status", ({ status }) => status],
  ["verdict", ({ verdict }) => verdict],
  ["fault_side", ({ fault_side }) => fault_side],
  ["fault_kind", ({ fault_kind }) => fault_kind],
  ["ended_by", ({ ended_by }) => ended_by],
  ["ended_reason", ({ ended_reason }) => ended_reason],
  ["started_at", ({ start_time }) => start_time],
  ["ended_at", ({ ended_at }) => ended_at],
  ["duration_seconds", ({ duration_seconds }) => duration_seconds],
  ["turn_count", ({ turn_count }) => turn_count],
  ["avg_latency_ms", ({ avg_latency_ms }) => avg_latency_ms],
  ["total_tokens", ({ total_tokens }) => total_tokens],
  ["cost_usd", ({ cost_usd }) => cost_usd],
  ["overall_score", ({ overall_score }) => overall_score],
];

/** A row's cell by its column name, which the call's contract calls differently for the outcome. */
const cellOf =
  (name: string) =>
  ({ scenario_columns: columns }: CallRecord): unknown =>
    Object.values(columns).find(({ column_name }) => column_name === name)?.value;

const transcriptOf = ({ transcript }: CallRecord): string =>
  transcript.map(({ role, messages }) => `${role}: ${messages.join(" ")}`).join("\n");
