// What the gateway needs of the world. `live.ts` has the parts that production uses, tests have parts in memory.
import type { Headed } from "@/lib/exchange/exchange";
import type { AnswerStore } from "./cache/store";
import type { Level, Reading } from "./limits/reading";
import type { Metrics } from "./metrics/metrics";
import type { AccountClaim, Claim } from "./money/claim";
import type { Expectations } from "./money/expectations";
import type { Hold } from "./money/hold-status";
import type { Ledger, LedgerEntry } from "./money/ledger-entry";
import type { PromptStore } from "./prompts/store";
import type { Send } from "./providers/provider";
import type { Recorder } from "./record/recorder";
import type { Health } from "./routing/health";
import type { Lookup } from "./settings";
import type { ResponseStore } from "./stored-responses/store";

export interface Directory {
  /** The last result of `find`, which may have changed since; null if nothing is cached. */
  recall(keyHash: string | null): Lookup | null;
  /**
   * The key with this SHA-256 and the settings that apply, as they are now: the same object as before while nothing of
   * them has changed. Throws `service_unavailable` when they cannot be read.
   */
  find(keyHash: string | null): Promise<Lookup>;
}

export interface Limiter {
  /** Takes one request of every level, or of none when one of them refuses. Never throws. */
  take(levels: Level[]): Promise<Reading[]>;
  /** Gives back what the `take` that answered these readings has taken, and answers them as they are then. Never throws. */
  release(readings: Reading[]): Promise<Reading[]>;
  /** The status of the levels; takes nothing. Never throws. */
  peek(levels: Level[]): Promise<Reading[]>;
}

export interface Settlement {
  tokens: number;
  /** Micro-dollars, booked in each of the accounts. */
  cost: number;
  booked: AccountClaim[];
  /** For the ledger; null where the call owes nothing. */
  entry: LedgerEntry | null;
}

export interface Money {
  /** Reserves a claim, all or nothing, or only reads its status. Never throws. */
  hold(claim: Claim, takes: boolean): Promise<Hold>;
  /**
   * Ends a hold and books what the call has used. False when Redis has not booked it, and the ledger has to bring it. Settling
   * again has no effect. Never throws.
   */
  settle(hold: Hold, end: Settlement): Promise<boolean>;
}

export interface Parts {
  directory: Directory;
  limiter: Limiter;
  answers: AnswerStore;
  responses: ResponseStore;
  prompts: PromptStore;
  money: Money;
  expectations: Expectations;
  ledger: Ledger;
  recorder: Recorder;
  send: Send;
  health: Health;
  metrics: Metrics;
  /** How long the host of this process waits for an answer to begin; null where it sets no limit. */
  answerWithinMs: number | null;
  /** From 0 to below 1. */
  random(): number;
  /** The client's address; null if no trusted source reports it. */
  addressOf(request: Headed): string | null;
  /** The network that the client belongs to, as a key's last use is noted. */
  networkOf(request: Headed): string | null;
  /** Milliseconds since 1970. */
  now(): number;
  /** Records an error that no request caused. */
  report(error: unknown): void;
}
