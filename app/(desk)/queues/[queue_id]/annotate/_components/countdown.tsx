"use client";
import { type ReactNode, useEffect, useState } from "react";
import { Status } from "@/app/_ui/feedback/status";

const MOST_SHOWN_MS = 5 * 60_000;

interface Props {
  expiresAt: string | null;
  /** Shown before the time that is left, and alone until little is left. */
  otherwise: ReactNode;
}

/** The time that is left of a reservation, in its last quarter and at most its last five minutes. */
export function Countdown({ expiresAt, otherwise }: Props) {
  return expiresAt ? <TimeLeft key={expiresAt} endMs={Date.parse(expiresAt)} otherwise={otherwise} /> : otherwise;
}

function TimeLeft({ endMs, otherwise }: { endMs: number; otherwise: ReactNode }) {
  const [startMs] = useState(() => Date.now());
  const [now, setNow] = useState(startMs);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const remainingMs = endMs - now;
  if (remainingMs > Math.min(MOST_SHOWN_MS, (endMs - startMs) / 4)) return otherwise;
  if (remainingMs <= 0)
    return (
      <Status tone="warn" shape="alert">
        Reservation expired; draft kept
      </Status>
    );
  const seconds = Math.ceil(remainingMs / 1000);
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {otherwise}
      <Status tone="warn" shape="alert" className="tabular-nums">
        Reserved for {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, "0")}
      </Status>
    </span>
  );
}
