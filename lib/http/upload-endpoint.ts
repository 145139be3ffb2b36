// The third way to connect a contract to its verb: the body is a form with a file, which can be read while the verb runs.
import type { Verb } from "@/lib/context";
import type { Contract } from "@/lib/contracts/contract";
import { type Operation, operation, type Run } from "./operation";
import { withForm } from "./read-form";
import { checkBody, readAddress } from "./read-input";
import { respond } from "./respond";

export function uploadEndpoint<C extends Contract>(contract: C, verb: Verb<C>): Operation {
  const run = verb as unknown as Run; // safe as in `endpoint`: the caller is there, and the input meets the contract
  return operation(contract, async (request, context, params) => {
    const address = readAddress(contract, request, params);
    return withForm(request, async (form) =>
      respond(contract, await run(context, { ...address, ...checkBody(contract, form) }), request),
    );
  });
}
