// What every operation does around its verb, whatever its bodies are: path, caller, context, and one answer to any failure.
import type { PublicContext } from "@/lib/context";
import type { Contract } from "@/lib/contracts/contract";
import { Failure } from "@/lib/errors";
import { type Exchange, type Reply, withApiHeaders } from "@/lib/exchange/exchange";
import { clientAddress } from "@/lib/exchange/origin";
import { undeclared } from "@/lib/openapi/failures";
import { authenticate } from "./authenticate";
import { publicContext } from "./context";
import { matchPath } from "./paths";
import { renderError, toFailure } from "./render-error";

export interface Operation {
  (request: Exchange): Reply | Promise<Reply>;
  readonly contract: Contract;
}

/** A verb whose types were checked where it was joined to its contract. */
export type Run = (context: PublicContext, input: unknown) => Promise<unknown>;

export function operation(
  contract: Contract,
  answer: (request: Exchange, context: PublicContext, params: Record<string, string>) => Promise<Reply>,
): Operation {
  const handle = async (request: Exchange): Promise<Reply> => {
    try {
      const params = matchPath(contract.path, request.path);
      if (!params) throw new Failure("notFound", "There is no such path.");
      const context = publicContext(clientAddress(request));
      const caller = await authenticate(context.db, request, contract.access);
      return withApiHeaders(await answer(request, { ...context, ...(caller ? { caller } : {}) }, params));
    } catch (error) {
      return renderError(told(contract, error));
    }
  };
  return Object.assign(handle, { contract });
}

/** Outside production a refusal that the API's description does not name is a mistake, and a test finds it as a 500. */
const told = (contract: Contract, error: unknown): unknown =>
  (process.env.NODE_ENV !== "production" && undeclared(contract, toFailure(error).code)) || error;
