import type { gatewayRequests } from "@/db/schema";
import { requestCodes } from "@/lib/contracts/gateway/request-record";
import type { GatewayRequest } from "@/lib/contracts/gateway/requests";

export type RequestRow = Omit<typeof gatewayRequests.$inferSelect, "terms">;

export const presentRequest = (row: RequestRow, keyName: string | null): GatewayRequest => ({
  id: row.id,
  request_id: row.requestId,
  organization_id: row.organizationId,
  key_id: row.keyId,
  key_name: keyName,
  operation: row.operation,
  requested_model: row.requestedModel,
  provider: row.provider,
  model: row.model,
  prompt: row.prompt,
  user: row.endUser,
  session: row.session,
  status: row.status,
  code: requestCodes.find((code) => code === row.code) ?? null,
  started_at: row.startedAt.toISOString(),
  latency_ms: row.latencyMs,
  first_chunk_ms: row.firstChunkMs,
  is_stream: row.isStream,
  input_tokens: row.inputTokens,
  output_tokens: row.outputTokens,
  cost_micros: row.costMicros,
  cache: row.cache,
  guardrails: row.guardrails ?? [],
  attempts: row.attempts ?? [],
  trace_id: row.traceId,
});
