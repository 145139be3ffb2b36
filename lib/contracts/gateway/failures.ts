// The gateway's closed table of failures.
export const failures = {
  invalid_json: { status: 400, type: "invalid_request_error" },
  missing_model: { status: 400, type: "invalid_request_error" },
  missing_messages: { status: 400, type: "invalid_request_error" },
  missing_name: { status: 400, type: "invalid_request_error" },
  invalid_request_error: { status: 400, type: "invalid_request_error" },
  unauthorized: { status: 401, type: "authentication_error" },
  permission_denied: { status: 403, type: "permission_error" },
  content_blocked: { status: 403, type: "guardrail_error" },
  model_not_found: { status: 404, type: "not_found" },
  provider_not_found: { status: 404, type: "not_found" },
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
