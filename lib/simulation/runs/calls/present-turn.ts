// Turns of a call in the form of their contract.
import { usdOf } from "@/lib/gateway/money/amount";
import { toolCallsIn } from "../../conversation/rules/turn";
import { totalOf } from "../../outcome/rules/metrics";
import type { TurnRow } from "../loaders";

export const seconds = (milliseconds: number): number => milliseconds / 1000;

/** A spoken turn has times, and is shown as one text. */
const spokenMembers = ({ role, startMs, endMs, confidence }: TurnRow) =>
  startMs === null || endMs === null
    ? {}
    : {
        speaker_role: role,
        start_time_ms: startMs,
        start_time_seconds: seconds(startMs),
        end_time_ms: endMs,
        end_time_seconds: seconds(endMs),
        confidence_score: confidence,
      };

export const presentTurn = (row: TurnRow) => ({
  id: `${row.callId}:${row.number}`,
  turn: row.number,
  role: row.role,
  messages: row.content === "" ? [] : [row.content],
  content: row.startMs === null ? row.messages : row.content,
  session_id: row.callId,
  tool_calls: toolCallsIn(row.messages),
  created_at: row.createdAt.toISOString(),
  scripted: row.scripted,
  latency_ms: row.latencyMs,
  input_tokens: row.inputTokens,
  output_tokens: row.outputTokens,
  total_tokens: totalOf(row),
  cost_usd: usdOf(row.costMicros),
  model: row.model,
  trace_id: row.traceId,
  ...spokenMembers(row),
});
