"use client";
import { useQuery } from "@tanstack/react-query";
import { Status } from "@/app/_ui/feedback/status";
import { quantity } from "@/app/_ui/figure/numbers";
import { recordLossesQuery } from "@/lib/client/gateway-log";

/** That today's log has gaps, and why; nothing if it has none. */
export function RecordLosses() {
  const { data } = useQuery(recordLossesQuery());
  if (!data || data.dropped === 0) return null;
  return (
    <p role="status" className="mb-4 rounded-lg border border-line px-4 py-3">
      <Status tone="warn" shape="alert" className="whitespace-normal!">
        {quantity(data.dropped, "record")} of requests {data.dropped === 1 ? "was" : "were"} dropped today, because too
        much waited for the database. The requests were answered and charged; they are missing here and in traces.
      </Status>
    </p>
  );
}
