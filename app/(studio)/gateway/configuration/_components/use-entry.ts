"use client";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import type { Config } from "./config-text";

/** Which of a record's members the address opens. One that gets another name stays open: the address follows. */
export function useEntry(record: Config) {
  const { get, set } = useAddress();
  const [renamed, setRenamed] = useState<{ from: string; to: string } | null>(null);
  const asked = get("entry");
  const isGone = asked !== undefined && !Object.hasOwn(record, asked);
  const entry = isGone && renamed?.from === asked ? renamed.to : asked;
  return {
    entry: entry !== undefined && Object.hasOwn(record, entry) ? entry : null,
    open: (next: string | null) => set({ entry: next }),
    follow: (from: string, to: string) => {
      setRenamed({ from, to });
      set({ entry: to }, { keepsBack: false });
    },
  };
}
