// What a few metrics need of the world. Where it is not given they say so and score nothing.
import type { Owner } from "../code/turns";

/** Requests an address from outside. Private addresses are refused; redirects are not followed. Rejects when it cannot be reached. */
export type GuardedFetch = (
  url: URL,
  request: {
    readonly method: "HEAD" | "GET" | "POST";
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly signal: AbortSignal;
  },
) => Promise<{ readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string }>;

/** A model has not answered. */
export class ModelRefused extends Error {
  constructor(
    message: string,
    /** Whether it may a little later. */
    readonly mayRetry: boolean,
    readonly retryAfterSeconds: number | null,
  ) {
    super(message);
  }
}

/** One vector for each text, all of the same length, and what has made them. */
export type Embed = (
  texts: readonly string[],
) => Promise<{ readonly vectors: readonly (readonly number[])[]; readonly model: string }>;

export interface World {
  /** Whose evaluation it is: organizations and their people take turns with what takes time. */
  readonly owner?: Owner;
  readonly fetch?: GuardedFetch;
  readonly embed?: Embed;
  readonly signal?: AbortSignal;
}
