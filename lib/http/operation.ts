// The common part of every operation around its verb: path, caller, context, and error handling.
import { actOf } from "@/lib/audit/perform";
import { isConfirmed } from "@/lib/auth/remembered-callers";
import type { Context, PublicContext } from "@/lib/context";
import type { Contract } from "@/lib/contracts/contract";
import { scopeOfCall } from "@/lib/contracts/key-scope";
import { Failure } from "@/lib/errors";
import { type Exchange, type Reply, withApiHeaders } from "@/lib/exchange/exchange";
import { clientAddress } from "@/lib/exchange/origin";
import { toFailure } from "@/lib/failures";
import { undeclared } from "@/lib/openapi/failures";
import { authenticate, authenticateAnew, recallCaller } from "./authenticate";
import { publicContext } from "./context";
import { withCrossOrigin } from "./cross-origin";
import { matchPath } from "./paths";
import { renderError } from "./render-error";

export interface Operation {
  (request: Exchange): Reply | Promise<Reply>;
  readonly contract: Contract;
}

/** A verb whose types were checked where it was connected to its contract. */
export type Run = (context: PublicContext, input: unknown) => Promise<unknown>;

interface Options {
  /** The verb's first statement confirms a remembered caller: lib/auth/remembered-callers.ts. */
  confirmsCaller?: boolean;
}

export function operation(
  contract: Contract,
  answer: (request: Exchange, context: PublicContext, params: Record<string, string>) => Promise<Reply>,
  { confirmsCaller = false }: Options = {},
): Operation {
  const handle = async (request: Exchange): Promise<Reply> => {
    request.facts.operation = contract.name;
    try {
      const params =
        matchPath(contract.path, request.path) ?? (contract.alsoAt ? matchPath(contract.alsoAt, request.path) : null);
      if (!params) throw new Failure("notFound", "This path does not exist.");
      const context = {
        ...publicContext(clientAddress(request)),
        idempotencyKey: request.header("idempotency-key"),
        ...actOf(contract, request),
      };
      const recalled = confirmsCaller ? recallCaller(context.db, request, scopeOfCall(contract, request.query)) : null;
      if (recalled) {
        request.facts.organizationId = recalled.organizationId;
        return withApiHeaders(await answerConfirmed(request, { ...context, caller: recalled }, params));
      }
      const caller = await authenticate(context.db, request, neededBy(contract, request));
      request.facts.organizationId = caller?.organizationId ?? null;
      return withApiHeaders(await answer(request, { ...context, ...(caller ? { caller } : {}) }, params));
    } catch (error) {
      return renderError(documentedFailure(contract, error), request.facts.id);
    }
  };
  const answerConfirmed = async (request: Exchange, context: Context, params: Record<string, string>) => {
    const answered = await answer(request, context, params).catch(async (error: unknown) => {
      // Authentication errors come before errors in the input.
      if (!isConfirmed(context.caller)) await authenticateAnew(context.db, request, neededBy(contract, request));
      throw error;
    });
    if (!isConfirmed(context.caller)) throw new Error(`${contract.name} has not confirmed its caller.`);
    return answered;
  };
  if (!contract.crossOrigin) return Object.assign(handle, { contract });
  return Object.assign(async (request: Exchange) => withCrossOrigin(await handle(request)), { contract });
}

const neededBy = (contract: Contract, { query }: Exchange): Contract => ({
  ...contract,
  scope: scopeOfCall(contract, query),
});

/** Outside production a refusal that the API's description does not list is a bug, and tests see it as a 500. */
const documentedFailure = (contract: Contract, error: unknown): unknown =>
  (process.env.NODE_ENV !== "production" && undeclared(contract, toFailure(error).code)) || error;
