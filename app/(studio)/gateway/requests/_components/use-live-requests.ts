"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { REQUEST_POLL_MS, type RequestQuery, requestsQuery } from "@/lib/client/gateway-log";
import type { GatewayRequest } from "@/lib/contracts/gateway/requests";

interface LiveRequestsOptions {
  query: RequestQuery;
  /** Whether to poll for new requests. */
  isLive: boolean;
  /** Whether the list must not move, because the user is reading. New requests then wait. */
  isPinned: boolean;
}

/** A page of the log. New requests are counted, and shown when the list may move or on demand. */
export function useLiveRequests({ query, isLive, isPinned }: LiveRequestsOptions) {
  const found = useQuery({
    ...requestsQuery(query),
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? REQUEST_POLL_MS : false,
  });
  const name = JSON.stringify(query);
  const [shown, setShown] = useState<{
    name: string;
    rows: readonly GatewayRequest[];
    more: boolean;
    isCut: boolean;
  } | null>(null);
  const { data, isPlaceholderData } = found;
  const isStale = shown?.name !== name;
  const known = new Set(shown?.rows.map(({ id }) => id));
  const waiting = isStale ? [] : (data?.data ?? []).filter(({ id }) => !known.has(id));
  const show = () => data && setShown({ name, rows: data.data, more: data.has_more, isCut: data.is_cut });
  const takes = data !== undefined && !isPlaceholderData && (isStale || (!isPinned && waiting.length > 0));
  useEffect(() => {
    if (takes && data) setShown({ name, rows: data.data, more: data.has_more, isCut: data.is_cut });
  }, [takes, data, name]);
  const { rows, more, isCut } = shown ?? { rows: null, more: false, isCut: false };
  return { ...found, rows, more, isCut, isStale, waiting: waiting.length, show };
}

export type LiveRequests = ReturnType<typeof useLiveRequests>;
