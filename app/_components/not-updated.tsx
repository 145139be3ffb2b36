"use client";
import { Status } from "@/app/_ui/feedback/status";
import { ClockTime } from "@/app/_ui/text/time";

export interface Refetched {
  error: Error | null;
  /** Unix milliseconds of the data that is shown; 0 without data. */
  dataUpdatedAt: number;
}

/** Says that what is shown could not be fetched again, and why. Nothing while it could. */
export function NotUpdated({ found: { error, dataUpdatedAt } }: { found: Refetched }) {
  if (!error || dataUpdatedAt === 0) return null;
  return (
    <Status tone="warn" shape="alert" className="whitespace-normal!">
      Not updated since <ClockTime at={new Date(dataUpdatedAt).toISOString()} />. {error.message}
    </Status>
  );
}
