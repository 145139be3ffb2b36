"use client";
import { usePathname, useSearchParams } from "next/navigation";
import { useCallback } from "react";

/** Filters, tabs and pages live in the address, so that a link or a reload shows the same. Null takes a name out. */
export function useAddress() {
  const pathname = usePathname();
  const search = useSearchParams();
  const set = useCallback(
    (changes: Record<string, string | null>) => {
      const next = new URLSearchParams(search);
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      // Next follows the history, and asks the server for nothing: the page's data come from the query cache.
      window.history.replaceState(null, "", next.size > 0 ? `${pathname}?${next}` : pathname);
    },
    [pathname, search],
  );
  return { get: (name: string): string | undefined => search.get(name) ?? undefined, set };
}

/** A page's number from an address; 1 when there is none. */
export const pageOf = (text: string | undefined): number => Math.max(1, Number.parseInt(text ?? "1", 10) || 1);

/** A value of a closed set from an address; undefined when it is none of them. */
export const oneOf = <V extends string>(values: readonly V[], text: string | undefined): V | undefined =>
  values.find((value) => value === text);
