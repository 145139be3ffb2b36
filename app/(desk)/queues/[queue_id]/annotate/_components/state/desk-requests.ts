// Requests of the desk to the server, and what each refusal means for the desk.
import { call } from "@/lib/client/call";
import { CallError } from "@/lib/client/call-error";
import * as operations from "@/lib/client/operations";
import { type Content, verdictOn } from "@/lib/client/outbox/entry";
import type { ItemDraft } from "@/lib/contracts/annotation/drafts";
import type { ItemDetail } from "@/lib/contracts/annotation/item-detail";
import { logIgnored } from "@/lib/error-report";
import type { PutAnswer } from "../draft/draft-saver";
import type { Halt } from "./desk-state";

interface ClaimOptions {
  /** Items that the desk already has open; the server knows which are completed. */
  exclude?: readonly string[];
  includeSkipped?: boolean;
}

const MOST_EXCLUDED = 200;
const MOST_KNOWN = 1000;

/** Claims the next item. Null when none is left for this annotator. */
async function claimNext(queue_id: string, { exclude = [], includeSkipped }: ClaimOptions): Promise<string | null> {
  const { item } = await call(operations.nextItem, {
    queue_id,
    ...(exclude.length > 0 ? { exclude: [...new Set(exclude)].slice(-MOST_EXCLUDED) } : {}),
    include_skipped: includeSkipped ?? false,
  });
  return item?.id ?? null;
}

/** A new item, else one skipped in an earlier session. Items skipped in this session come back only on request. */
export async function claimAny(queueId: string, exclude: readonly string[], skipped: readonly string[]) {
  return (
    (await claimNext(queueId, { exclude })) ??
    (await claimNext(queueId, { exclude: [...exclude, ...skipped], includeSkipped: true }))
  );
}

/** Several items in advance, with their forms. */
export async function claimSeveral(queue_id: string, count: number, exclude: readonly string[]): Promise<ItemDetail[]> {
  const known = [...new Set(exclude)].slice(-MOST_KNOWN);
  return (await call(operations.claimAhead, { queue_id, count, exclude: known })).items;
}

/** An item with its form; without `reserve` its reservation stays as it is. */
export const detailOf = (queue_id: string, item_id: string, reserve: boolean): Promise<ItemDetail> =>
  call(operations.annotateDetail, { queue_id, item_id, reserve });

/** Whether the queue is closed for annotation: paused or still a draft. */
export const isClosed = ({ queue }: ItemDetail): boolean => queue.status === "paused" || queue.status === "draft";

const RESEND_AFTER_MS = [1000, 4000];

/** Retries an idempotent request while the server is unreachable or overloaded. */
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

export const mayWorkLater = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 0 || error.status === 429 || error.status >= 500);

/** Undoes a submit or a skip. */
export const undo = (queue_id: string, item_id: string, mutation_id: string) =>
  persistently(() => call(operations.undoItem, { queue_id, item_id, mutation_id }));

// Browsers let a keepalive request of this size outlive its page.
const KEEPALIVE_CHARACTERS = 60_000;

export async function putDraft(
  queue_id: string,
  item_id: string,
  body: Content,
  revision: number | null,
): Promise<PutAnswer> {
  const keepalive = JSON.stringify(body).length < KEEPALIVE_CHARACTERS;
  try {
    const saved = await call(operations.saveDraft, { queue_id, item_id, ...body, revision }, { keepalive });
    return { kind: "saved", revision: saved.revision };
  } catch (error) {
    if (error instanceof CallError && error.code === "draft_outdated") {
      // Safe because with this code the server sends the newest draft, or null.
      return { kind: "outdated", newest: (error.facts.draft ?? null) as ItemDraft | null };
    }
    return { kind: "failed", again: mayWorkLater(error), isSignedOut: verdictOn(error).kind === "signedOut" };
  }
}

/** Releases an item as the page closes. The answer is not awaited: if this fails, the reservation expires by itself. */
export function release(queue_id: string, item_id: string): void {
  call(operations.releaseItem, { queue_id, item_id }, { keepalive: true }).catch(logIgnored("release the item"));
}

/** The same for items that were claimed in advance. */
export function releaseAll(queue_id: string, item_ids: readonly string[]): void {
  if (item_ids.length === 0) return;
  call(operations.releaseItems, { queue_id, item_ids: [...item_ids] }, { keepalive: true }).catch(
    logIgnored("release the items"),
  );
}

/** Why the desk must stop; null when the item can stay open and be sent again. */
export function haltOf(error: unknown): Halt | null {
  if (!(error instanceof CallError)) return null;
  const { status, code, message } = error;
  if (code === "queue_not_active") return { kind: "paused", message };
  if (code === "item_in_review" || code === "item_approved") return { kind: "done", message };
  if (status === 409) return { kind: "conflict", message };
  if (status === 404) return { kind: message.startsWith("Queue") ? "gone" : "missing", message };
  if (status === 403) return { kind: "denied", message };
  return null;
}

/** Whether the refusal is about this item only, so that the next one can be opened. */
export const isOfItem = ({ kind }: Halt): boolean => kind === "conflict" || kind === "missing" || kind === "done";

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : "Something went wrong. Your answers are saved.";
