// Entries that left the desk and are not on the server yet, and the rules for sending them. Pure.
import type { SuggestionUse } from "@/lib/contracts/annotation/suggestions";
import { CallError } from "../call-error";

/** Whose work it is, and in which organization. */
export interface Owner {
  userId: string;
  organizationId: string;
}

export const keyOfOwner = ({ userId, organizationId }: Owner): string => `${userId} ${organizationId}`;

/** The answers to an item, in the server's format for submits and drafts. */
export interface Content {
  annotations: { label_id: string; value: unknown; notes?: string | null; suggestion?: SuggestionUse | undefined }[];
  item_notes: string;
}

export type Act = ({ kind: "submit" } & Content) | { kind: "skip"; reason: string };

export interface Entry {
  /** The same id for every retry. */
  mutationId: string;
  queueId: string;
  itemId: string;
  /** The item's title in the list of refusals. */
  title: string;
  act: Act;
  /** When it left the desk, in ms. */
  at: number;
  /** How long it was on the desk, in ms; absent in entries stored by an earlier version. */
  workMs?: number;
}

export interface KeptEntry extends Entry {
  owner: string;
  /** Position in the order of the work. */
  order: number;
  /** It may have reached the server. */
  tried: boolean;
  /** Why the server refused it for good. */
  refusal: string | null;
}

export const isWaiting = (entry: KeptEntry): boolean => entry.refusal === null;

/** Far more than a day's work; browsers give a page much more. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Whether what waits takes all the room that the outbox gives itself. Beyond it a browser may drop everything. */
export function isFull(entries: readonly KeptEntry[], most = MOST_BYTES): boolean {
  let bytes = 0;
  return entries.some((entry) => {
    if (isWaiting(entry)) bytes += JSON.stringify(entry.act).length;
    return bytes >= most;
  });
}

/** Work is sent in order. A refused entry waits for the annotator and does not block the others. */
export const firstToSend = (entries: readonly KeptEntry[]): KeptEntry | undefined =>
  entries.filter(isWaiting).toSorted((one, other) => one.order - other.order)[0];

type Verdict = { kind: "again" | "signedOut" } | { kind: "refused"; message: string };

/** The meaning of a failed send: it may succeed later, it needs a new sign-in, or it never will. */
export function verdictOn(error: unknown): Verdict {
  if (!(error instanceof CallError)) return { kind: "again" };
  const { status, message } = error;
  if (status === 401) return { kind: "signedOut" };
  const mayWorkLater = status < 400 || status === 408 || status === 425 || status === 429 || status >= 500;
  return mayWorkLater ? { kind: "again" } : { kind: "refused", message };
}

const LONGEST_PAUSE_MS = 30_000;

/** The wait after a number of failures in a row. */
export const pauseAfter = (failures: number): number => Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** (failures - 1));
