// Joins a contract to its verb. The result is one operation: a Web-standard handler that both mounts serve.
import { connection } from "@/db/client";
import type { PublicContext, Verb } from "@/lib/context";
import type { Contract } from "@/lib/contracts/contract";
import { Failure } from "@/lib/errors";
import { storeEvent } from "@/lib/events";
import { authenticate } from "./authenticate";
import { clientAddress } from "./origin";
import { matchPath } from "./paths";
import { readInput } from "./read-input";
import { renderError } from "./render-error";
import { respond } from "./respond";

export interface Operation {
  (request: Request): Promise<Response>;
  readonly contract: Contract;
}

export function endpoint<C extends Contract>(contract: C, verb: Verb<C>): Operation {
  // Safe because `authenticate` gives a caller wherever the contract's access is not public, and readInput gives its input.
  const run = verb as unknown as (context: PublicContext, input: unknown) => Promise<unknown>;
  const handle = async (request: Request): Promise<Response> => {
    try {
      const params = matchPath(contract.path, new URL(request.url).pathname);
      if (!params) throw new Failure("notFound", "There is no such path.");
      const { db } = connection();
      const caller = await authenticate(db, request, contract.access);
      const input = await readInput(contract, request, params);
      const context = {
        db,
        now: () => new Date(),
        emit: (event: Parameters<typeof storeEvent>[1]) => storeEvent(db, event),
        address: clientAddress(request),
        ...(caller ? { caller } : {}),
      };
      return respond(contract, await run(context, input), request);
    } catch (error) {
      return renderError(error);
    }
  };
  return Object.assign(handle, { contract });
}
