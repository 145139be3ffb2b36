"use client";
import { usePathname, useSearchParams } from "next/navigation";
import { useCallback } from "react";

/** `false` puts the new address in the place of the present one, so that Back passes by it. */
interface Step {
  keepsBack?: boolean;
}

/** Filters, tabs and pages live in the address, so that a link, a reload and Back show the same. Null takes a name out. */
export function useAddress() {
  const pathname = usePathname();
  const search = useSearchParams();
  const set = useCallback(
    (changes: Record<string, string | null>, { keepsBack = true }: Step = {}) => {
      // As the address is now: what was drawn last may be older than what has been set since.
      const next = new URLSearchParams(window.location.search);
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      // Next follows the history, and asks the server for nothing: the page's data come from the query cache.
      const address = next.size > 0 ? `${pathname}?${next}` : pathname;
      if (keepsBack) window.history.pushState(null, "", address);
      else window.history.replaceState(null, "", address);
    },
    [pathname],
  );
  return { get: (name: string): string | undefined => search.get(name) ?? undefined, set };
}
