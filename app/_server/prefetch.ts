// Fills the query cache on the server with the very verbs that the API runs, under the keys that the browser asks for.
import { type DehydratedState, dehydrate, QueryClient } from "@tanstack/react-query";
import { notFound } from "next/navigation";
import { keyOf } from "@/lib/client/query";
import type { Caller, Context, Verb } from "@/lib/context";
import type { ClientInput, Contract } from "@/lib/contracts/contract";
import { Failure, notFound as nothingThere } from "@/lib/errors";
import { contextFor } from "@/lib/http/context";
import { requireCaller } from "./session";

export interface PrefetchQuery {
  key: readonly unknown[];
  /** Its 404 is about the page of the list, which the screen shows itself. */
  isList: boolean;
  run: (context: Context) => Promise<unknown>;
}

/** One read of a page: an operation and its input, as the page's component will ask for it. */
export function read<C extends Contract>(contract: C, verb: Verb<C>, input: ClientInput<C>): PrefetchQuery {
  const run = async (context: Context) => {
    const params = contract.params.safeParse(pick(contract, input));
    // An id that cannot be one belongs to nothing.
    if (!params.success) throw nothingThere("Not found.");
    const query = contract.query.parse(pickQuery(contract, input));
    // Safe because a read has no body and both other parts have just been parsed.
    return (verb as unknown as (context: Context, input: unknown) => Promise<unknown>)(context, {
      ...params.data,
      ...query,
    });
  };
  return { key: keyOf(contract, input), isList: contract.envelope === "page", run };
}

const take = (names: string[], input: unknown) =>
  Object.fromEntries(Object.entries(input as object).filter(([name]) => names.includes(name))); // safe because inputs are objects
const pick = (contract: Contract, input: unknown) => take(Object.keys(contract.params.shape), input);
const pickQuery = (contract: Contract, input: unknown) => take(Object.keys(contract.query.shape), input);

/**
 * Runs the reads of a page side by side and returns the cache for a HydrationBoundary. Sends to the sign-in, and back to
 * `address`, when nobody is signed in; what does not exist shows the not-found page.
 */
export async function prefetch(address: string, ...reads: PrefetchQuery[]): Promise<DehydratedState> {
  return fillCache(await requireCaller(address), reads);
}

/** A read that fails leaves its key empty: the browser asks again and shows the error. */
export async function fillCache(caller: Caller, reads: PrefetchQuery[]): Promise<DehydratedState> {
  const context = contextFor(caller);
  const client = new QueryClient();
  const outcomes = await Promise.allSettled(reads.map(({ run }) => run(context)));
  for (const [index, outcome] of outcomes.entries()) {
    const wanted = reads[index];
    if (!wanted) continue;
    if (outcome.status === "fulfilled") client.setQueryData(wanted.key, outcome.value);
    else if (!wanted.isList && isNotFound(outcome.reason)) notFound();
  }
  return dehydrate(client);
}

const isNotFound = (error: unknown): boolean => error instanceof Failure && error.kind === "notFound";
