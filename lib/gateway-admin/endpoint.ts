// Joins a contract of the gateway's administration to its verb: who may, and the gateway's own form of errors.
import { connection } from "@/db/client";
import { actOf, perform } from "@/lib/audit/perform";
import type { GatewayContext, Scope, Verb } from "@/lib/context";
import type { Contract } from "@/lib/contracts/contract";
import type { FailureCode } from "@/lib/contracts/gateway/failures";
import { BLANK } from "@/lib/contracts/shapes";
import type { Failure } from "@/lib/errors";
import { storeEvent } from "@/lib/events";
import { type Exchange, type Handler, jsonReply, type Reply } from "@/lib/exchange/exchange";
import { clientAddress } from "@/lib/exchange/origin";
import { toFailure } from "@/lib/failures";
import { GatewayFailure, renderFailure } from "@/lib/gateway/errors";
import { complete } from "@/lib/gateway/headers";
import { globalLimitStatus } from "@/lib/gateway/limits/admit";
import { liveParts } from "@/lib/gateway/live";
import type { Operation } from "@/lib/http/endpoint";
import { matchPath } from "@/lib/http/paths";
import { readInput } from "@/lib/http/read-input";
import { type FileOutput, fileReply } from "@/lib/http/respond";
import { undeclared } from "@/lib/openapi/failures";
import { scopeOf } from "./access";

export function adminEndpoint<C extends Contract & { access: "gateway" | "operator" }>(
  contract: C,
  verb: Verb<C>,
): Operation {
  // Safe because readInput gives the contract's input, and its access has the verb take a scope.
  const run = verb as unknown as (context: GatewayContext, input: unknown) => Promise<unknown>;
  const handle = guarded(async (request, scope) => {
    const params = matchPath(contract.path, request.path) ?? {};
    const input = await readInput(contract, request, params);
    request.facts.organizationId = scope.organizationId;
    const { db } = connection();
    const context: GatewayContext = {
      db,
      scope,
      now: () => new Date(),
      emit: (event) => storeEvent(db, event),
      address: clientAddress(request),
      idempotencyKey: request.header("idempotency-key"),
      ...actOf(contract, request),
    };
    const output = await perform(contract, run, context, input);
    if (typeof output === "string") return textReply(output);
    return contract.envelope === "file" ? fileReply(output as FileOutput) : jsonReply(output); // safe because `file` contracts declare it
  }, contract);
  return Object.assign(handle, { contract });
}

const textReply = (body: string): Reply => ({
  status: 200,
  headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8", "cache-control": "no-store" },
  body,
});

/** For paths below /-/ that do not exist, and methods that a path does not take. */
export const refuseWith = (failureOf: (method: string, path: string) => GatewayFailure): Handler =>
  guarded(({ method, path }) => {
    throw failureOf(method, path);
  });

type Guarded = (request: Exchange, scope: Scope) => Reply | Promise<Reply>;

const guarded =
  (handle: Guarded, contract?: Contract): Handler =>
  async (request) => {
    const startedAt = Date.now();
    request.facts.operation = contract?.name ?? null;
    let reply: Reply;
    try {
      reply = await handle(request, await scopeOf(connection().db, request));
    } catch (error) {
      const failure = toGatewayFailure(error, contract);
      const mistake = process.env.NODE_ENV !== "production" && contract && undeclared(contract, failure.code);
      reply = renderFailure(mistake ? toGatewayFailure(mistake) : failure);
    }
    return complete(reply, request.facts.id, await globalLimitStatus(liveParts()), Date.now() - startedAt);
  };

const codes: Record<Failure["kind"], FailureCode> = {
  invalid: "invalid_request_error",
  unauthenticated: "unauthorized",
  forbidden: "permission_denied",
  notFound: "not_found",
  methodNotAllowed: "method_not_allowed",
  conflict: "invalid_request_error",
  gone: "not_found",
  tooLarge: "request_too_large",
  unsupportedMedia: "invalid_request_error",
  rateLimited: "rate_limit_exceeded",
  internal: "internal_error",
  notImplemented: "not_supported",
  unavailable: "service_unavailable",
};

function codeOf({ kind, detail }: Failure, contract?: Contract): FailureCode {
  if (detail.code === "parse_error") return "invalid_json";
  if (detail.fields?.amount && contract?.errors?.includes("invalid_amount")) return "invalid_amount";
  const isNameless = detail.fields?.name?.some((text) => text === BLANK || detail.code === "required");
  return isNameless && contract?.errors?.includes("missing_name") ? "missing_name" : codes[kind];
}

/** The platform's failures, as input and database raise them, in the gateway's table. */
function toGatewayFailure(error: unknown, contract?: Contract): GatewayFailure {
  if (error instanceof GatewayFailure) return error;
  const failure = toFailure(error);
  const { kind, message, detail } = failure;
  if (kind === "internal") liveParts().report(detail.cause);
  const param = Object.keys(detail.fields ?? {}).find((field) => field !== "non_field_errors");
  return new GatewayFailure(codeOf(failure, contract), message, {
    ...(param ? { param } : {}),
    ...(detail.retryAfterSeconds ? { retryAfterSeconds: detail.retryAfterSeconds } : {}),
  });
}
