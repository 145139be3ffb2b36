// The gateway's closed table of failures and their form on the wire: OpenAI's envelope.
import { excerpt } from "@/lib/bounds/excerpt";
import { MAX_FIELD_CHARACTERS, MAX_MESSAGE_CHARACTERS } from "@/lib/bounds/limits";

export const failures = {
  invalid_json: { status: 400, type: "invalid_request_error" },
  missing_model: { status: 400, type: "invalid_request_error" },
  missing_messages: { status: 400, type: "invalid_request_error" },
  invalid_request_error: { status: 400, type: "invalid_request_error" },
  unauthorized: { status: 401, type: "authentication_error" },
  permission_denied: { status: 403, type: "permission_error" },
  content_blocked: { status: 403, type: "guardrail_error" },
  model_not_found: { status: 404, type: "not_found" },
  key_not_found: { status: 404, type: "not_found" },
  not_found: { status: 404, type: "not_found" },
  method_not_allowed: { status: 405, type: "invalid_request_error" },
  request_too_large: { status: 413, type: "invalid_request_error" },
  rate_limit_exceeded: { status: 429, type: "rate_limit_error" },
  budget_exceeded: { status: 429, type: "budget_error" },
  internal_error: { status: 500, type: "server_error" },
  not_supported: { status: 501, type: "server_error" },
  provider_error: { status: 502, type: "upstream_error" },
  provider_404: { status: 502, type: "upstream_error" },
  upstream_error: { status: 502, type: "upstream_error" },
  service_unavailable: { status: 503, type: "server_error" },
  timeout: { status: 504, type: "timeout_error" },
} as const;

export type FailureCode = keyof typeof failures;

export interface FailureDetail {
  /** The offending field of the request. */
  param?: string;
  /** Replaces the code's own status: what a provider refused with, where the client is at fault. */
  status?: number;
  retryAfterSeconds?: number;
  /** False where a retry cannot cure what the status alone would have clients retry. */
  shouldRetry?: false;
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

export function errorEnvelope({ code, message, detail }: GatewayFailure) {
  return {
    error: {
      message: excerpt(message, MAX_MESSAGE_CHARACTERS),
      type: failures[code].type,
      param: detail.param === undefined ? null : excerpt(detail.param, MAX_FIELD_CHARACTERS),
      code,
    },
  };
}

export function renderFailure(failure: GatewayFailure): Response {
  const { status = failures[failure.code].status, retryAfterSeconds, shouldRetry } = failure.detail;
  const headers = new Headers();
  if (retryAfterSeconds !== undefined) {
    const seconds = Math.max(1, Math.ceil(retryAfterSeconds));
    headers.set("retry-after", String(seconds));
    headers.set("retry-after-ms", String(seconds * 1000));
  }
  if (shouldRetry === false) headers.set("x-should-retry", "false");
  return Response.json(errorEnvelope(failure), { status, headers });
}
