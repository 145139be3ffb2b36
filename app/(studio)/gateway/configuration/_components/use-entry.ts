"use client";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import type { Config } from "./config-text";

/** The entry of a record that the address opens. A renamed entry stays open, and the address follows. */
export function useEntry(record: Config) {
  const { get, set } = useAddress();
  const [renamed, setRenamed] = useState<{ from: string; to: string } | null>(null);
  const requested = get("entry");
  const isMissing = requested !== undefined && !Object.hasOwn(record, requested);
  const entry = isMissing && renamed?.from === requested ? renamed.to : requested;
  return {
    entry: entry !== undefined && Object.hasOwn(record, entry) ? entry : null,
    open: (next: string | null) => set({ entry: next }),
    follow: (from: string, to: string) => {
      setRenamed({ from, to });
      set({ entry: to }, { keepsBack: false });
    },
  };
}
