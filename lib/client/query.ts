// Joins contracts to TanStack Query. A query's key is the operation's name and its input, nothing else, so that the server
// can fill the cache with a verb's output under the same key.
import { type MutationOptions, type QueryKey, queryOptions } from "@tanstack/react-query";
import type { ClientInput, Contract, Output } from "@/lib/contracts/contract";
import { call } from "./call";
import type { CallError } from "./call-error";

declare module "@tanstack/react-query" {
  interface Register {
    defaultError: CallError | Error;
    mutationMeta: {
      /** Operations whose cached answers the mutation makes old. */
      invalidates?: readonly Contract[];
      /** Said in a toast when it worked. */
      done?: string;
      /** The caller shows failures itself; else a toast does. */
      showsErrors?: boolean;
    };
  }
}

export const keyOf = <C extends Contract>(contract: C, input: ClientInput<C>): QueryKey => [contract.name, input];

export const queryFor = <C extends Contract>(contract: C, input: ClientInput<C>) =>
  queryOptions({
    queryKey: keyOf(contract, input),
    queryFn: ({ signal }): Promise<Output<C>> => call(contract, input, { signal }),
  });

type Meta = NonNullable<MutationOptions["meta"]>;

export const mutationFor = <C extends Contract>(contract: C, meta: Meta = {}) => ({
  mutationKey: [contract.name],
  mutationFn: (input: ClientInput<C>): Promise<Output<C>> => call(contract, input),
  meta,
});
