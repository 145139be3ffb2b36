import { HydrationBoundary } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type PrefetchQuery, prefetch } from "./prefetch";

/** A screen whose reads are made on the server, under the rules of `prefetch`. */
export const withReads = async (address: string, reads: PrefetchQuery[], screen: ReactNode) => (
  <HydrationBoundary state={await prefetch(address, ...reads)}>{screen}</HydrationBoundary>
);
