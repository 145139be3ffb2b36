"use client";
import { useEffect, useState } from "react";
import { Status } from "@/app/_ui/feedback/status";

const SHOWN_MS = 5 * 60_000;

/** The time remainingMs on the reservation, in its last five minutes; before that, `otherwise`. */
export function Countdown({ expiresAt, otherwise }: { expiresAt: string | null; otherwise: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!expiresAt) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [expiresAt]);
  if (!expiresAt) return otherwise;
  const remainingMs = new Date(expiresAt).getTime() - now;
  if (remainingMs > SHOWN_MS) return otherwise;
  if (remainingMs <= 0)
    return (
      <Status tone="warn" shape="alert">
        Reservation expired; draft kept
      </Status>
    );
  const seconds = Math.ceil(remainingMs / 1000);
  return (
    <Status tone="warn" shape="alert" className="tabular-nums">
      Reserved for {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, "0")}
    </Status>
  );
}
