// Fills the query cache on the server with the API's own verbs, under the keys that the browser uses.
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
  /** Its 404 means a page beyond the end of the list, which the screen shows itself. */
  isList: boolean;
  run: (context: Context) => Promise<unknown>;
}

/** One read for a page: an operation and its input, as the page's component will request it. */
export function read<C extends Contract>(contract: C, verb: Verb<C>, input: ClientInput<C>): PrefetchQuery {
  const run = async (context: Context) => {
    const params = contract.params.safeParse(pick(contract, input));
    // A malformed id cannot exist.
    if (!params.success) throw nothingThere("Not found.");
    const query = contract.query.parse(pickQuery(contract, input));
    // Safe because a read has no body and the two other parts were just parsed.
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
 * Runs the reads of a page in parallel and returns the cache for a HydrationBoundary. If signed out, redirects to sign-in and back to
 * `address`. A missing object shows the not-found page.
 */
export async function prefetch(address: string, ...reads: PrefetchQuery[]): Promise<DehydratedState> {
  return fillCache(await requireCaller(address), reads);
}

/** A failed read leaves its key empty: the browser requests it again and shows the error. */
export async function fillCache(caller: Caller, reads: PrefetchQuery[]): Promise<DehydratedState> {
  const context = contextFor(caller);
  const client = new QueryClient();
  const outcomes = await Promise.allSettled(reads.map(({ run }) => run(context)));
  for (const [index, outcome] of outcomes.entries()) {
    const read = reads[index];
    if (!read) continue;
    if (outcome.status === "fulfilled") client.setQueryData(read.key, outcome.value);
    else if (!read.isList && isNotFound(outcome.reason)) notFound();
  }
  return dehydrate(client);
}

const isNotFound = (error: unknown): boolean => error instanceof Failure && error.kind === "notFound";
