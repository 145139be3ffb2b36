// External services that a few metrics need. Without them, these metrics give a reason instead of a score.
import type { Owner } from "../code/turns";

/**
 * Requests an address from outside. Private addresses are refused; redirects are not followed. Rejects when it cannot
 * be reached.
 */
export type GuardedFetch = (
  url: URL,
  request: {
    readonly method: "HEAD" | "GET" | "POST";
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly signal: AbortSignal;
  },
) => Promise<{ readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string }>;

/** A model did not answer. */
export class ModelRefused extends Error {
  constructor(
    message: string,
    /** Whether a retry may succeed. */
    readonly mayRetry: boolean,
    readonly retryAfterSeconds: number | null,
  ) {
    super(message);
  }
}

/** One vector per text, all of the same length, and the model that made them. */
export type Embed = (
  texts: readonly string[],
) => Promise<{ readonly vectors: readonly (readonly number[])[]; readonly model: string }>;

export interface World {
  /** Whose evaluation it is: organizations and their people take turns with slow work. */
  readonly owner?: Owner;
  readonly fetch?: GuardedFetch;
  readonly embed?: Embed;
  readonly signal?: AbortSignal;
}
