// A message to an agent: its answer is the row's output.
import type { Database } from "@/db/client";
import { reasonOf } from "@/lib/failures";
import type { AgentTask, EvaluationRow, RunRow } from "../loaders";
import { type ColumnNames, filled, type RowCells } from "../rules/row-inputs";
import { type CellResult, failed, judgedBy, nothing, requestPrefixOf, unscored } from "./cell-result";

export type AgentReply =
  | {
      ok: true;
      text: string;
      latencyMs: number | null;
      /** Micro-dollars; null if unknown, as for an agent's own endpoint. */
      costMicros: number | null;
      unpriced: number;
    }
  | { ok: false; reason: string; mayRetry: boolean; retryAfterSeconds: number | null };

/** Begins a conversation with the message. A retry has the same conversation id. */
export type AskAgent = (message: string, conversationId: string) => Promise<AgentReply>;

/** Opens a version of the organization's agent. Agents are kept above evaluation, so the job brings it. */
export type OpenAgent = (
  db: Database,
  organizationId: string,
  task: AgentTask,
  requestPrefix: string,
) => Promise<AskAgent>;

export function answerAgent(
  db: Database,
  run: RunRow,
  { mapping }: EvaluationRow,
  task: AgentTask,
  columns: ColumnNames,
  openAgent: OpenAgent,
) {
  let opened: Promise<AskAgent> | undefined;
  const reached = async (message: string, conversationId: string): Promise<AgentReply> => {
    try {
      opened ??= openAgent(db, run.organizationId, task, requestPrefixOf(run));
      return await (await opened)(message, conversationId);
    } catch (error) {
      opened = undefined;
      const reason = `The agent could not be called. ${reasonOf(error)}`;
      return { ok: false, reason, mayRetry: true, retryAfterSeconds: null };
    }
  };
  return async (cells: RowCells, conversationId: string): Promise<CellResult> => {
    const lost = Object.entries(mapping).find(([, id]) => !columns.has(id));
    if (lost) return unscored(`The column that {{${lost[0]}}} stands for was deleted.`);
    const message = filled(task.message, mapping, cells);
    if (message.trim() === "") return unscored("The message is empty for this row.");
    const reply = await reached(message, conversationId);
    if (!reply.ok)
      return { ...failed(reply.reason), mayRetry: reply.mayRetry, retryAfterSeconds: reply.retryAfterSeconds };
    const { text, latencyMs, costMicros, unpriced } = reply;
    const common = { ...nothing, latencyMs, costMicros: costMicros ?? 0, unpriced };
    if (text === "") return { ...common, outcome: "unscored", reason: "The agent answered without a text." };
    return { ...common, ...judgedBy(Object.values(mapping), cells), outcome: "answered", reason: "", output: text };
  };
}
