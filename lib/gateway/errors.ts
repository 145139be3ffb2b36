// The gateway's failures and their form on the wire: OpenAI's envelope.
import { excerpt } from "@/lib/bounds/excerpt";
import { MAX_FIELD_CHARACTERS, MAX_MESSAGE_CHARACTERS } from "@/lib/bounds/limits";
import { type FailureCode, failures } from "@/lib/contracts/gateway/failures";
import { jsonReply, type Reply } from "@/lib/exchange/exchange";

export interface FailureDetail {
  /** The offending field of the request. */
  param?: string;
  /** Replaces the code's own status: what a provider refused with, where the client is at fault. */
  status?: number;
  retryAfterSeconds?: number;
  /** False where a retry cannot cure what the status alone would have clients retry; true the other way round. */
  shouldRetry?: boolean;
  /** The provider's word for a fault of the client's, which clients get in place of the failure's own code. */
  providerCode?: string;
  /** The status with which a provider refused. */
  providerStatus?: number;
  /** True if the provider has too much to do. Clients of Anthropic's know the type. */
  isOverloaded?: boolean;
  /** True if the request may be what the provider failed at, although its status says otherwise. */
  isOfRequest?: boolean;
  /** Further headers of the answer. */
  headers?: Record<string, string>;
  cause?: unknown;
}

export class GatewayFailure extends Error {
  readonly code: FailureCode;
  readonly detail: FailureDetail;

  constructor(code: FailureCode, message: string, detail: FailureDetail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = "GatewayFailure";
    this.code = code;
    this.detail = detail;
  }
}

/** Any error as a failure of the table; the text of one that is not in it stays inside. */
export const toGatewayFailure = (error: unknown): GatewayFailure =>
  error instanceof GatewayFailure
    ? error
    : new GatewayFailure("internal_error", "Something went wrong inside the gateway.", { cause: error });

/** Anthropic's word. */
export const OVERLOADED = "overloaded_error";

export function errorEnvelope({ code, message, detail }: GatewayFailure) {
  return {
    error: {
      message: excerpt(message, MAX_MESSAGE_CHARACTERS),
      type: detail.isOverloaded ? OVERLOADED : failures[code].type,
      param: detail.param === undefined ? null : excerpt(detail.param, MAX_FIELD_CHARACTERS),
      code: detail.providerCode ?? code,
    },
  };
}

export function renderFailure(failure: GatewayFailure): Reply {
  const { status = failures[failure.code].status, retryAfterSeconds, shouldRetry } = failure.detail;
  const headers: Record<string, string> = { ...failure.detail.headers };
  if (retryAfterSeconds !== undefined) {
    const seconds = Math.max(1, Math.ceil(retryAfterSeconds));
    headers["retry-after"] = String(seconds);
    headers["retry-after-ms"] = String(seconds * 1000);
  }
  if (shouldRetry !== undefined) headers["x-should-retry"] = String(shouldRetry);
  return jsonReply(errorEnvelope(failure), status, headers);
}
