"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { itemQuery } from "@/lib/client/queues/work-queries";
import type { ItemDetail } from "@/lib/contracts/annotation/item-detail";
import { handledBy } from "@/lib/rejections";
import type { Draft } from "../draft/draft";

const MIN_INTERVAL_MS = 60_000;

/** Renews the reservation while the annotator works, at most once a minute. Returns its end, or null if it has none. */
export function useRenewal(queueId: string, detail: ItemDetail | null, draft: Draft | undefined): string | null {
  const client = useQueryClient();
  const renewedAt = useRef(0);
  const itemId = detail?.item.id;
  // Each change of the draft counts as activity.
  useEffect(() => {
    if (!itemId || !draft?.changed || Date.now() - renewedAt.current < MIN_INTERVAL_MS) return;
    renewedAt.current = Date.now();
    // A refusal shows on submission; until then the annotator can continue.
    const renewed = client.fetchQuery({ ...itemQuery(queueId, itemId), staleTime: 0, retry: false });
    renewed.catch(handledBy("the submit, which is refused then"));
  }, [client, queueId, itemId, draft]);
  return detail?.seat?.state === "reserved" ? detail.seat.expires_at : null;
}
