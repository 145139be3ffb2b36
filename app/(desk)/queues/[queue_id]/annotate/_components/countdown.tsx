"use client";
import { type ReactNode, useEffect, useState } from "react";
import { Status } from "@/app/_ui/feedback/status";

const MOST_SHOWN_MS = 5 * 60_000;

interface Props {
  expiresAt: string | null;
  /** Shown before the time that is left, and alone until little is left. */
  otherwise: ReactNode;
  /** For a live region: says once that little is left, and once that nothing is. */
  spoken?: boolean;
}

/** The time that is left of a reservation, in its last quarter and at most its last five minutes. */
export function Countdown({ expiresAt, ...shown }: Props) {
  return expiresAt ? <TimeLeft key={expiresAt} endMs={Date.parse(expiresAt)} {...shown} /> : shown.otherwise;
}

const EXPIRED = "Reservation expired; draft kept";

function TimeLeft({ endMs, otherwise, spoken }: Omit<Props, "expiresAt"> & { endMs: number }) {
  const [startMs] = useState(() => Date.now());
  const [now, setNow] = useState(startMs);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const remainingMs = endMs - now;
  if (remainingMs > Math.min(MOST_SHOWN_MS, (endMs - startMs) / 4)) return otherwise;
  if (spoken) return remainingMs > 0 ? "The reservation ends soon. A change of the answers renews it." : EXPIRED;
  if (remainingMs <= 0)
    return (
      <Status tone="warn" shape="alert">
        {EXPIRED}
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
