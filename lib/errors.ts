// All kinds of failure. Verbs throw them; lib/http/render-error.ts and lib/gateway/errors.ts render them.

/** Platform failures by kind: HTTP status, wire `type` and the possible wire `code`s. The first code is the default. */
export const failures = {
  invalid: {
    status: 400,
    type: "validation_error",
    codes: [
      "invalid",
      "required",
      "parse_error",
      "feedback_required",
      "invitation_expired",
      "invitation_revoked",
      "invitation_used",
      "item_approved",
      "item_in_review",
      "item_not_in_review",
      "last_owner",
      "not_annotator",
      "nothing_to_settle",
      "open_feedback",
      "queue_not_active",
      "queue_without_labels",
      "required_labels_missing",
      "second_factor_required",
      "selection_too_large",
      "thread_open",
      "thread_resolved",
    ],
  },
  unauthenticated: {
    status: 401,
    type: "authentication_error",
    codes: ["not_authenticated", "authentication_failed", "key_expired"],
  },
  forbidden: {
    status: 403,
    type: "permission_error",
    codes: [
      "permission_denied",
      "company_session",
      "company_sign_in_missing",
      "csrf_failed",
      "other_invitee",
      "scope_missing",
      "second_factor_missing",
      "session_required",
      "sign_up_closed",
    ],
  },
  notFound: { status: 404, type: "not_found", codes: ["not_found"] },
  methodNotAllowed: { status: 405, type: "client_error", codes: ["method_not_allowed"] },
  conflict: {
    status: 409,
    type: "conflict",
    codes: [
      "conflict",
      "draft_outdated",
      "export_not_complete",
      "gold_in_use",
      "item_adjudicated",
      "item_changed_since",
      "item_completed",
      "item_is_check",
      "item_reserved",
      "item_reviewed",
      "item_taken",
      "mutation_id_reused",
      "nothing_to_undo",
      "submitted_again",
      "taken_up_again",
    ],
  },
  gone: { status: 410, type: "client_error", codes: ["gone"] },
  tooLarge: { status: 413, type: "client_error", codes: ["request_too_large", "items_too_large"] },
  unsupportedMedia: { status: 415, type: "client_error", codes: ["unsupported_media_type"] },
  rateLimited: { status: 429, type: "rate_limit", codes: ["rate_limited"] },
  internal: { status: 500, type: "server_error", codes: ["server_error"] },
  notImplemented: { status: 501, type: "not_implemented", codes: ["not_implemented"] },
  unavailable: { status: 503, type: "service_unavailable", codes: ["service_unavailable", "not_ready"] },
} as const;

export type FailureKind = keyof typeof failures;
/** A wire code. Codes of one kind share its status. */
export type FailureCode<Kind extends FailureKind = FailureKind> = (typeof failures)[Kind]["codes"][number];

export interface FailureDetail<Kind extends FailureKind = FailureKind> {
  /** A more specific code than the kind's default, e.g. `item_reserved`. */
  code?: FailureCode<Kind>;
  /** Messages by invalid field; `non_field_errors` for the object as a whole. */
  fields?: Record<string, string[]>;
  /** Data that a client can act on: extra members of the platform's error body. */
  facts?: Record<string, unknown>;
  /** Seconds after which a retry is sensible. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

type FailureArguments = {
  [Kind in FailureKind]: [kind: Kind, message: string, detail?: FailureDetail<Kind>];
}[FailureKind];

export class Failure extends Error {
  readonly kind: FailureKind;
  readonly detail: FailureDetail;

  constructor(...[kind, message, detail = {}]: FailureArguments) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = "Failure";
    this.kind = kind;
    this.detail = detail;
  }

  /** The `code` on the wire. */
  get code(): FailureCode {
    return this.detail.code ?? failures[this.kind].codes[0];
  }
}

/** The database answers but accepts no writes. */
export const writesRefused = (cause?: unknown): Failure =>
  new Failure(
    "unavailable",
    "The database accepts no writes: its disk is full, or it is read-only. Your changes may not have been saved.",
    { retryAfterSeconds: 30, ...(cause === undefined ? {} : { cause }) },
  );

/** A 400 that names one field. */
export const invalidField = (field: string, message: string): Failure =>
  new Failure("invalid", `${field}: ${message}`, { fields: { [field]: [message] } });

export const invalid = (message: string, detail: FailureDetail<"invalid"> = {}): Failure =>
  new Failure("invalid", message, detail);
export const forbidden = (message: string, detail: FailureDetail<"forbidden"> = {}): Failure =>
  new Failure("forbidden", message, detail);
export const notFound = (message: string, detail: FailureDetail<"notFound"> = {}): Failure =>
  new Failure("notFound", message, detail);
export const conflict = (message: string, detail: FailureDetail<"conflict"> = {}): Failure =>
  new Failure("conflict", message, detail);
