"use client";
import { useQuery } from "@tanstack/react-query";
import { workloadQuery } from "@/lib/client/annotation";
import { forecastText } from "./forecast-text";

/** When the queue will be done at its pace. Only for a queue that is being worked on. */
export function ForecastLine({ queueId }: { queueId: string }) {
  const { data } = useQuery(workloadQuery(queueId));
  return data ? <span className="tabular-nums">{forecastText(data)}</span> : null;
}
