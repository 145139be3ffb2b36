// In a file of its own: the desk makes no secrets.
import type { MutationOptions } from "@tanstack/react-query";
import { CallError, isStatus } from "@/lib/client/call-error";
import { mutationFor } from "@/lib/client/query";
import type { ClientInput, ContractOf, Wire } from "@/lib/contracts/contract";

type Meta = NonNullable<MutationOptions["meta"]>;

/** A mutation whose answer alone has a secret. `lost` says what to do if the answer never arrives. */
export const secretFor = <W extends Wire>(operation: W, meta: Meta, lost: string) => {
  const mutation = mutationFor(operation, { ...meta, showsErrors: true });
  return {
    ...mutation,
    mutationFn: (input: ClientInput<ContractOf<W>>) =>
      mutation.mutationFn(input).catch((error: unknown) => {
        throw isStatus(error, 0) ? new CallError(0, error.code, lost) : error;
      }),
  };
};
