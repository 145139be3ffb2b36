"use client";
import { usePathname, useSearchParams } from "next/navigation";
import { useCallback } from "react";

/** `false` replaces the current address in the history, so that Back skips it. */
interface Step {
  keepsBack?: boolean;
}

/** Filters, tabs and pages are stored in the URL, so that a link, a reload and Back show the same. Null removes a parameter. */
export function useAddress() {
  const pathname = usePathname();
  const search = useSearchParams();
  const set = useCallback(
    (changes: Record<string, string | null>, { keepsBack = true }: Step = {}) => {
      // Read the current address: the last render may be older than the last change.
      const next = new URLSearchParams(window.location.search);
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      // Next follows the history without a request to the server: the page's data come from the query cache.
      const address = next.size > 0 ? `${pathname}?${next}` : pathname;
      if (keepsBack) window.history.pushState(null, "", address);
      else window.history.replaceState(null, "", address);
    },
    [pathname],
  );
  return { get: (name: string): string | undefined => search.get(name) ?? undefined, set };
}
