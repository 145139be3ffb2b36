// Where finished requests go.
import type { ChatBody } from "@/lib/contracts/gateway/chat";
import type {
  FiredGuardrail,
  GatewayOperation,
  RequestRecord,
  UsedPrompt,
} from "@/lib/contracts/gateway/request-record";
import type { GatewayFailure } from "../errors";
import type { TraceLabels } from "./tracing";
import type { BrokenOff, CompletedCall } from "./watch-call";

/** A finished request. It holds references to the contents, which are copied only when they are written. */
export interface CompletedRequest {
  /** The gateway's own, the same in the ledger. */
  id: string;
  requestId: string;
  organizationId: string | null;
  keyId: string;
  operation: GatewayOperation;
  body: ChatBody | null;
  labels: TraceLabels | null;
  /** The prompt that was filled in; null for none. */
  prompt: UsedPrompt | null;
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
  /** The refusal, if it came before a model was called. */
  refusal: GatewayFailure | BrokenOff | null;
  /** Null if no model was called. */
  call: CompletedCall | null;
}

export interface Recorder {
  /** Announces a request; what it returns takes note of its end, and returns at once. */
  begin(): (request: CompletedRequest) => void;
}
