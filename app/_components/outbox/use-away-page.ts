"use client";
import { useEffect } from "react";
import { logIgnored } from "@/lib/error-report";

/** Makes the browser show our own page when the server cannot be reached. Browsers allow this over HTTPS and on localhost. */
export function useAwayPage(): void {
  useEffect(() => {
    // Without it, an unreachable page shows the browser's own error page.
    navigator.serviceWorker?.register("/service-worker.js").catch(logIgnored("register the offline page"));
  }, []);
}
