// What the desk asks of the server, and what its refusals mean at the desk.
import { call } from "@/lib/client/call";
import { CallError } from "@/lib/client/call-error";
import * as operations from "@/lib/client/operations";
import type { ItemDetail } from "@/lib/contracts/annotation/annotating";
import type { ItemDraft } from "@/lib/contracts/annotation/drafts";
import type { Halt } from "./desk-state";
import { type Draft, keptOf, submissionOf } from "./draft";
import type { PutAnswer } from "./draft-saver";

/** Claims the next item beyond `exclude`; null when nothing is left that this annotator could take. */
export async function claimNext(queue_id: string, exclude: readonly string[]): Promise<string | null> {
  const { item } = await call(operations.nextItem, {
    queue_id,
    ...(exclude.length > 0 ? { exclude: [...exclude] } : {}),
  });
  return item?.id ?? null;
}

const RESEND_AFTER_MS = [1000, 4000];

/** Sends again, while the server cannot be reached or cannot answer, what has one effect however often it is sent. */
async function persistently<T>(send: () => Promise<T>): Promise<T> {
  for (const pause of RESEND_AFTER_MS) {
    try {
      return await send();
    } catch (error) {
      if (!mayWorkLater(error)) throw error;
      await new Promise((resume) => setTimeout(resume, pause));
    }
  }
  return send();
}

const mayWorkLater = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 0 || error.status === 429 || error.status >= 500);

const mutationIds = new WeakMap<Draft, string>();

/** One name for each content that is submitted, so that sending it again has no second effect. */
export function mutationIdOf(draft: Draft): string {
  // Not randomUUID, which browsers withhold from pages that came without encryption.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const id = mutationIds.get(draft) ?? Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  mutationIds.set(draft, id);
  return id;
}

interface Submission {
  detail: ItemDetail;
  draft: Draft;
  exclude: readonly string[];
  /** The values are in; the draft on the server is gone. */
  onSubmitted: () => void;
}

/** Submits and completes. Returns the item that the server claimed next. */
export async function submitAndComplete({ detail, draft, exclude, onSubmitted }: Submission) {
  const queue_id = detail.queue.id;
  const address = { queue_id, item_id: detail.item.id };
  const body = { ...submissionOf(detail.labels, draft), mutation_id: mutationIdOf(draft) };
  await persistently(() => call(operations.submitAnnotations, { ...address, ...body }));
  onSubmitted();
  const next = await persistently(() => call(operations.completeItem, { ...address, exclude: [...exclude] }));
  return unlessExcluded(queue_id, next.next_item?.id, exclude);
}

export async function skip(queue_id: string, item_id: string, reason: string, exclude: readonly string[]) {
  const said = reason.trim() ? { reason: reason.trim() } : {};
  const input = { queue_id, item_id, ...said, exclude: [...exclude] };
  const { next_item } = await persistently(() => call(operations.skipItem, input));
  return unlessExcluded(queue_id, next_item?.id, exclude);
}

/** Takes a submit back, named by its mutation id, or a skip. */
export const undo = (queue_id: string, item_id: string, mutation_id: string | null) =>
  persistently(() => call(operations.undoItem, { queue_id, item_id, mutation_id }));

// Browsers let this much outlive its page.
const KEEPALIVE_CHARACTERS = 60_000;

export async function putDraft(
  queue_id: string,
  item_id: string,
  draft: Draft,
  revision: number | null,
): Promise<PutAnswer> {
  const body = keptOf(draft);
  const keepalive = JSON.stringify(body).length < KEEPALIVE_CHARACTERS;
  try {
    const saved = await call(operations.saveDraft, { queue_id, item_id, ...body, revision }, { keepalive });
    return { kind: "saved", revision: saved.revision };
  } catch (error) {
    if (error instanceof CallError && error.code === "draft_outdated") {
      // Safe because the server tells under this code the newest draft, or null.
      return { kind: "outdated", newest: (error.facts.draft ?? null) as ItemDraft | null };
    }
    return { kind: "failed", again: mayWorkLater(error) };
  }
}

/** What the annotator has skipped in this sitting is not taken up again unasked; the server gets it back. */
function unlessExcluded(queueId: string, itemId: string | undefined, exclude: readonly string[]): string | null {
  if (!itemId || !exclude.includes(itemId)) return itemId ?? null;
  release(queueId, itemId);
  return null;
}

/** Gives an item back while the page goes away. Nobody waits for the answer; the reservation expires by itself if it fails. */
export function release(queue_id: string, item_id: string): void {
  call(operations.releaseItem, { queue_id, item_id }, { keepalive: true }).catch(() => undefined);
}

/** What stops the desk; null when the item can stay on it and be sent again. */
export function haltOf(error: unknown): Halt | null {
  if (!(error instanceof CallError)) return null;
  const { status, code, message } = error;
  if (code === "queue_not_active") return { kind: "paused", message };
  if (code === "item_in_review" || code === "item_approved") return { kind: "done", message };
  if (status === 409) return { kind: "conflict", message };
  if (status === 404) return { kind: "missing", message };
  if (status === 403) return { kind: "failed", message };
  return null;
}

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : "Something went wrong. Your answers are kept.";
