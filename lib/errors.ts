// The closed set of failures. Verbs throw these; lib/http/render-error.ts and lib/gateway/errors.ts render them.

/** Platform failures by kind: HTTP status, wire `type` and default wire `code`. */
export const failures = {
  invalid: { status: 400, type: "validation_error", code: "invalid" },
  unauthenticated: { status: 401, type: "authentication_error", code: "not_authenticated" },
  forbidden: { status: 403, type: "permission_error", code: "permission_denied" },
  notFound: { status: 404, type: "not_found", code: "not_found" },
  methodNotAllowed: { status: 405, type: "client_error", code: "method_not_allowed" },
  conflict: { status: 409, type: "conflict", code: "conflict" },
  tooLarge: { status: 413, type: "client_error", code: "request_too_large" },
  unsupportedMedia: { status: 415, type: "client_error", code: "unsupported_media_type" },
  rateLimited: { status: 429, type: "rate_limit", code: "rate_limited" },
  internal: { status: 500, type: "server_error", code: "server_error" },
  unavailable: { status: 503, type: "service_unavailable", code: "service_unavailable" },
} as const;

export type FailureKind = keyof typeof failures;

export interface FailureDetail {
  /** Overrides the kind's default wire code, e.g. `item_reserved`. */
  code?: string;
  /** Messages per offending field; `non_field_errors` for the object as a whole. */
  fields?: Record<string, string[]>;
  /** What a client can act on beside the message: members of the platform's error body. */
  facts?: Record<string, unknown>;
  /** Seconds after which a retry is sensible. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

export class Failure extends Error {
  readonly kind: FailureKind;
  readonly detail: FailureDetail;

  constructor(kind: FailureKind, message: string, detail: FailureDetail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = "Failure";
    this.kind = kind;
    this.detail = detail;
  }
}

/** A 400 that names one field. */
export const invalidField = (field: string, message: string): Failure =>
  new Failure("invalid", `${field}: ${message}`, { fields: { [field]: [message] } });

export const invalid = (message: string, detail?: FailureDetail): Failure => new Failure("invalid", message, detail);
export const forbidden = (message: string, detail?: FailureDetail): Failure =>
  new Failure("forbidden", message, detail);
export const notFound = (message: string, detail?: FailureDetail): Failure => new Failure("notFound", message, detail);
export const conflict = (message: string, detail?: FailureDetail): Failure => new Failure("conflict", message, detail);
