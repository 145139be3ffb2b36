// A call as the ledger keeps it.

export interface LedgerEntry {
  /** The gateway's own id, so that sending a request id twice avoids no debit. */
  id: string;
  /** A guardrail's judge, or a client's call; absent in entries of versions that knew no judges. */
  kind?: "call" | "judge" | undefined;
  /** As the client may have chosen it. */
  requestId: string;
  organizationId: string | null;
  keyId: string;
  user: string | null;
  /** The client's network, for the last use of a platform key. The ledger does not keep it. */
  network?: string | null;
  /** The requested model. */
  requestedModel: string;
  provider: string;
  model: string;
  inputTokens: number;
  cachedInputTokens: number;
  cacheWriteTokens: number;
  outputTokens: number;
  isEstimated: boolean;
  /** Micro-dollars; null for a model without a price. */
  cost: number | null;
  priceVersion: string | null;
  /** Whether credits paid for it. */
  isManaged: boolean;
  /** Milliseconds since 1970, of its beginning: its windows are those. */
  at: number;
  /** Whether anything in Redis counts it: a limit of tokens, a budget or credits. */
  isCounted: boolean;
  /** The epoch of Redis in which it is booked; null if the ledger must bring it. */
  life: string | null;
}

/** Where settled calls go. */
export interface Ledger {
  /** Announces a call. Call the returned function once, before the last byte of the call's answer. */
  begin(): RecordEntry;
}

/**
 * Takes what a call owes, null for nothing, and returns at once. `booked` tells whether Redis has booked it; it is absent where
 * Redis counts nothing of the call, and never rejects.
 */
export type RecordEntry = (entry: LedgerEntry | null, booked?: Promise<boolean>) => void;

/** The entry of a call that Redis has booked, or has not. */
export const bookedEntry = (entry: LedgerEntry, isBooked: boolean): LedgerEntry =>
  isBooked ? entry : { ...entry, life: null };
