// Connects operations to TanStack Query. A query's key is only the operation's name and input, so that the server
// can fill the cache with a verb's output under the same key.
import { type MutationOptions, type QueryKey, queryOptions } from "@tanstack/react-query";
import { firstAbort } from "@/lib/bounds/first-abort";
import type { ClientInput, ContractOf, Output, Wire } from "@/lib/contracts/contract";
import { call } from "./call";
import type { CallError } from "./call-error";

declare module "@tanstack/react-query" {
  interface Register {
    defaultError: CallError | Error;
    mutationMeta: {
      /** Operations whose cached answers the mutation invalidates. */
      invalidates?: readonly Wire[];
      /** The toast shown on success. */
      done?: string;
      /** The caller shows failures itself; otherwise a toast does. */
      showsErrors?: boolean;
    };
  }
}

export const keyOf = <W extends Wire>(operation: W, input: ClientInput<ContractOf<W>>): QueryKey => [
  operation.name,
  input,
];

type InTurn = <T>(task: () => Promise<T>) => Promise<T>;

/** A request that hangs would otherwise stop a live view for as long as it does. */
const LONGEST_QUERY_MS = 60_000;

/** `inTurn` may let a request wait for others. */
export const queryFor = <W extends Wire>(
  operation: W,
  input: ClientInput<ContractOf<W>>,
  inTurn: InTurn = (task) => task(),
) =>
  queryOptions({
    queryKey: keyOf(operation, input),
    queryFn: ({ signal }): Promise<Output<ContractOf<W>>> =>
      inTurn(() => call(operation, input, { signal: firstAbort(signal, AbortSignal.timeout(LONGEST_QUERY_MS)) })),
  });

type Meta = NonNullable<MutationOptions["meta"]>;

export const mutationFor = <W extends Wire>(operation: W, meta: Meta = {}, headers: Record<string, string> = {}) => ({
  mutationKey: [operation.name],
  mutationFn: (input: ClientInput<ContractOf<W>>): Promise<Output<ContractOf<W>>> =>
    call(operation, input, { headers }),
  meta,
});
