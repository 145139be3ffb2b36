// What has left the desk and is not with the server yet, and the rules by which it is sent. Pure.
import { CallError } from "../call-error";

/** Whose work it is, and in which organization. */
export interface Owner {
  userId: string;
  organizationId: string;
}

export const keyOfOwner = ({ userId, organizationId }: Owner): string => `${userId} ${organizationId}`;

/** What was put in for an item, in the form in which the server takes submits and drafts. */
export interface Content {
  annotations: { label_id: string; value: unknown; notes?: string | null }[];
  item_notes: string;
}

export type Act = ({ kind: "submit" } & Content) | { kind: "skip"; reason: string };

export interface Entry {
  /** One name for whatever is sent again. */
  mutationId: string;
  queueId: string;
  itemId: string;
  /** What the list of refusals calls the item. */
  title: string;
  act: Act;
  /** When it left the desk, in ms. */
  at: number;
}

export interface KeptEntry extends Entry {
  owner: string;
  /** Place in the order of the work. */
  order: number;
  /** It may have reached the server. */
  tried: boolean;
  /** The server will never take it, and why. */
  refusal: string | null;
}

export const isWaiting = (entry: KeptEntry): boolean => entry.refusal === null;

/** Work goes out in its order; what was refused waits for its annotator and holds nothing up. */
export const firstToSend = (entries: readonly KeptEntry[]): KeptEntry | undefined =>
  entries.filter(isWaiting).toSorted((one, other) => one.order - other.order)[0];

export type Verdict = { kind: "again" | "signedOut" } | { kind: "refused"; message: string };

/** What a failure to send means: it may work later, it takes the person to sign in, or it never will. */
export function verdictOn(error: unknown): Verdict {
  if (!(error instanceof CallError)) return { kind: "again" };
  const { status, message } = error;
  if (status === 401) return { kind: "signedOut" };
  const mayWorkLater = status < 400 || status === 408 || status === 425 || status === 429 || status >= 500;
  return mayWorkLater ? { kind: "again" } : { kind: "refused", message };
}

const LONGEST_PAUSE_MS = 30_000;

/** How long to wait after so many failures in a row. */
export const pauseAfter = (failures: number): number => Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** (failures - 1));

/** A name that no other submit or skip has. Not randomUUID, which browsers withhold from pages that came without encryption. */
export const newMutationId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
