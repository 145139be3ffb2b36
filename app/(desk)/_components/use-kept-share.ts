"use client";
import { useLayoutEffect, useState } from "react";
import { attemptStorage } from "@/app/_components/attempt-storage";

const LEAST = 35;
const MOST = 75;
export const shareRange = { least: LEAST, most: MOST };

const clamp = (percent: number): number => Math.min(MOST, Math.max(LEAST, percent));

/** The source's share of the desk's width in percent, kept in this browser for each kind of desk. */
export function useKeptShare(kind: string, usual: number): [number, (share: number) => void] {
  const name = `assay width ${kind}`;
  const [share, setShare] = useState(usual);
  useLayoutEffect(() => {
    const kept = Number(attemptStorage(() => localStorage.getItem(name)) ?? Number.NaN);
    if (Number.isFinite(kept)) setShare(clamp(kept));
  }, [name]);
  const change = (next: number) => {
    const clamped = clamp(next);
    setShare(clamped);
    attemptStorage(() => localStorage.setItem(name, String(clamped)));
  };
  return [share, change];
}
