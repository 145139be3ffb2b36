import { excerpt } from "@/lib/bounds/excerpt";
import { MAX_FIELD_CHARACTERS, MAX_FINDINGS, MAX_MESSAGE_CHARACTERS } from "@/lib/bounds/limits";
import { describeError } from "@/lib/error-report";
import { type Failure, failures } from "@/lib/errors";
import { jsonReply, type TextReply, withApiHeaders } from "@/lib/exchange/exchange";
import { toFailure } from "@/lib/failures";
import { log } from "@/lib/observe/log";

/** Messages and field names may quote the request, so both are shortened. */
function shortFields({ detail }: Failure): Record<string, string[]> | undefined {
  if (!detail.fields) return undefined;
  const fields = Object.entries(detail.fields).slice(0, MAX_FINDINGS);
  return Object.fromEntries(
    fields.map(([field, messages]) => [
      excerpt(field, MAX_FIELD_CHARACTERS),
      messages.slice(0, MAX_FINDINGS).map((message) => excerpt(message, MAX_MESSAGE_CHARACTERS)),
    ]),
  );
}

/** The platform's error body: one sentence under four names, the first invalid field, and all field messages. */
export function renderError(error: unknown, requestId?: string): TextReply {
  const failure = toFailure(error);
  const { status, type } = failures[failure.kind];
  if (failure.kind === "internal") {
    const request = requestId ? { request_id: requestId } : {};
    log("error", "Internal error.", { ...request, error: describeError(failure.cause) });
  }
  const fields = shortFields(failure);
  const attr = fields && Object.keys(fields).find((field) => field !== "non_field_errors");
  const message = excerpt(failure.message, MAX_MESSAGE_CHARACTERS);
  const body = {
    status: false,
    type,
    code: failure.code,
    detail: message,
    message,
    error: message,
    result: message,
    ...(attr ? { attr } : {}),
    ...(fields ? { details: fields } : {}),
    ...failure.detail.facts,
    ...(requestId ? { request_id: requestId } : {}),
  };
  const headers: Record<string, string> = {};
  if (status === 401) headers["www-authenticate"] = "ApiKey";
  if (failure.detail.retryAfterSeconds) headers["retry-after"] = String(failure.detail.retryAfterSeconds);
  return withApiHeaders(jsonReply(body, status, headers));
}
