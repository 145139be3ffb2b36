// Where finished requests go.
import type { ChatBody } from "@/lib/contracts/gateway/chat";
import type { FiredGuardrail, GatewayOperation, RequestRecord } from "@/lib/contracts/gateway/request-record";
import type { GatewayFailure } from "../errors";
import type { TraceLabels } from "./tracing";
import type { CompletedCall } from "./watch-call";

/** A request that is over. Of what was said it holds references: nobody copies it until it is written. */
export interface CompletedRequest {
  /** The gateway's own, the same in the ledger. */
  id: string;
  requestId: string;
  organizationId: string | null;
  keyId: string;
  operation: GatewayOperation;
  body: ChatBody | null;
  labels: TraceLabels | null;
  user: string | null;
  userAgent: string | null;
  /** Milliseconds since 1970. */
  startedAt: number;
  endedAt: number;
  /** How long request and answer were, in characters. */
  characters: number;
  cache: RequestRecord["cache"];
  /** Guardrails that run beside a request may still add to it. */
  guardrails: readonly FiredGuardrail[];
  /** Micro-dollars; null for a model without a price. */
  cost: number | null;
  /** With what it was refused before a model was asked. */
  refusal: GatewayFailure | "left" | null;
  /** Null where no model was asked. */
  call: CompletedCall | null;
}

export interface Recorder {
  /** Announces a request; what it returns takes note of its end, and returns at once. */
  begin(): (request: CompletedRequest) => void;
}
