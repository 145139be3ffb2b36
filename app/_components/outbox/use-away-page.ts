"use client";
import { useEffect } from "react";
import { logIgnored } from "@/lib/error-report";

/** Has the browser show a page of ours when the server cannot be reached. Browsers allow it over https and on this machine. */
export function useAwayPage(): void {
  useEffect(() => {
    // Without it a page that cannot be reached looks as the browser draws it.
    navigator.serviceWorker
      ?.register("/service-worker.js")
      .catch(logIgnored("register the page for times without a server"));
  }, []);
}
