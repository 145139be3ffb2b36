// What the desk asks of the server, and what its refusals mean at the desk.
import { call } from "@/lib/client/call";
import { CallError } from "@/lib/client/call-error";
import type { ItemDetail } from "@/lib/contracts/annotation/items";
import * as items from "@/lib/contracts/annotation/items";
import type { Halt } from "./desk-state";
import { type Draft, submissionOf } from "./draft";

/** Claims the next item beyond `exclude`; null when nothing is left that this annotator could take. */
export async function claimNext(queue_id: string, exclude: readonly string[]): Promise<string | null> {
  const { item } = await call(items.nextItem, { queue_id, ...(exclude.length > 0 ? { exclude: [...exclude] } : {}) });
  return item?.id ?? null;
}

/** Submits and completes. Both are safe to repeat. Returns the item that the server claimed next. */
export async function submitAndComplete(detail: ItemDetail, draft: Draft, exclude: readonly string[]) {
  const queue_id = detail.queue.id;
  const address = { queue_id, item_id: detail.item.id };
  await call(items.submitAnnotations, { ...address, ...submissionOf(detail.labels, draft) });
  const { next_item } = await call(items.completeItem, { ...address, exclude: [...exclude] });
  return unlessExcluded(queue_id, next_item?.id, exclude);
}

export async function skip(queue_id: string, item_id: string, reason: string, exclude: readonly string[]) {
  const said = reason.trim() ? { reason: reason.trim() } : {};
  const { next_item } = await call(items.skipItem, { queue_id, item_id, ...said, exclude: [...exclude] });
  return unlessExcluded(queue_id, next_item?.id, exclude);
}

/** What the annotator has skipped in this sitting is not taken up again unasked; the server gets it back. */
function unlessExcluded(queueId: string, itemId: string | undefined, exclude: readonly string[]): string | null {
  if (!itemId || !exclude.includes(itemId)) return itemId ?? null;
  release(queueId, itemId);
  return null;
}

/** Gives an item back while the page goes away. Nobody waits for the answer; the reservation expires by itself if it fails. */
export function release(queue_id: string, item_id: string): void {
  call(items.releaseItem, { queue_id, item_id }, { keepalive: true }).catch(() => undefined);
}

/** What stops the desk; null when the item can stay on it and be sent again. */
export function haltOf(error: unknown): Halt | null {
  if (!(error instanceof CallError)) return null;
  const { status, code, message } = error;
  if (code === "queue_not_active") return { kind: "paused", message };
  if (status === 409) return { kind: "conflict", message };
  if (status === 404) return { kind: "missing", message };
  if (status === 403) return { kind: "failed", message };
  return null;
}

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : "Something went wrong. Your answers are kept.";
